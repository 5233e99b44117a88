import { problem } from '../../testing/server';
import { exportActivity } from './activity-export';

const items = Array.from({ length: 7 }, (_, at) => ({
  position: String(at + 1),
  text: `řádek "${at}"\n; , {[]} \\`,
  changes: [{ field: 'name', from: null, to: '}]' }],
}));

const asJson = (from: number) => JSON.stringify(items.slice(from));
const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
const asCsv = (from: number) =>
  `text,position\r\n${items
    .slice(from)
    .map(({ text, position }) => `${cell(text)},${position}\r\n`)
    .join('')}`;

/** Sends so many bytes in small chunks and then breaks. */
function cut(text: string, bytes: number): Response {
  const all = new TextEncoder().encode(text);
  let at = 0;
  return new Response(
    new ReadableStream({
      pull(controller) {
        if (at >= Math.min(bytes, all.length)) {
          if (bytes < all.length) controller.error(new TypeError('network error'));
          else controller.close();
          return;
        }
        const next = Math.min(at + 5, bytes);
        controller.enqueue(all.slice(at, next));
        at = next;
      },
    }),
  );
}

function exporting(format: 'csv' | 'json', open: (after: string | null) => Promise<Response>) {
  let file = '';
  const states: string[] = [];
  const controller = new AbortController();
  const done = exportActivity({
    format,
    filters: {},
    signal: controller.signal,
    write: (text) => {
      file += text;
    },
    onState: ({ count, waiting }) => states.push(`${count}${waiting ? ' waiting' : ''}`),
    open,
    wait: () => Promise.resolve(),
  });
  return { done, states, controller, file: () => file };
}

describe.each([
  ['json', asJson, (file: string) => expect(JSON.parse(file)).toEqual(items)],
  ['csv', asCsv, (file: string) => expect(file).toBe(asCsv(0))],
] as const)('as %s', (format, written, expectWhole) => {
  it('holds every event once, wherever the connection breaks', async () => {
    const whole = new TextEncoder().encode(written(0)).length;
    for (let first = 0; first < whole; first += 3) {
      const asked: (string | null)[] = [];
      const run = exporting(format, (after) => {
        asked.push(after);
        const text = written(Number(after ?? 0));
        return Promise.resolve(cut(text, asked.length === 1 ? first : asked.length === 2 ? 170 : 10_000));
      });
      expect(await run.done).toBe(items.length);
      expectWhole(run.file());
    }
  });

  it('goes on after the last whole event and says that it waits', async () => {
    const asked: (string | null)[] = [];
    const run = exporting(format, (after) => {
      asked.push(after);
      if (asked.length === 2) return Promise.reject(new TypeError('network error'));
      return Promise.resolve(cut(written(Number(after ?? 0)), asked.length === 1 ? 200 : 10_000));
    });
    expect(await run.done).toBe(items.length);
    const after = asked[1]!;
    expect(Number(after)).toBeGreaterThan(0);
    expect(asked).toEqual([null, after, after]);
    expect(run.states).toContain(`${after} waiting`);
    expect(run.states.at(-1)).toBe(String(items.length));
    expectWhole(run.file());
  });
});

it('goes on when the server is busy, and ends when it refuses', async () => {
  const answers = [problem(503, 'store.unavailable'), problem(429, 'limit.requests'), problem(403, 'user.forbidden')];
  const run = exporting('json', () => Promise.resolve(answers.shift()!));
  await expect(run.done).rejects.toMatchObject({ status: 403 });
  expect(answers).toEqual([]);
});

it('ends when it is cancelled', async () => {
  const run = exporting('json', () => {
    run.controller.abort();
    return Promise.resolve(cut(asJson(0), 40));
  });
  await expect(run.done).rejects.toMatchObject({ name: 'AbortError' });
});

it('does not try without end', async () => {
  let asked = 0;
  const run = exporting('csv', () => {
    asked += 1;
    return Promise.reject(new TypeError('network error'));
  });
  await expect(run.done).rejects.toThrow('network error');
  expect(asked).toBeLessThan(12);
});

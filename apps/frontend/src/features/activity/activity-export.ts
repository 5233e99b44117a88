import { activityRoutes, type Problem } from '@gos/contract';
import { ApiProblem, continueSession, type Params, query } from '../../lib/api';
import { apiUrl } from '../../lib/api-url';
import { type ExportFormat, type ItemReader, itemReaders } from './export-items';

/** Waits between attempts after a lost connection; they begin again after each item that arrives. */
const retryMs = [500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000] as const;

export interface ExportState {
  /** Items that have arrived. */
  readonly count: number;
  /** The connection is lost and another attempt follows. */
  readonly waiting: boolean;
}

interface Exporting {
  readonly format: ExportFormat;
  readonly filters: Params;
  readonly signal: AbortSignal;
  /** Takes the text of the file, in order. */
  readonly write: (text: string) => unknown;
  readonly onState: (state: ExportState) => void;
  /** @param after position of the last whole item */
  readonly open?: (after: string | null) => Promise<Response>;
  readonly wait?: (ms: number) => Promise<void>;
}

/** Resolves after the time, or as soon as the browser is back online or the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}

async function problemOf(response: Response): Promise<ApiProblem> {
  const body = (await response.json().catch(() => null)) as Problem | null;
  const { status } = response;
  return new ApiProblem(
    body?.code ? body : { type: 'about:blank', title: 'Server error', status, code: 'request.failed', detail: '' },
  );
}

/** A refusal ends the export; after anything else it goes on. */
const isFinal = ({ status }: ApiProblem) => status >= 400 && status < 500 && status !== 429;

/** Reads one answer to its end. Returns whether it was whole. */
async function readAnswer(response: Response, reader: ItemReader, onItems: () => unknown): Promise<boolean> {
  if (response.status === 401 && (await continueSession())) return false;
  if (!response.ok || response.body === null) throw await problemOf(response);
  const decoder = new TextDecoder();
  const chunks = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await chunks.read();
      reader.take(decoder.decode(value, { stream: !done }));
      await onItems();
      if (done) return reader.end();
    }
  } finally {
    void chunks.cancel().catch(() => undefined);
  }
}

/**
 * Exports the events. After a lost connection it goes on after the last whole item, so no item is missing or there twice.
 * @returns the number of items
 * @throws ApiProblem if the server refuses, or an AbortError
 */
export async function exportActivity(given: Exporting): Promise<number> {
  const { format, filters, signal, write, onState } = given;
  const open =
    given.open ??
    ((after) => fetch(`${apiUrl(activityRoutes.export)}${query({ ...filters, format, after })}`, { signal }));
  const wait = given.wait ?? ((ms) => pause(ms, signal));
  const { head, foot, create } = itemReaders[format];
  const reader = create();
  let after: string | null = null;
  let count = 0;
  let failures = 0;
  await write(head);
  for (;;) {
    signal.throwIfAborted();
    try {
      const whole = await readAnswer(await open(after), reader, async () => {
        const items = reader.items.splice(0);
        if (items.length === 0) return;
        await write(items.map(({ text }) => text).join(''));
        after = items.at(-1)!.position ?? after;
        count += items.filter(({ position }) => position !== null).length;
        failures = 0;
        onState({ count, waiting: false });
      });
      if (whole) {
        await write(foot);
        return count;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ApiProblem && isFinal(error)) throw error;
      if (failures >= retryMs.length) throw error;
    }
    reader.again();
    onState({ count, waiting: true });
    await wait(retryMs[Math.min(failures, retryMs.length - 1)]!);
    failures += 1;
  }
}

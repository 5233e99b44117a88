import { randomUUID } from 'node:crypto';
import { comparePositions, type RecordedEvent } from '@gos/domain';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StoreUnavailable, WrongExpectedRevision } from '../../kernel/store-errors';
import { ByteBudget } from './byte-budget';
import { type EventLog, type NewEvent, NO_STREAM } from './event-log';

/** An event for tests. Its hashes are made up: the log does not check them. */
export function newEvent(type = 'Happened', data: unknown = {}, id: string = randomUUID()): NewEvent {
  return {
    id,
    type,
    data,
    metadata: {
      actor: 1,
      at: '2026-11-21T12:00:00.000Z',
      via: 'api',
      correlationId: 'correlation',
      causationId: 'causation',
      schemaVersion: 1,
      previousHash: null,
      hash: 'hash',
    },
  };
}

/** Contract of every EventLog adapter. `makeLog` gives an empty log each time; the suite calls `close`. */
export function describeEventLogContract(name: string, makeLog: () => Promise<EventLog>): void {
  describe(`${name} as an event log`, () => {
    let log: EventLog;
    beforeEach(async () => {
      log = await makeLog();
    });
    afterEach(() => log.close());

    async function everything(batch = 100): Promise<RecordedEvent[]> {
      const events: RecordedEvent[] = [];
      for (;;) {
        const more = await log.readAll(events.at(-1)?.position ?? null, batch);
        if (more.length === 0) return events;
        events.push(...more);
      }
    }

    it('is empty at first', async () => {
      expect(await log.end()).toBeNull();
      expect(await log.readAll(null, 10)).toEqual([]);
      expect(await log.readStream('task-1')).toEqual([]);
    });

    it('is probed without an event, also again and beside others', async () => {
      await log.probe();
      expect(await log.end()).toBeNull();
      await log.append('task-1', NO_STREAM, [newEvent('Created', null)]);
      const end = await log.end();
      await Promise.all([log.probe(), log.probe()]);
      expect(await log.end()).toBe(end);
      expect(await log.readAll(null, 10)).toHaveLength(1);
    });

    it.each<[string, Partial<Record<'data' | 'metadata', unknown>>]>([
      ['data that are nothing', { data: null }],
      ['data that are a list', { data: [1] }],
      ['metadata that are nothing', { metadata: null }],
      ['metadata with a source that is no text', { metadata: { ...newEvent().metadata, source: 7 } }],
      ['metadata without an instant', { metadata: { ...newEvent().metadata, at: 'yesterday' } }],
    ])('gives something unreadable in the place of an event with %s', async (_, wrong) => {
      const [whole, other, last] = [newEvent('First'), newEvent('Second'), newEvent('Third')];
      await log.append('task-1', NO_STREAM, [whole, { ...other, ...wrong } as NewEvent, last]);
      for (const events of [await log.readStream('task-1'), await log.readAll(null, 10)]) {
        expect(events.map(({ type, id, revision }) => [type, id, revision])).toEqual([
          ['First', whole.id, 0],
          ['Unreadable', other.id, 1],
          ['Third', last.id, 2],
        ]);
        expect(events[1]).toMatchObject({
          data: { type: 'Second' },
          metadata: { at: expect.stringMatching(/^\d{4}-/) },
        });
      }
    });

    it('gives events back as they were appended', async () => {
      const text = 'Příliš žluťoučký kůň \u0000 😀 \ud800';
      const events = [
        newEvent('Created', { text, list: [1, -0.5, null, true], nested: {} }),
        newEvent('Renamed', { name: null }),
      ];
      const appended = await log.append('task-1', NO_STREAM, events);
      expect(appended.revision).toBe(1);
      const read = await log.readStream('task-1');
      expect(read).toEqual(
        events.map((event, revision) => ({ ...event, stream: 'task-1', revision, position: expect.any(String) })),
      );
      expect(read[1]!.position).toBe(appended.position);
      expect(await log.end()).toBe(appended.position);
      expect(await everything()).toEqual(read);
    });

    it('keeps an event as it was when append was called', async () => {
      const data = { name: 'before' };
      const appended = log.append('task-1', NO_STREAM, [newEvent('Created', data)]);
      data.name = 'after';
      await appended;
      expect((await log.readStream('task-1'))[0]!.data).toEqual({ name: 'before' });
    });

    it('takes up what another log recorded, in its order', async () => {
      await log.append('task-1', NO_STREAM, [newEvent('Created', { n: 0 })]);
      const recorded = [
        ['task-2', 0],
        ['task-1', 1],
        ['task-1', 2],
        ['task-2', 1],
        ['user-1', 0],
        ['task-2', 2],
      ].map(([stream, revision], n) => ({
        ...newEvent('Happened', { n }),
        stream: stream as string,
        revision: revision as number,
        position: `${999 + n}`,
      }));
      const last = await log.restore(recorded, await log.end());
      expect(last).toBe(await log.end());
      const [first, ...rest] = await everything();
      expect(first).toMatchObject({ stream: 'task-1', revision: 0 });
      expect(rest).toEqual(recorded.map((event) => ({ ...event, position: expect.any(String) })));
      const positions = rest.map(({ position }) => position);
      expect([...positions].sort(comparePositions)).toEqual(positions);
      expect(await log.restore([], last)).toBe(last);
      const taken = { ...recorded[0]!, ...newEvent() };
      await expect(log.restore([taken], last)).rejects.toBeInstanceOf(WrongExpectedRevision);
      const later = [
        { ...recorded[0]!, ...newEvent(), revision: 3 },
        { ...recorded[1]!, ...newEvent(), revision: 9 },
      ];
      await expect(log.restore(later, last)).rejects.toMatchObject({ name: 'WrongExpectedRevision', stream: 'task-1' });
      expect(await log.restore([], null)).toBeNull();
    });

    it('takes up many events of many streams and sizes, in their order', async () => {
      const revisions = new Map<string, number>();
      const recorded = Array.from({ length: 2_500 }, (_, n) => {
        const stream = `task-${(n * n) % 311}`;
        const revision = (revisions.get(stream) ?? NO_STREAM) + 1;
        revisions.set(stream, revision);
        const event = newEvent('Happened', { n, text: 'x'.repeat(n % 500 === 0 ? 900_000 : n % 700) });
        return { ...event, stream, revision, position: `${n}` };
      });
      await log.restore(recorded, null);
      const found = await everything(500);
      expect(found.map(({ stream, revision, id }) => [stream, revision, id])).toEqual(
        recorded.map(({ stream, revision, id }) => [stream, revision, id]),
      );
    });

    it('refuses another revision than the expected one and writes nothing', async () => {
      await log.append('task-1', NO_STREAM, [newEvent(), newEvent()]);
      const before = await log.end();
      for (const expected of [NO_STREAM, 0, 2, 9]) {
        await expect(log.append('task-1', expected, [newEvent()])).rejects.toMatchObject({
          name: 'WrongExpectedRevision',
          stream: 'task-1',
          expected,
          actual: 1,
        });
      }
      const none = log.append('task-2', 0, [newEvent()]);
      await expect(none).rejects.toBeInstanceOf(WrongExpectedRevision);
      await expect(none).rejects.toMatchObject({ actual: NO_STREAM });
      expect(await log.end()).toBe(before);
      expect(await log.readStream('task-1')).toHaveLength(2);
    });

    it('never writes the same append twice, nor another one under its ids', async () => {
      await log.append('task-1', NO_STREAM, [newEvent()]);
      // A derived id (version 5), as commands have: the append may be repeated when its outcome is unknown.
      const id = '6f1c9f0e-3c7b-5d7a-9a53-0d7c2d0f6a11';
      const events = [newEvent('Step', { n: 1 }, id), newEvent('Step', { n: 2 })];
      const first = await log.append('task-1', 0, events);
      const again = await log.append('task-1', 0, events).catch((error: unknown) => error);
      if (again instanceof Error) expect(again).toMatchObject({ name: 'WrongExpectedRevision', actual: 2 });
      else expect(again).toEqual(first);
      const other = log.append('task-1', 0, [newEvent('Step', { n: 3 }, id)]);
      await expect(other).rejects.toBeInstanceOf(WrongExpectedRevision);
      expect(await log.readStream('task-1')).toHaveLength(3);
      expect(await log.end()).toBe(first.position);
    });

    it('lets exactly one of several appends at the same revision win, without harm to others at the same time', async () => {
      await log.append('task-1', NO_STREAM, [newEvent()]);
      const rivals = Array.from({ length: 16 }, (_, n) => log.append('task-1', 0, [newEvent('Rival', { n })]));
      const others = Array.from({ length: 16 }, (_, n) => log.append(`other-${n}`, NO_STREAM, [newEvent()]));
      const settled = await Promise.allSettled(rivals);
      expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const result of settled) {
        if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(WrongExpectedRevision);
      }
      for (const { revision } of await Promise.all(others)) expect(revision).toBe(0);
      expect(await log.readStream('task-1')).toHaveLength(2);
    });

    it('takes appends that follow one another without waiting', async () => {
      const appends = Array.from({ length: 20 }, (_, n) => log.append('task-1', n - 1, [newEvent('Step', { n })]));
      expect((await Promise.all(appends)).map(({ revision }) => revision)).toEqual([...Array(20).keys()]);
      expect((await log.readStream('task-1')).map(({ data }) => data)).toEqual(
        [...Array(20).keys()].map((n) => ({ n })),
      );
    });

    it('reads a part of a stream', async () => {
      await log.append(
        'task-1',
        NO_STREAM,
        [0, 1, 2, 3, 4].map((n) => newEvent('Step', { n })),
      );
      await log.append('task-10', NO_STREAM, [newEvent()]);
      const revisions = async (options: { from?: number; limit?: number }) =>
        (await log.readStream('task-1', options)).map(({ revision }) => revision);
      expect(await revisions({})).toEqual([0, 1, 2, 3, 4]);
      expect(await revisions({ from: 3 })).toEqual([3, 4]);
      expect(await revisions({ from: 1, limit: 2 })).toEqual([1, 2]);
      expect(await revisions({ from: 5 })).toEqual([]);
    });

    it('reads the whole log in batches, in the order of positions', async () => {
      for (let n = 0; n < 7; n++) await log.append(`task-${n % 3}`, Math.floor(n / 3) - 1, [newEvent('Step', { n })]);
      for (const batch of [1, 2, 7, 100]) {
        expect((await everything(batch)).map(({ data }) => data)).toEqual([...Array(7).keys()].map((n) => ({ n })));
      }
      const positions = (await everything()).map(({ position }) => position);
      for (let i = 1; i < positions.length; i++) {
        expect(positions[i]).toMatch(/^\d+$/);
        expect(comparePositions(positions[i - 1]!, positions[i]!)).toBeLessThan(0);
      }
      expect(await log.readAll((await log.end())!, 10)).toEqual([]);
    });

    it('ends a read once its events have spent the budget of bytes', async () => {
      const texts = ['a', 'b'.repeat(3_000), 'c'.repeat(3_000), 'd'];
      await log.append(
        'task-1',
        NO_STREAM,
        texts.map((text) => newEvent('Said', { text })),
      );
      const firstLetters = (events: readonly RecordedEvent[]) =>
        events.map(({ data }) => (data as { text: string }).text[0]).join('');
      const read = async (bytes: number) => {
        const [all, stream] = [new ByteBudget(bytes), new ByteBudget(bytes)];
        const found = firstLetters(await log.readAll(null, 10, all));
        expect(firstLetters(await log.readStream('task-1', { budget: stream }))).toBe(found);
        expect(stream.isSpent).toBe(all.isSpent);
        return `${found}${all.isSpent ? ', spent' : ''}`;
      };
      expect(await read(1)).toBe('a, spent');
      expect(await read(3_000)).toBe('ab, spent');
      expect(await read(100_000)).toBe('abcd');
      expect(firstLetters(await log.readStream('task-1', { from: 2, limit: 1, budget: new ByteBudget() }))).toBe('c');
    });

    it('refuses a position beyond its end', async () => {
      const { position } = await log.append('task-1', NO_STREAM, [newEvent()]);
      expect(await log.readAll(position, 10)).toEqual([]);
      for (const beyond of [
        String(BigInt(position) + 1n),
        String(BigInt(position) + 1_000_000n),
        `1${position}`,
        'x',
      ]) {
        await expect(log.readAll(beyond, 10)).rejects.toBeInstanceOf(RangeError);
      }
    });

    it('finds the event at a position, and counts the events between two', async () => {
      for (let n = 0; n < 5; n++) await log.append(`task-${n % 2}`, Math.floor(n / 2) - 1, [newEvent('Step', { n })]);
      const events = await everything();
      for (const event of events) expect(await log.at(event.position)).toEqual(event);
      const last = events.at(-1)!.position;
      for (const beyond of [String(BigInt(last) + 1n), `1${last}`]) {
        expect(await log.at(beyond)).toBeNull();
        await expect(log.count(null, beyond)).rejects.toBeInstanceOf(RangeError);
      }
      expect(await log.count(null, last)).toBe(5);
      expect(await log.count(events[1]!.position, last)).toBe(3);
      expect(await log.count(last, last)).toBe(0);
    });

    it('never lets an event appear before a position that was given', async () => {
      const seen: RecordedEvent[] = [];
      const writing = Promise.all(
        Array.from({ length: 8 }, async (_, writer) => {
          for (let n = 0; n < 20; n++) await log.append(`task-${writer}`, 2 * n - 1, [newEvent(), newEvent()]);
        }),
      );
      while (seen.length < 320) {
        seen.push(...(await log.readAll(seen.at(-1)?.position ?? null, 50)));
        await new Promise((resolve) => setImmediate(resolve));
      }
      await writing;
      expect(seen).toEqual(await everything());
      expect(await log.readAll(null, 319)).toHaveLength(319);
    });

    it('rings the bell when there is more, and not for one who has stopped', async () => {
      let rings = 0;
      const stopFirst = log.onAppended(() => {
        throw new Error('a listener that fails does not hinder the others');
      });
      const rung = new Promise<void>((resolve) => {
        log.onAppended(() => {
          rings++;
          resolve();
        });
      });
      const appended = await log.append('task-1', NO_STREAM, [newEvent()]);
      await rung;
      expect(await log.end()).toBe(appended.position);
      stopFirst();
      const stop = log.onAppended(() => {
        rings = -1000;
      });
      stop();
      await log.append('task-1', 0, [newEvent()]);
      expect(rings).toBeGreaterThanOrEqual(1);
    });

    it('shows what is acknowledged to every reader at once', async () => {
      for (let n = 0; n < 10; n++) {
        const { position } = await log.append('task-1', n - 1, [newEvent()]);
        expect((await log.readAll(null, 100)).at(-1)!.position).toBe(position);
      }
    });

    it('refuses what no store could take, and works on', async () => {
      const fine = newEvent();
      const refused: [string, number, NewEvent[]][] = [
        ['', NO_STREAM, [fine]],
        ['$system', NO_STREAM, [fine]],
        ['úkol 1', NO_STREAM, [fine]],
        ['task-1', -2, [fine]],
        ['task-1', 0.5, [fine]],
        ['task-1', NO_STREAM, []],
        ['task-1', NO_STREAM, [newEvent('$type')]],
        ['task-1', NO_STREAM, [newEvent('')]],
        ['task-1', NO_STREAM, [newEvent('Type', {}, 'no-uuid')]],
        ['task-1', NO_STREAM, [{ ...fine, data: undefined }]],
        ['task-1', NO_STREAM, [fine, fine]],
        ['task-1', NO_STREAM, [newEvent('Type', 'x'.repeat(1024 * 1024))]],
      ];
      for (const [stream, revision, events] of refused) {
        await expect(log.append(stream, revision, events)).rejects.toBeInstanceOf(RangeError);
      }
      const large = newEvent('Type', 'x'.repeat(1024 * 1024 - 2));
      await log.append('task-1', NO_STREAM, [large]);
      expect(await everything()).toHaveLength(1);
    });

    it('has a name of its own that stays', async () => {
      expect(await log.identity()).toBe(await log.identity());
      const other = await makeLog();
      try {
        expect(await other.identity()).not.toBe(await log.identity());
      } finally {
        await other.close();
      }
    });

    it('finishes what is waiting when it is closed, and then takes nothing', async () => {
      const appends = Array.from({ length: 10 }, (_, n) => log.append(`task-${n}`, NO_STREAM, [newEvent()]));
      const closing = log.close();
      expect(await Promise.all(appends)).toHaveLength(10);
      await closing;
      await expect(log.append('task-11', NO_STREAM, [newEvent()])).rejects.toBeInstanceOf(StoreUnavailable);
      await log.close();
    });
  });
}

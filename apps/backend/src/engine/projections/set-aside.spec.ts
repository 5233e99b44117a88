import { join } from 'node:path';
import type { Message, RecordedEvent } from '@gos/domain';
import type { Lookup } from '@gos/projections';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '../../kernel/store-errors';
import { PinoLogger } from '../../observability/logger';
import { temporaryFolder } from '../../stores/drivers/sqlite/testing/temporary-folder';
import { SqliteEventLog } from '../../stores/event-log/sqlite.event-log';
import { maxDocumentBytes } from '../../stores/read-models/document-limits';
import type { ModelDocument, ReadModels } from '../../stores/read-models/read-models';
import { SqliteReadModels } from '../../stores/read-models/sqlite.read-models';
import { append } from '../../testing/appended';
import type { AnyModel } from './batch';
import { Projector } from './projector';
import { type NewlySetAside, warnOfSetAside } from './set-aside';

/** Counts the events of its stream, and holds what they said last. */
interface Counter extends ModelDocument {
  readonly count: number;
  readonly text: string;
  readonly seen?: number;
}

/** The data of the tests' events, whose types do not exist in the product. */
const said = (event: RecordedEvent) => event.data as { readonly text?: string; readonly of?: string };

describe('a document that cannot be made or kept', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let log: SqliteEventLog;
  let store: SqliteReadModels;

  beforeEach(() => {
    folder = temporaryFolder();
    log = new SqliteEventLog(join(folder.path, 'log.sqlite'));
    store = new SqliteReadModels(join(folder.path, 'views.sqlite'));
  });
  afterEach(async () => {
    await Promise.all([log.close(), store.close()]);
    folder.remove();
  });

  /** One document for each task, which throws at events that say so, and one more that counts all of them. */
  const counting = (more: Partial<AnyModel> = {}): AnyModel => ({
    name: 'counter',
    version: 1000,
    indexes: [{ fields: ['text'] }],
    own: {
      stream: 'task',
      otherwise(document, event) {
        const { count = 0 } = (document ?? {}) as Partial<Counter>;
        const { text = '' } = said(event);
        if (text === 'throw') throw new TypeError(`${text} Jan Novák`);
        const id = event.stream.slice('task-'.length);
        return { id, count: count + 1, text } as Counter;
      },
    },
    ...more,
  });

  const says = (task: string, ...texts: string[]) =>
    append(
      log,
      `task-${task}`,
      texts.map((text): Message => ({ type: 'TaskPlanned', data: { text } })),
    );

  async function projected(model: AnyModel, on: ReadModels = store): Promise<NewlySetAside[]> {
    await on.open(model);
    const told: NewlySetAside[] = [];
    const projector = new Projector(log, on, [model], { onSetAside: (documents) => told.push(...documents) });
    await projector.begin();
    await projector.catchUp();
    expect(await on.checkpoint(model)).toBe(await log.end());
    return told;
  }

  const counts = async (model: AnyModel) => {
    const found: Record<string, number> = {};
    for await (const { id, count } of store.all<Counter>(model)) found[id] = count;
    return found;
  };

  it('stays as it was before the event, and all others take theirs', async () => {
    const model = counting();
    const before = await says('1', 'a', 'b');
    await says('2', 'a');
    const since = await says('1', 'throw');
    await says('1', 'c');
    await says('2', 'b');
    await says('3', 'a', 'throw');
    const told = await projected(model);
    expect(await counts(model)).toEqual({ 1: 2, 2: 2, 3: 1 });
    expect(await store.setAside(model)).toEqual([
      {
        id: '1',
        position: before,
        since,
        reason: expect.stringMatching(
          /^TaskPlanned could not be applied: TypeError in otherwise at set-aside\.spec\.ts:\d+$/,
        ),
        at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
      expect.objectContaining({ id: '3' }),
    ]);
    expect(told.map(({ model: name, setAside }) => [name, setAside.id])).toEqual([
      ['counter', '1'],
      ['counter', '3'],
    ]);
  });

  it('is not there when it never was, and takes nothing later, after a start anew neither', async () => {
    const model = counting();
    const since = await says('1', 'throw');
    await says('2', 'a');
    expect(await projected(model)).toHaveLength(1);
    await says('1', 'b');
    await says('2', 'b');
    expect(await projected(model)).toEqual([]);
    expect(await counts(model)).toEqual({ 2: 2 });
    expect(await store.setAside(model)).toMatchObject([{ id: '1', position: null, since }]);
  });

  it('is made by a later build that can, and set aside in one that cannot either', async () => {
    await says('1', 'a', 'throw', 'b');
    await projected(counting());
    const mended = counting({ version: 1001 });
    const own = { stream: 'task', otherwise: (document: unknown) => ({ id: '1', ...(document as object) }) };
    await projected({ ...mended, own } as AnyModel);
    expect(await store.setAside(mended)).toEqual([]);
    const again = counting({ version: 1002 });
    await projected(again);
    expect(await store.setAside(again)).toMatchObject([{ id: '1' }]);
  });

  it.each([200, 7, 1])(
    'is found in batches of %s when the store refuses it, and told of without its content',
    async (batchSize) => {
      const model = counting();
      const large = 'x'.repeat(900_000);
      const own: AnyModel['own'] = {
        stream: 'task',
        otherwise: (document, event) => {
          const { text = '', count = 0 } = (document ?? {}) as Partial<Counter>;
          const id = event.stream.slice('task-'.length);
          return { id, text: `${text}${said(event).text}`, count: count + 1 } as Counter;
        },
      };
      const growing = { ...model, own } as AnyModel;
      await says('2', 'a');
      let frozenAt = '';
      for (let n = 1; n <= 18; n++) {
        const position = await says('1', large);
        if (n === 18) frozenAt = position;
        await says('2', 'b');
      }
      await says('1', large);
      await says('2', 'c');
      await store.open(growing);
      const projector = new Projector(log, store, [growing], { batchSize });
      await projector.begin();
      await projector.catchUp();
      expect(await counts(growing)).toEqual({ 1: 18, 2: 20 });
      const [one, ...others] = await store.setAside(growing);
      expect(others).toEqual([]);
      expect(one).toMatchObject({
        id: '1',
        position: frozenAt,
        reason: expect.stringContaining(`${maxDocumentBytes}`),
      });
      expect(one!.reason.length).toBeLessThan(100);
    },
  );

  it('is refused for a value that does not fit the declaration too', async () => {
    const own = {
      stream: 'task',
      otherwise: (_: unknown, event: RecordedEvent) => ({
        id: event.stream.slice('task-'.length),
        count: 1,
        text: said(event).text === 'odd' ? { odd: true } : 'fine',
      }),
    };
    const model = { ...counting(), own } as unknown as AnyModel;
    await says('1', 'odd');
    await says('2', 'a', 'odd');
    await says('3', 'a');
    await projected(model);
    expect(await counts(model)).toEqual({ 2: 1, 3: 1 });
    expect((await store.setAside(model)).map(({ id }) => id)).toEqual(['1', '2']);
  });

  it('is seen as it is frozen by others that look it up', async () => {
    const looking = counting({
      others: {
        ids: (event) => (said(event).of === undefined ? [] : ['looker']),
        otherwise: async (_, __, id, lookup: Lookup<ModelDocument>) => {
          const { count } = (await lookup.get('1')) as Counter;
          return { id, count: 0, text: '', seen: count } as Counter;
        },
      },
    });
    await says('1', 'a', 'throw', 'b');
    await append(log, 'user-1', [{ type: 'UserRenamed', data: { of: '1' } }]);
    await projected(looking);
    expect(await store.get(looking, 'looker')).toMatchObject({ seen: 1 });
  });

  it('is warned of with model, id, position and reason, of very many the first ones only', () => {
    const lines: string[] = [];
    const warn = warnOfSetAside(new PinoLogger('info', { write: (line) => void lines.push(line) }));
    const of = (id: number, error: unknown): NewlySetAside => ({
      model: 'counter',
      setAside: { id: `${id}`, position: '3', since: '4', reason: 'It is nested', at: '2026-11-25T08:00:00.000Z' },
      error,
    });
    warn([of(1, null), of(2, new TypeError('odd'))]);
    warn(Array.from({ length: 200 }, (_, n) => of(n + 3, null)));
    const told = lines.map((line) => JSON.parse(line));
    const facts = { level: 40, msg: 'A document is set aside', model: 'counter', position: '3', since: '4' };
    expect(told[0]).toEqual(expect.objectContaining({ ...facts, id: '1', reason: 'It is nested' }));
    expect(told[0]).not.toHaveProperty('err');
    expect(told[1]).toMatchObject({ id: '2', err: { type: 'TypeError' } });
    expect(told).toHaveLength(101);
    expect(told[100].msg).toContain('npm run ops -- set-aside');
  });

  describe('because it cannot be told which ones an event concerns', () => {
    const failing = (what: 'ids' | 'find') =>
      counting({
        others: {
          [what]: () => {
            throw new RangeError('Jan Novák');
          },
          on: { TaskPlanned: (document) => document },
        },
      });

    it.each(['ids', 'find'] as const)(
      'is noted under the event’s own id (%s), and the known ones take it',
      async (what) => {
        const model = failing(what);
        await says('1', 'a', 'b');
        await says('2', 'a');
        await projected(model);
        expect(await counts(model)).toEqual({ 1: 2, 2: 1 });
        const events = await log.readAll(null, 10);
        expect(await store.setAside(model)).toEqual(
          events.map(({ id, position }) =>
            expect.objectContaining({
              id,
              position: null,
              since: position,
              reason: expect.stringMatching(
                /^TaskPlanned could not be assigned to documents: RangeError in Object.\w+ at set-aside\.spec\.ts:\d+$/,
              ),
            }),
          ),
        );
      },
    );
  });

  describe('is not one whose making', () => {
    const away = new StoreUnavailable('The database does not answer', 'not-written');
    /** Fails once with what is not the document's fault. */
    const failingOnce = (method: 'get' | 'find' | 'getMany' | 'write', error: Error): ReadModels => {
      let isAway = true;
      const failing = (...given: unknown[]) => {
        if (!isAway) return (store[method] as (...all: unknown[]) => unknown).apply(store, given);
        isAway = false;
        return Promise.reject(error);
      };
      return Object.create(store, { [method]: { value: failing } });
    };
    const looking = () =>
      counting({
        indexes: [{ fields: ['text'] }],
        others: {
          find: async (_, lookup) => (await lookup.find('text', 'nothing')).map(({ id }) => id),
          on: {
            UserRenamed: async (_, __, id, lookup) => {
              try {
                await lookup.get('other');
              } catch {
                throw new Error('made another error of it');
              }
              return { id } as ModelDocument;
            },
          },
          ids: () => ['seen'],
        },
      });

    it.each([
      ['get', away],
      ['find', away],
      ['getMany', away],
      ['write', away],
    ] as const)('failed for the store (%s): the batch is tried again and nothing set aside', async (method, error) => {
      const model = looking();
      await says('1', 'a');
      await append(log, 'user-1', [{ type: 'UserRenamed', data: {} }]);
      await store.open(model);
      const projector = new Projector(log, failingOnce(method, error), [model]);
      await projector.begin();
      await expect(projector.catchUp()).rejects.toBe(error);
      expect(projector.applied).toBeNull();
      await projector.catchUp();
      expect(projector.applied).toBe(await log.end());
      expect(await store.setAside(model)).toEqual([]);
      expect(await store.get(model, 'seen')).toBeDefined();
    });

    it('failed once for an unknown reason: the batch is tried again at once and nothing set aside', async () => {
      const model = looking();
      await says('1', 'a');
      await store.open(model);
      const errors: unknown[] = [];
      const unknown = new Error('not known to be anything');
      const options = { onError: (error: unknown) => errors.push(error) };
      const projector = new Projector(log, failingOnce('write', unknown), [model], options);
      await projector.begin();
      await projector.catchUp();
      expect(errors).toEqual([unknown]);
      expect(projector.applied).toBe(await log.end());
      expect(await store.setAside(model)).toEqual([]);
    });
  });
});

import { type Message, type RecordedEvent, taskStream } from '@gos/domain';
import { taskSamples } from '@gos/domain/task/task.samples';
import { worklogSamples } from '@gos/domain/worklog/worklog.samples';
import {
  type HistoryStep,
  noMoment,
  stepAfter,
  type TaskActivityDocument,
  type TaskMoment,
  taskActivityModel,
  type WholeStep,
} from '@gos/projections';
import { fed, recorded } from '@gos/projections/testing/fed';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ActiveReadModels } from '../../engine/projections/active-read-models';
import type { EventLog } from '../../stores/event-log/event-log';
import type { Filter, FindOptions } from '../../stores/read-models/read-models';
import { findByReference } from '../../stores/read-models/testing/read-models.reference';
import { TaskHistories } from './task-histories';

const taskId = 12;
const created = { ...taskSamples.TaskCreated, data: { ...taskSamples.TaskCreated.data, taskId } };
const minute = (n: number) => new Date(Date.UTC(2026, 10, 2, 8, n)).toISOString();

/** The events of the test in turn; `n` is the place of one. */
const happenings: readonly ((n: number) => readonly [string, Message])[] = [
  (n) => {
    const from = n === happenings.length ? created.data.name : `Name ${n - happenings.length}`;
    return [taskStream(taskId), { type: 'TaskEdited', data: { changes: [{ field: 'name', from, to: `Name ${n}` }] } }];
  },
  (n) => [taskStream(taskId), { type: 'CommentAdded', data: { commentId: n, text: `Word ${n}`, mentions: [] } }],
  () => ['worklog-2', { ...worklogSamples.TimeAdded, data: { ...worklogSamples.TimeAdded.data, taskId } }],
  (n) => [taskStream(taskId), { type: 'BudgetAdded', data: { ...taskSamples.BudgetAdded.data, amount: n } }],
  (n) => [
    taskStream(taskId),
    { type: 'TaskEdited', data: { changes: [{ field: 'description', to: `${n} ${'x'.repeat(2_500)}` }] } },
  ],
];

/** Every seventh comes late: the clock of its process is behind by five minutes. */
function longHistory(length: number): RecordedEvent[] {
  const first = recorded(taskStream(taskId), created, 1, minute(0));
  const rest = Array.from({ length: length - 1 }, (_, index) => {
    const n = index + 1;
    const [stream, event] = happenings[n % happenings.length]!(n);
    return recorded(stream, event, 1, minute(n % 7 === 0 ? n - 5 : n));
  });
  return [first, ...rest];
}

describe('the histories of tasks', () => {
  let events: readonly RecordedEvent[];
  let documents: readonly TaskActivityDocument[];
  let all: readonly HistoryStep[];
  /** Entries of the index. */
  let read = 0;
  /** Long events. */
  let readFromLog = 0;
  let held: readonly TaskActivityDocument[];
  let histories: TaskHistories;

  beforeAll(async () => {
    events = longHistory(1_000);
    documents = await entriesOf(events);
    all = told(documents);
  });
  beforeEach(() => {
    held = documents;
    [read, readFromLog] = [0, 0];
    histories = newHistories();
  });

  const entriesOf = async (of: readonly RecordedEvent[]) =>
    [...(await fed(taskActivityModel, of)).values()].filter(({ event }) => event !== undefined);

  /** Everything folded from its beginning. */
  function told(entries: readonly TaskActivityDocument[], until = Number.POSITIVE_INFINITY): HistoryStep[] {
    let moment: TaskMoment = noMoment;
    return entries.flatMap((item) => {
      const { data, metadata } = events.find(({ id }) => id === item.id)!;
      if (Date.parse(metadata.at) > until) return [];
      const step = stepAfter(moment, { ...item, event: { ...item.event, data } } as TaskActivityDocument);
      ({ moment } = step);
      return [step];
    });
  }

  function newHistories(): TaskHistories {
    const find = (_model: unknown, filter: Filter, options: FindOptions = {}) => findByReference(held, filter, options);
    const readModels = {
      get: async (_model: unknown, id: string) => held.find((entry) => entry.id === id),
      find: async (...of: Parameters<typeof find>) => {
        const found = find(...of);
        read += found.length;
        return found;
      },
      count: async (...of: Parameters<typeof find>) => find(...of).length,
    };
    const log = {
      readStream: async (stream: string, { from }: { from: number }) => {
        readFromLog += 1;
        return events.filter((event) => event.stream === stream && event.revision === from);
      },
    };
    return new TaskHistories(readModels as unknown as ActiveReadModels, log as unknown as EventLog);
  }

  const tells = ({ item, changes, revision }: WholeStep) => ({ id: item.id, changes, revision });
  const toldAt = ({ item, changes, moment }: HistoryStep) => ({
    id: item.id,
    changes,
    revision: moment.task!.revision,
  });

  it.each([
    ['the first', [0]],
    ['the last', [999]],
    ['a page at the end', Array.from({ length: 25 }, (_, n) => 975 + n)],
    ['all', Array.from({ length: 1_000 }, (_, n) => n)],
    ['some, of which others lie between', [3, 4, 5, 250, 251, 777]],
  ])('tell what each entry changed and what the task was after it: %s', async (_, places) => {
    const chosen = places.map((place) => documents[place]!);
    const steps = await histories.steps(taskId, chosen);
    expect(steps.map(tells)).toEqual(places.map((place) => toldAt(all[place]!)));
    // However long: the entries themselves leave out what long comments say.
    expect(steps.map(({ item }) => item.event.data)).toEqual(places.map((place) => all[place]!.item.event.data));
  });

  it('hold nothing of a task without any, and give nothing for no entries', async () => {
    expect(await histories.steps(taskId, [])).toEqual([]);
    held = [];
    expect(await histories.momentAt(taskId, minute(5))).toEqual(noMoment);
  });

  it('tell what the task was at an instant, whatever came late', async () => {
    for (const at of [5_000, 999, 700, 502, 247, 208, 7, 6, 5, 4, 0, 750]) {
      const moment = told(documents, Date.parse(minute(at))).at(-1)!.moment;
      expect(await histories.momentAt(taskId, minute(at))).toEqual(moment);
    }
    expect(await histories.momentAt(taskId, '2026-11-02T07:59:59.999Z')).toEqual(noMoment);
  });

  it('go on from where they came before', async () => {
    const last = documents.slice(-1);
    await histories.steps(taskId, last);
    const cold = read;
    read = 0;
    const [step] = await histories.steps(taskId, last);
    expect(tells(step!)).toEqual(toldAt(all.at(-1)!));
    // Work and budgets are folded; edits and comments are only counted.
    expect(cold).toBeLessThan(420);
    expect(read).toBeLessThan(15);
  });

  it('read no more long events than they show, and the one before them', async () => {
    await histories.steps(taskId, documents.slice(-1));
    expect(readFromLog).toBe(2);
    readFromLog = 0;
    // Five edits of the description, and the one before the first of them.
    await histories.steps(taskId, documents.slice(-25));
    expect(readFromLog).toBeLessThanOrEqual(2 * 5 + 1);
  });

  it('are folded anew where the log is another one', async () => {
    await histories.steps(taskId, documents.slice(-1));
    const others = documents.map((entry) => ({ ...entry, id: `other-${entry.id}` }));
    others.splice(5, 5);
    held = others;
    read = 0;
    await histories.steps(taskId, others.slice(-1));
    expect(read).toBeGreaterThan(390);
  });

  it('name the entries of which something holds that was written', async () => {
    const written = ({ event }: { event: { data: object } }) => (event.data as { text?: string }).text === 'Word 11';
    const found = await histories.those(taskId, ['CommentAdded'], written);
    expect(found.map(({ id }) => id)).toEqual([documents[11]!.id]);
  });
});

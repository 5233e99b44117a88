import type { Message, RecordedEvent } from '@gos/domain';
import { taskSamples } from '@gos/domain/task/task.samples';
import { describe, expect, it } from '@jest/globals';
import { type TaskActivityDocument, taskActivityModel } from '../task-activity/task-activity';
import { fed, recorded } from '../testing/fed';
import { changesBetween, type HistoryStep, needsData, noMoment, stepAfter, type TaskMoment } from './task-history';

const steps: readonly [string, Message][] = [
  [
    '2026-11-20T08:00:00.000Z',
    { type: 'TaskCreated', data: { ...taskSamples.TaskCreated.data, taskId: 1, name: 'First' } },
  ],
  ['2026-11-20T09:00:00.000Z', { type: 'TaskEdited', data: { changes: [{ field: 'description', to: '<p>new</p>' }] } }],
  ['2026-11-20T10:00:00.000Z', { type: 'TaskAssigned', data: { from: 2, to: null } }],
  [
    '2026-11-20T11:00:00.000Z',
    { type: 'TaskEdited', data: { changes: [{ field: 'name', from: 'First', to: 'Second' }] } },
  ],
];

/** The entries in the order of the log, without the places of things. */
async function entriesOf(events: readonly RecordedEvent[]): Promise<TaskActivityDocument[]> {
  const documents = [...(await fed(taskActivityModel, events)).values()];
  return documents.filter(({ event }) => event !== undefined).sort((a, b) => (a.order < b.order ? -1 : 1));
}

async function history() {
  const events = steps.map(([at, event]) => recorded('task-1', event, 1, at));
  return entriesOf(events);
}

async function told(): Promise<HistoryStep[]> {
  let moment: TaskMoment = noMoment;
  return (await history()).map((item) => {
    const step = stepAfter(moment, item);
    ({ moment } = step);
    return step;
  });
}

describe('the history of a task', () => {
  it('shows each change with its old value, folded where the event has none', async () => {
    const [creation, described, unassigned] = await told();
    expect(creation?.moment.task?.revision).toBe(1);
    expect(creation?.changes).toEqual(
      expect.arrayContaining([
        { field: 'name', from: null, to: 'First' },
        { field: 'solver', from: null, to: 2 },
      ]),
    );
    const empty = ['result', 'subtasks', 'deleted', 'spentMinutes', 'rating'];
    expect(creation?.changes.filter(({ field }) => empty.includes(field))).toEqual([]);
    const before = taskSamples.TaskCreated.data.description;
    expect(described?.changes).toEqual([{ field: 'description', from: before, to: '<p>new</p>' }]);
    expect(unassigned?.changes).toEqual([
      { field: 'state', from: 'assigned', to: 'created' },
      { field: 'solver', from: 2, to: null },
    ]);
  });

  it('keeps the task after each event', async () => {
    const moments = (await told()).map(({ moment }) => moment.task);
    expect(moments.at(-1)?.name).toBe('Second');
    expect(moments.at(-2)).toMatchObject({ name: 'First', solverId: null });
  });

  it('names each field once in the difference of two moments', async () => {
    const [first, ...others] = await told();
    const changes = changesBetween(first!.moment, others.at(-1)!.moment);
    expect(changes.map(({ field }) => field)).toEqual(['name', 'description', 'state', 'solver']);
  });

  it('keeps what is long in the log alone, and tells without it that somebody said something', async () => {
    const said = (text: string) => ({ type: 'CommentAdded', data: { commentId: 1, text, mentions: [] } });
    const described = { type: 'TaskEdited', data: { changes: [{ field: 'description', to: 'a'.repeat(2_000) }] } };
    const events = [taskSamples.TaskCreated, said('short'), said('x'.repeat(2_000)), described];
    const items = await entriesOf(events.map((event) => recorded('task-12', event)));
    expect(items.map(({ event }) => event.data === null)).toEqual([false, false, true, true]);
    expect(items.map(needsData)).toEqual([false, false, false, true]);
    expect(items.map(({ revision }) => revision)).toEqual(
      [...items.map(({ revision }) => revision)].sort((a, b) => a - b),
    );
    let moment: TaskMoment = noMoment;
    for (const item of items.slice(0, 3)) ({ moment } = stepAfter(moment, item));
    expect(moment.task?.revision).toBe(3);
  });
});

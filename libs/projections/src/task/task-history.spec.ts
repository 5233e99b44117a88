import type { Message } from '@gos/domain';
import { taskSamples } from '@gos/domain/task/task.samples';
import { describe, expect, it } from '@jest/globals';
import { taskActivityModel } from '../task-activity/task-activity';
import { fed, recorded } from '../testing/fed';
import { changesBetween, historyOf, momentAt } from './task-history';

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

async function history() {
  const events = steps.map(([at, event]) => recorded('task-1', event, 1, at));
  const documents = await fed(taskActivityModel, events);
  return [...documents.values()].sort((a, b) => (a.order < b.order ? -1 : 1));
}

describe('the history of a task', () => {
  it('shows each change with its old value, folded where the event has none', async () => {
    const [creation, described, unassigned] = historyOf(await history());
    expect(creation?.revision).toBe(1);
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

  it('gives the task at a moment, that moment included, and nothing before its creation', async () => {
    const items = await history();
    expect(momentAt(items, '2026-11-20T11:00:00.000Z').task?.name).toBe('Second');
    expect(momentAt(items, '2026-11-20T10:59:59.999Z').task).toMatchObject({ name: 'First', solverId: null });
    expect(momentAt(items, '2026-11-20T07:59:59.999Z').task).toBeNull();
  });

  it('names each field once in the difference of two moments', async () => {
    const items = await history();
    const changes = changesBetween(momentAt(items, '2026-11-20T08:30:00Z'), momentAt(items, '2026-11-20T12:00:00Z'));
    expect(changes.map(({ field }) => field)).toEqual(['name', 'description', 'state', 'solver']);
  });
});

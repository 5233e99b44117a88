import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { activityClassOf } from '../history/activity';
import { activityClasses } from '../kernel/activity';
import { creation, happened, historyTo, taskIn } from '../testing/task-scene';
import { type EventWithTime, type Task, taskStates } from './task';
import type { TaskEvent } from './task.events';
import { countsAsRevision, evolveTask } from './task.events';
import { taskSamples } from './task.samples';

const samples = Object.values(taskSamples) as TaskEvent[];
const fold = (events: readonly EventWithTime<TaskEvent>[]) => events.reduce<Task | null>(evolveTask, null);
const anyHistory = fc
  .array(fc.record({ sample: fc.constantFrom(...samples), actor: fc.option(fc.integer({ min: 1, max: 4 })) }))
  .map((steps) => steps.map(({ sample, actor }) => happened(sample, actor)));

/** Throws when anything is written to. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

describe('folding', () => {
  test.each(taskStates)('takes every event in the state %s, and writes to nothing that it is given', (state) => {
    for (const sample of samples) {
      const task = frozen(taskIn(state));
      expect(evolveTask(task, frozen(happened(sample)))).not.toBeNull();
      expect(evolveTask({ ...task, deleted: true }, happened(sample, null))).not.toBeNull();
    }
  });

  test('a task begins with its creation and with nothing else', () => {
    for (const sample of samples) {
      const begins = sample.type === 'TaskCreated' || sample.type === 'TaskCreatedForContractor';
      expect(evolveTask(null, happened(sample)) !== null).toBe(begins);
    }
  });

  test('a creation from before there was a field has its default', () => {
    const { gitBranch: _, priority: __, ...older } = taskSamples.TaskCreated.data;
    const event = { ...happened(taskSamples.TaskCreated), data: older } as unknown as EventWithTime<TaskEvent>;
    expect(evolveTask(null, event)).toMatchObject({ gitBranch: null, priority: 5 });
  });

  test('an event of a later version that is not known here changes nothing but the revision', () => {
    const later = { ...happened(taskSamples.TaskDeleted), type: 'TaskPainted' } as unknown as EventWithTime<TaskEvent>;
    expect(evolveTask(taskIn('assigned'), later)).toEqual({ ...taskIn('assigned'), revision: 2 });
  });

  test('is deterministic, and a history may be folded in two goes', () => {
    fc.assert(
      fc.property(anyHistory, fc.nat(), (steps, cut) => {
        const history = [...historyTo('created'), ...steps];
        const at = cut % history.length;
        expect(fold(history)).toEqual(fold(history));
        expect(history.slice(at).reduce<Task | null>(evolveTask, fold(history.slice(0, at)))).toEqual(fold(history));
      }),
    );
  });

  test('the revision counts every event but notifications, places in a board, links with a git host and reactions', () => {
    const quiet = ['UsersNotified', 'TaskReordered', 'TaskLinked', 'ReactionAdded', 'ReactionRemoved'];
    fc.assert(
      fc.property(anyHistory, (steps) => {
        const counted = steps.filter(({ type }) => !quiet.includes(type)).length;
        expect(fold([...historyTo('created'), ...steps])!.revision).toBe(1 + counted);
      }),
    );
    expect(countsAsRevision('UsersNotified')).toBe(false);
    const reminded = evolveTask(taskIn('assigned'), happened(taskSamples.UsersNotified));
    expect(reminded).toEqual({ ...taskIn('assigned'), reminded: ['deadline-soon'] });
  });

  test('somebody is acknowledged or passive, never both', () => {
    fc.assert(
      fc.property(anyHistory, (steps) => {
        const task = fold([...historyTo('assigned', { acknowledged: [1, 2], passive: [2, 3] }), ...steps])!;
        expect(task.passive.filter((id) => task.acknowledged.includes(id))).toEqual([]);
      }),
    );
  });
});

describe('what the events make of a task', () => {
  const folded = (event: TaskEvent, before = taskIn('assigned')) => evolveTask(before, happened(event))!;

  test('created for another contractor, its creator is on notice, even if named as passive', () => {
    const event = {
      type: 'TaskCreatedForContractor',
      data: { ...creation, contractorId: 1, passive: [4, 7] },
    } as const;
    const task = evolveTask(null, happened(event, 7))!;
    expect(task).toMatchObject({ contractorId: 1, createdBy: 7, acknowledged: [3, 7], passive: [4], revision: 1 });
    expect(evolveTask(null, happened(event, null))!.acknowledged).toEqual([3]);
    expect(evolveTask(null, happened(event, 3))!.acknowledged).toEqual([3]);
  });

  test('edits set their fields', () => {
    const { name, tags, priority, gitBranch } = folded(taskSamples.TaskEdited);
    expect({ name, tags, priority, gitBranch }).toEqual({
      name: 'Připravit nabídku pro Nováka a syny',
      tags: ['nabídka'],
      priority: 9,
      gitBranch: null,
    });
  });

  test('handed over, returned and handed over again', () => {
    const fulfilled = taskIn('fulfilled');
    expect(fulfilled).toMatchObject({ state: 'fulfilled', result: 'Hotovo', completedBy: 2 });
    expect(taskIn('returned')).toMatchObject({
      state: 'returned',
      completedAt: null,
      completedBy: null,
      outcome: null,
    });
  });

  test('accepted, with a reservation when there is one, and its reductions add up', () => {
    const accepted = folded(taskSamples.TaskAccepted, taskIn('fulfilled'));
    expect(accepted).toMatchObject({
      state: 'solved',
      outcome: 'accepted-with-reservation',
      reservation: 'Příště prosím i s anglickou verzí.',
      rating: 4,
      acceptedBy: 1,
      costReduction: { amount: '250.50', currency: 'CZK' },
      comments: { count: 2, removed: [] },
    });
    const again = folded(taskSamples.TaskAccepted, folded(taskSamples.TaskRestored, accepted));
    expect(again.costReduction).toEqual({ amount: '501.00', currency: 'CZK' });
    expect(taskIn('solved').outcome).toBe('accepted');
  });

  test('restored, it is nobody’s success any more', () => {
    const restored = folded(taskSamples.TaskRestored, folded(taskSamples.TaskAccepted, taskIn('fulfilled')));
    expect(restored).toMatchObject({
      state: 'assigned',
      outcome: null,
      solvedAt: null,
      acceptedBy: null,
      completedBy: null,
      reservation: null,
      rating: null,
    });
    expect(folded(taskSamples.TaskRestored, { ...taskIn('solved'), solverId: null }).state).toBe('created');
  });

  test('ended by the contractor or by itself', () => {
    expect(folded(taskSamples.TaskEndedByContractor)).toMatchObject({ state: 'solved', outcome: 'ended' });
    expect(folded(taskSamples.TaskEndedAutomatically).outcome).toBe('ended-automatically');
  });

  test('files and comments are marked, not lost', () => {
    const added = folded(taskSamples.CommentAdded, folded(taskSamples.DocumentAdded));
    expect(added.files).toMatchObject([{ fileId: 32, addedBy: 1, deleted: false }]);
    const removed = folded(taskSamples.CommentRemoved, folded(taskSamples.DocumentRemoved, added));
    expect(removed.files[0]!.deleted).toBe(true);
    expect(removed.comments.removed).toEqual([1]);
    expect(folded(taskSamples.CommentRestored, folded(taskSamples.DocumentRestored, removed))).toMatchObject({
      files: added.files,
      comments: added.comments,
    });
  });

  test('a subtask told of twice is there once', () => {
    expect(folded(taskSamples.SubtaskAdded, folded(taskSamples.SubtaskAdded)).subtasks).toEqual([13]);
  });

  test('the plain ones', () => {
    expect(folded(taskSamples.DeadlineMoved).deadline).toBe('2026-11-28T12:00:00.000Z');
    expect(folded(taskSamples.TaskPlanned).shownDate).toBe('2026-11-23');
    expect(folded({ type: 'TaskAssigned', data: { from: 2, to: null } })).toMatchObject({
      state: 'created',
      solverId: null,
    });
    expect(folded({ type: 'TaskAssigned', data: { from: 2, to: 3 } }, taskIn('returned')).state).toBe('assigned');
    expect(folded(taskSamples.EstimateReduced).estimateMinutes).toBe(180);
    expect(folded(taskSamples.BudgetReduced).budget).toEqual({ amount: '9999.99', currency: 'CZK' });
    expect(folded(taskSamples.TaskMoved)).toMatchObject({ projectId: 5, boardId: 9 });
    expect(folded(taskSamples.TaskUndeleted, folded(taskSamples.TaskDeleted)).deleted).toBe(false);
  });
});

test('every activity class of the specification has its event', () => {
  expect([...new Set(Object.values(activityClassOf))].sort()).toEqual([...activityClasses].sort());
});

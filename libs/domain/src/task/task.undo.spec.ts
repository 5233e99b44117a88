import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Actor } from '../kernel/actor';
import { isRefusal } from '../kernel/refusal';
import { keysOf } from '../kernel/tables';
import { factsOf, historyTo, inactive, people, project } from '../testing/task-scene';
import { UndoScene } from '../testing/undo-scene';
import { type EventWithTime, type Task, taskStates } from './task';
import type { TaskBodies } from './task.bodies';
import { taskAggregate } from './task.commands';
import type { TaskEvent } from './task.events';
import type { TaskFacts } from './task.rules';
import { taskSamples } from './task.samples';
import { taskUndoing, undoRefusalOfType } from './task.undo';

const { contractor, solver, manager, auditor, stranger } = people;

class Stream extends UndoScene<TaskBodies, Task, TaskEvent, TaskFacts> {
  constructor(history: readonly EventWithTime<TaskEvent>[] = []) {
    super({
      aggregate: taskAggregate as never,
      undoing: taskUndoing as never,
      id: 12,
      factsOf: (actor) =>
        factsOf(actor, {
          project: { id: project, active: true },
          board: { id: 8, projectId: project, solverId: null },
        }),
    });
    for (const event of history) this.append(event.metadata.actor, [event]);
  }

  get task(): Task {
    return this.state;
  }
}

/** The contractor as an admin, who may do everything but the solver's work. */
const keeper: Actor = { ...people.admin, id: 1 };

const kept = { revision: 0, repeated: null } as const;

/** Without bookkeeping: numbers of comments, deleted files and the order of participants. */
const comparable = (task: Task) => ({
  ...task,
  ...kept,
  comments: [...task.comments.removed].sort(),
  files: task.files.filter(({ deleted }) => !deleted),
  acknowledged: [...task.acknowledged].sort(),
  passive: [...task.passive].sort(),
});

const isCreation = (type: string) => type.startsWith('TaskCreated');
const undoable = keysOf(taskSamples).filter((type) => undoRefusalOfType(type) === null && !isCreation(type));
const others = undoable.filter((type) => !/^(Comment|Document|TaskAccepted)/.test(type));
const said: ReadonlySet<string> = new Set(['CommentAdded', 'TaskAccepted']);

/** Comments that an undo deletes stay deleted; they are compared by the deletion itself. */
const withoutNewComments = (task: Task, before: Task) => ({
  ...comparable(task),
  comments: comparable(task).comments.filter((id) => id <= before.comments.count),
});

describe('undo', () => {
  test('every event type has an opposite or a reason', () => {
    const without = keysOf(taskSamples).filter((type) => undoRefusalOfType(type) !== null);
    expect(without).toEqual([
      'TaskLinked',
      'ContractorChanged',
      'SubtaskAdded',
      'CommentEdited',
      'ReactionAdded',
      'ReactionRemoved',
      'TaskEndedAutomatically',
      'UsersNotified',
    ]);
  });

  test('restores the task, and its own undo restores the change', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...undoable),
        fc.constantFrom(...taskStates),
        fc.array(fc.constantFrom(...others), { maxLength: 3 }),
        (type, state, earlier) => {
          const stream = new Stream(historyTo(state));
          // Numbers of comments and files occur once.
          if (type !== 'CommentAdded') stream.append(1, [taskSamples.CommentAdded]);
          if (type !== 'DocumentAdded') stream.append(1, [taskSamples.DocumentAdded]);
          for (const one of earlier) stream.append(1, [taskSamples[one] as TaskEvent]);
          const before = stream.task;
          const who = type === 'TaskCompleted' ? solver : keeper;
          const id = stream.append(who.id, [taskSamples[type] as TaskEvent]);
          const after = stream.task;
          if (before.deleted && after.deleted) return;
          const decided = stream.decideUndo(id, who);
          if (isRefusal(decided) && decided.refused === 'task.already-solved') {
            expect(before.state).toBe('solved');
            return;
          }
          // Nobody hands over a task without a solver, and plans belong to the contractor of that moment.
          fc.pre(!isRefusal(decided) || decided.refused !== 'task.forbidden');
          const undoId = stream.undo(id, who);
          expect(withoutNewComments(stream.task, before)).toEqual(withoutNewComments(before, before));
          if (said.has(type)) expect(stream.task.comments.removed).toContain(stream.task.comments.count);
          stream.undo(undoId, who);
          expect(comparable(stream.task)).toEqual(comparable(after));
        },
      ),
    );
  });

  test('needs the right that the person has today, also for the undo of an undo', () => {
    const stream = new Stream(historyTo('fulfilled'));
    const id = stream.append(7, [taskSamples.TaskAccepted]);
    const demoted: Actor = { ...manager, projects: { [project]: 'view' } };
    expect(stream.decideUndo(id, demoted)).toMatchObject({ refused: 'task.forbidden' });
    const undoId = stream.undo(id, manager);
    expect(stream.task.state).toBe('fulfilled');
    expect(stream.decideUndo(undoId, demoted)).toMatchObject({ refused: 'task.forbidden' });
    expect(stream.decideUndo(undoId, manager)).not.toMatchObject({ refused: expect.anything() });
  });

  test('does not edit a solved task', () => {
    const stream = new Stream(historyTo('solved'));
    const id = stream.append(1, [taskSamples.TaskEdited]);
    expect(stream.decideUndo(id, contractor)).toMatchObject({ refused: 'task.already-solved' });
  });

  test('moves back only where the person may move tasks to today', () => {
    const stream = new Stream(historyTo('assigned'));
    const id = stream.append(1, [taskSamples.TaskMoved]);
    const from = (taskSamples.TaskMoved.data as { readonly from: { readonly projectId: number | null } }).from;
    expect(from.projectId).not.toBeNull();
    expect(stream.decideUndo(id, contractor)).toMatchObject({ refused: 'task.forbidden' });
    expect(stream.decideUndo(id, keeper)).not.toMatchObject({ refused: expect.anything() });
  });

  test('takes a created task back until somebody else changes it', () => {
    const stream = new Stream(historyTo('assigned'));
    stream.append(1, [taskSamples.TaskPlanned]);
    expect(stream.decideUndo('event-0', contractor)).toMatchObject([{ type: 'TaskDeleted' }, { type: 'ActionUndone' }]);
    stream.append(2, [taskSamples.CommentAdded]);
    expect(stream.decideUndo('event-0', contractor)).toMatchObject({ refused: 'undo.too-late' });
  });

  test('takes an acceptance back, which no command can', () => {
    const stream = new Stream(historyTo('solved'));
    const decided = stream.decideUndo('event-2', contractor);
    expect(decided).toMatchObject([
      { type: 'ActionUndone', data: { eventId: 'event-2', event: 'TaskAccepted', restores: { state: 'fulfilled' } } },
    ]);
  });

  test('takes a result back until somebody has acted on it', () => {
    const stream = new Stream(historyTo('fulfilled'));
    stream.append(1, [taskSamples.CommentAdded]);
    expect(stream.decideUndo('event-1', solver)).toMatchObject([
      { data: { restores: { state: 'assigned', result: null } } },
    ]);
    stream.append(1, [taskSamples.TaskReturned]);
    const { at } = stream.events.at(-1)!.metadata;
    expect(stream.decideUndo('event-1', solver)).toMatchObject({
      refused: 'undo.too-late',
      details: { later: { event: 'TaskReturned', by: 1, at } },
    });
  });

  test('is not prevented by a later change that was undone, until that one is repeated', () => {
    const stream = new Stream(historyTo('assigned'));
    const before = stream.task;
    const edit = (from: string, to: string) =>
      stream.append(1, [{ type: 'TaskEdited', data: { changes: [{ field: 'name', from, to }] } }]);
    const first = edit(before.name, 'Cihly');
    const second = edit('Cihly', 'Malta');
    expect(stream.decideUndo(first, contractor)).toMatchObject({ refused: 'undo.too-late' });
    const undone = stream.undo(second, contractor);
    stream.undo(undone, contractor);
    expect(stream.decideUndo(first, contractor)).toMatchObject({ refused: 'undo.too-late' });
    stream.undo(second, contractor);
    expect(stream.decideUndo(second, contractor)).toMatchObject({ refused: 'undo.already-undone' });
    stream.undo(first, contractor);
    expect(comparable(stream.task)).toEqual(comparable(before));
  });

  test('of a range takes back the work of a solver, which not even an admin may do', () => {
    const stream = new Stream(historyTo('fulfilled'));
    expect(stream.decideUndo('event-1', people.admin, {}, { isOfRange: true })).toMatchObject([
      { type: 'ActionUndone', data: { restores: { state: 'assigned' } } },
    ]);
    expect(stream.decideUndo('event-1', people.admin)).toMatchObject({ refused: 'undo.not-yours' });
  });

  test('undoes all events of a command together, by the id of any of them', () => {
    const stream = new Stream(historyTo('fulfilled'));
    const before = stream.task;
    stream.append(1, [taskSamples.TaskReturned, taskSamples.DeadlineMoved]);
    stream.undo('event-3', contractor);
    expect(comparable(stream.task)).toEqual(comparable(before));
  });

  test('keeps later changes of other fields', () => {
    const stream = new Stream(historyTo('assigned'));
    const id = stream.append(1, [taskSamples.TaskEdited]);
    stream.append(2, [{ type: 'DeadlineMoved', data: { from: null, to: '2026-12-01T12:00:00.000Z' } }]);
    stream.append(2, [{ type: 'ParticipantAdded', data: { userId: 6, kind: 'passive' } }]);
    stream.undo(id, contractor);
    expect(stream.task).toMatchObject({
      name: 'Připravit nabídku',
      deadline: '2026-12-01T12:00:00.000Z',
      passive: [4, 6],
    });
  });

  test('is too late after an assigned solver has handed the task over', () => {
    const stream = new Stream(historyTo('assigned'));
    const id = stream.append(1, [{ type: 'TaskAssigned', data: { from: 2, to: 3 } }]);
    stream.append(3, [taskSamples.TaskCompleted]);
    expect(stream.decideUndo(id, contractor)).toMatchObject({ refused: 'undo.too-late' });
  });

  test('happens once', () => {
    const stream = new Stream(historyTo('assigned'));
    const id = stream.append(1, [taskSamples.TaskPlanned]);
    stream.undo(id, contractor);
    expect(stream.decideUndo(id, contractor)).toMatchObject({ refused: 'undo.already-undone' });
  });

  test('belongs to the person who acted, while they see the task', () => {
    const stream = new Stream(historyTo('assigned'));
    const id = stream.append(1, [taskSamples.TaskPlanned]);
    expect(stream.decideUndo(id, manager)).toMatchObject({ refused: 'undo.not-yours' });
    expect(stream.decideUndo(id, stranger)).toMatchObject({ refused: 'task.forbidden' });
    expect(stream.decideUndo(id, auditor)).toMatchObject({ refused: 'task.auditor' });
    expect(stream.decideUndo('event-9', contractor)).toMatchObject({ refused: 'undo.unknown' });
  });

  test('does not bring back people and places that are gone', () => {
    const stream = new Stream(historyTo('assigned', { solverId: inactive }));
    const id = stream.append(1, [{ type: 'TaskAssigned', data: { from: inactive, to: 3 } }]);
    expect(stream.decideUndo(id, contractor)).toMatchObject({ refused: 'undo.person-gone' });
    const moved = stream.append(1, [
      {
        ...taskSamples.TaskMoved,
        data: { from: { projectId: project, boardId: null }, to: { projectId: null, boardId: null }, order: null },
      },
    ]);
    expect(stream.decideUndo(moved, keeper, { project: null })).toMatchObject({ refused: 'undo.place-gone' });
  });

  test('changes nothing of a deleted task but its deletion', () => {
    const stream = new Stream(historyTo('assigned'));
    const id = stream.append(1, [taskSamples.TaskPlanned]);
    const deletion = stream.append(1, [taskSamples.TaskDeleted]);
    expect(stream.decideUndo(id, contractor)).toMatchObject({ refused: 'task.deleted' });
    expect(stream.decideUndo(deletion, contractor)).toMatchObject([
      { type: 'TaskUndeleted' },
      { type: 'ActionUndone' },
    ]);
  });
});

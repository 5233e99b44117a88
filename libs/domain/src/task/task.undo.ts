import { hasPermission } from '../kernel/actor';
import { type Refusal, type RefusalCode, refuse } from '../kernel/refusal';
import { keysOf } from '../kernel/tables';
import {
  decideUndo,
  editsBack,
  type Undoing,
  type UndoScan,
  type UndoStep,
  type UndoTable,
  undoRefusalIn,
} from '../kernel/undo';
import { same } from '../kernel/values';
import type { EventWithTime, Task } from './task';
import type { TaskBodies } from './task.bodies';
import { budget, deadlineMoved, estimate } from './task.edits';
import { countsAsRevision, evolveTask, type FieldEdit, type TaskEvent, type UndoneFields } from './task.events';
import { byFieldEvent, rightToFieldCommand } from './task.field-commands';
import { isEditedField, personFields } from './task.fields';
import { isMoney } from './task.money';
import { may, type Permission, taskRolesOf } from './task.rights';
import { mayName, type TaskFacts } from './task.rules';
import { differences, kindOfParticipant, undoneAsOf } from './task.undo-scan';

interface OfComment {
  readonly data: { readonly commentId: number };
}
interface OfFile {
  readonly data: { readonly fileId: number };
}

/** No event restores the state of a task: `ActionUndone` does. */
const byFields = { opposite: () => [] };
const consequence = { none: 'undo.consequence' } as const;
const automatic = { none: 'undo.automatic' } as const;
const ofAuthor = { none: 'undo.of-author' } as const;
const deleted: readonly TaskEvent[] = [{ type: 'TaskDeleted', data: {} }];

const deletionBack = {
  opposite(_: unknown, before: Task, now: Task): readonly TaskEvent[] {
    if (before.deleted === now.deleted) return [];
    return before.deleted ? deleted : [{ type: 'TaskUndeleted', data: {} }];
  },
};

const isRemoved = ({ comments }: Task, id: number) => comments.removed.includes(id);

/** A comment that was not there before is deleted. */
const commentBack = {
  opposite({ data: { commentId } }: OfComment, before: Task, now: Task): readonly TaskEvent[] {
    const removed = isRemoved(before, commentId) || commentId > before.comments.count;
    if (removed === isRemoved(now, commentId)) return [];
    return [{ type: removed ? 'CommentRemoved' : 'CommentRestored', data: { commentId } }];
  },
};

const fileIn = ({ files }: Task, id: number) => files.find(({ fileId }) => fileId === id);

/** A file that was not there before is deleted. */
const fileBack = {
  opposite({ data: { fileId } }: OfFile, before: Task, now: Task): readonly TaskEvent[] {
    const removed = fileIn(before, fileId)?.deleted ?? true;
    if (removed === (fileIn(now, fileId)?.deleted ?? true)) return [];
    return [{ type: removed ? 'DocumentRemoved' : 'DocumentRestored', data: { fileId } }];
  },
};

function editedBack(changes: readonly FieldEdit[], before: Task, now: Task): readonly TaskEvent[] {
  const back = editsBack(changes, before, now) as FieldEdit[];
  const type = back.some(({ field }) => isMoney(field)) ? 'TaskMoneyEdited' : 'TaskEdited';
  return [{ type, data: { changes: back } }];
}

function participantBack(
  { data: { userId } }: { readonly data: { readonly userId: number } },
  before: Task,
  now: Task,
): readonly TaskEvent[] {
  const [kind, present] = [kindOfParticipant(before, userId), kindOfParticipant(now, userId)];
  if (kind === present) return [];
  if (kind !== null) return [{ type: 'ParticipantAdded', data: { userId, kind } }];
  return present === null ? [] : [{ type: 'ParticipantRemoved', data: { userId, kind: present } }];
}

const estimateBack = {
  opposite: (_: unknown, before: Task, now: Task): readonly TaskEvent[] =>
    before.estimateMinutes === null
      ? [{ type: 'EstimateReduced', data: { from: now.estimateMinutes, to: null } }]
      : estimate(now, { estimateMinutes: before.estimateMinutes }),
};

const budgetBack = {
  opposite(_: unknown, before: Task, now: Task): readonly TaskEvent[] {
    const { budget: to } = before;
    if (to === null) return [{ type: 'BudgetReduced', data: { from: now.budget, to } }];
    const decided = budget(now, { budget: to }, { currency: to.currency } as TaskFacts);
    return 'refused' in decided ? [] : decided;
  },
};

/**
 * The opposite of each event. `ActionUndone` restores the changed fields that the opposite events do not restore.
 */
const undoes: UndoTable<Task, TaskEvent, TaskFacts> = {
  TaskCreated: { opposite: () => deleted },
  TaskCreatedForContractor: { opposite: () => deleted },
  TaskEdited: { opposite: ({ data }, before, now) => editedBack(data.changes, before, now) },
  TaskMoneyEdited: { opposite: ({ data }, before, now) => editedBack(data.changes, before, now) },
  TaskLinked: automatic,
  DeadlineMoved: { opposite: (_, before, now) => deadlineMoved(now, before.deadline) },
  TaskPlanned: {
    opposite: (_, before, now) => [{ type: 'TaskPlanned', data: { from: now.shownDate, to: before.shownDate } }],
  },
  TaskAssigned: {
    opposite: (_, before, now) => [{ type: 'TaskAssigned', data: { from: now.solverId, to: before.solverId } }],
  },
  ContractorChanged: consequence,
  SubtaskAdded: consequence,
  ParticipantAdded: { opposite: participantBack },
  ParticipantRemoved: { opposite: participantBack },
  DocumentAdded: fileBack,
  DocumentRemoved: fileBack,
  DocumentRestored: fileBack,
  CommentAdded: commentBack,
  CommentEdited: ofAuthor,
  ReactionAdded: ofAuthor,
  ReactionRemoved: ofAuthor,
  CommentRemoved: commentBack,
  CommentRestored: commentBack,
  TaskCompleted: byFields,
  TaskAccepted: {
    opposite: ({ data: { comment } }, before, now) =>
      comment === null ? [] : commentBack.opposite({ data: comment }, before, now),
  },
  TaskReturned: byFields,
  TaskEndedByContractor: byFields,
  TaskEndedAutomatically: automatic,
  TaskRestored: byFields,
  EstimateIncreased: estimateBack,
  EstimateReduced: estimateBack,
  BudgetAdded: budgetBack,
  BudgetReduced: budgetBack,
  TaskMoved: {
    opposite: (_, { projectId, boardId, order }, now) => [
      {
        type: 'TaskMoved',
        data: { from: { projectId: now.projectId, boardId: now.boardId }, to: { projectId, boardId }, order },
      },
    ],
  },
  TaskReordered: {
    opposite: (_, before, now) => [{ type: 'TaskReordered', data: { from: now.order, to: before.order } }],
  },
  ...byFieldEvent(() => byFields),
  TaskDeleted: deletionBack,
  TaskUndeleted: deletionBack,
  UsersNotified: automatic,
  ActionUndone: byFields,
};

/**
 * The right that a person needs today to take back such an event; null where its author may always do it, or nobody. A first
 * estimate needs one of its own.
 */
const rights: { readonly [T in TaskEvent['type']]: Permission | null } = {
  TaskCreated: null,
  TaskCreatedForContractor: null,
  TaskEdited: 'edit',
  TaskMoneyEdited: 'budget',
  TaskLinked: null,
  DeadlineMoved: 'deadline',
  TaskPlanned: 'plan',
  TaskAssigned: 'assign',
  ContractorChanged: null,
  SubtaskAdded: null,
  ParticipantAdded: 'participants',
  ParticipantRemoved: 'participants',
  DocumentAdded: 'files',
  DocumentRemoved: 'files',
  DocumentRestored: 'files',
  CommentAdded: null,
  CommentEdited: null,
  ReactionAdded: null,
  ReactionRemoved: null,
  CommentRemoved: null,
  CommentRestored: null,
  TaskCompleted: 'complete',
  TaskAccepted: 'accept',
  TaskReturned: 'return',
  TaskEndedByContractor: 'end',
  TaskEndedAutomatically: null,
  TaskRestored: 'restore',
  EstimateIncreased: 'estimate',
  EstimateReduced: 'estimate',
  BudgetAdded: 'budget',
  BudgetReduced: 'budget',
  TaskMoved: 'move',
  TaskReordered: 'move',
  ...byFieldEvent(rightToFieldCommand),
  TaskDeleted: 'undelete',
  TaskUndeleted: 'delete',
  UsersNotified: null,
  ActionUndone: null,
};

/** Changes of fields, which nobody makes to a solved task. */
const edits: readonly (Permission | null)[] = [
  ...(['edit', 'budget', 'deadline', 'plan', 'assign', 'participants', 'estimate', 'move'] as const),
];

function rightTo(event: TaskEvent, before: Task): Permission | null {
  // The event that an undo took back is what an undo of the undo repeats.
  const type = event.type === 'ActionUndone' ? event.data.event : event.type;
  const right = Object.hasOwn(rights, type) ? rights[type as TaskEvent['type']] : null;
  return right === 'estimate' && before.estimateMinutes === null ? 'firstEstimate' : right;
}

/** Why a person may not take back such an event today, or null. Roles are those of the task before the action. */
function rightRefusalOf(event: TaskEvent, before: Task, task: Task, { actor }: TaskFacts): RefusalCode | null {
  const right = rightTo(event, before);
  if (right !== null && !may(taskRolesOf(before, actor), right)) return 'task.forbidden';
  if (task.state === 'solved' && before.state === 'solved' && edits.includes(right)) return 'task.already-solved';
  if (event.type !== 'TaskMoved') return null;
  const { projectId } = event.data.from;
  const isOpen = projectId === null || actor.role === 'admin' || hasPermission(actor, projectId, 'edit');
  return isOpen ? null : 'task.forbidden';
}

/** Why an event of a task has no opposite, or null. */
export const undoRefusalOfType = (type: string): RefusalCode | null => undoRefusalIn(undoes, type);

function placeIsGone(event: TaskEvent, { project, board }: TaskFacts): boolean {
  if (event.type !== 'TaskMoved') return false;
  const { projectId, boardId } = event.data.to;
  return (projectId !== null && !project) || (boardId !== null && !board);
}

const people: readonly string[] = personFields.filter(isEditedField);

/** The people whom the opposite events bring back. */
function peopleIn(event: TaskEvent): readonly unknown[] {
  if (event.type === 'TaskAssigned') return [event.data.to];
  if (event.type === 'ParticipantAdded') return [event.data.userId];
  if (event.type !== 'TaskEdited') return [];
  return event.data.changes.filter(({ field }) => people.includes(field)).map(({ to }) => to);
}

/** The people whom the undo may bring back, to be checked before. */
export function peopleBefore({ steps }: UndoScan<Task>): readonly number[] {
  const tasks = steps.flatMap(({ before }) => before ?? []);
  const named = tasks.flatMap((task) => [
    task.solverId,
    ...task.acknowledged,
    ...task.passive,
    ...personFields.map((field): number | null => task[field]),
  ]);
  return [...new Set(named.filter((id) => id !== null))];
}

/**
 * The values of fields that the opposite events leave different from the state before the action, or, for fields changed
 * since, from the present one.
 */
function restoresOf({ steps, after }: UndoScan<Task>, task: Task, undone: Task): UndoneFields {
  const [{ before }] = steps as [UndoStep<Task>];
  if (before === null || after === null) return {};
  const wanted = (field: keyof Task) => (same(task[field], after[field]) ? before : task)[field];
  const fields = keysOf(undone).filter((field) => {
    const as = undoneAsOf(field);
    return (as === 'compared' || as === 'restored') && !same(undone[field], wanted(field));
  });
  return Object.fromEntries(fields.map((field) => [field, wanted(field)]));
}

function refusalOf(_: Task, opposites: readonly TaskEvent[], __: Task, facts: TaskFacts): Refusal | null {
  if (opposites.some((event) => peopleIn(event).some((id) => typeof id === 'number' && !mayName(id, facts))))
    return refuse('undo.person-gone');
  return opposites.some((event) => placeIsGone(event, facts)) ? refuse('undo.place-gone') : null;
}

/** How actions on a task are undone. */
export const taskUndoing: Undoing<Task, TaskEvent, TaskFacts> = {
  initial: null,
  evolve: (task, event) => evolveTask(task, event as EventWithTime<TaskEvent>),
  table: undoes,
  changedBy: (_, before, after) => differences(before, after),
  // A solver acts upon an assignment by changing the state.
  concerns: (changed) => (changed.includes('solverId') ? ['state'] : []),
  isChange: countsAsRevision,
  rightRefusalOf,
  restoreRefusalOf: ({ type }, task, { actor }) =>
    type !== 'CommentRemoved' || may(taskRolesOf(task, actor), 'removeAnyComment') ? null : 'task.forbidden',
  stateRefusalOf: ({ concerned }, { deleted }) => (deleted && !concerned.has('deleted') ? 'task.deleted' : null),
  refusalOf,
  restoresOf,
};

export const undo = (task: Task, body: TaskBodies['undo'], facts: TaskFacts) =>
  decideUndo(taskUndoing, task, body, facts);

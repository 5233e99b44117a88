import { aggregate, type CommandTable } from '../kernel/aggregate';
import { type RefusalCode, refuse } from '../kernel/refusal';
import { keysOf, mapTable, pick } from '../kernel/tables';
import type { Task } from './task';
import type { TaskBodies } from './task.bodies';
import {
  addFile,
  addParticipant,
  comment,
  commentNotFound,
  editComment,
  fileNotFound,
  liftedForAuthors,
  liftedForOneself,
  onlyByAuthor,
  participantNotFound,
  react,
  removeParticipant,
  restoreComment,
  restoreFile,
  takeReactionBack,
} from './task.contents';
import { createRightRefusalOf, createSubtask } from './task.create';
import { remind } from './task.due';
import { assign, budget, edit, estimate, moveDeadline, plan } from './task.edits';
import type { TaskEvent } from './task.events';
import { evolveTask, leavesTask } from './task.events';
import { fieldCommandTable } from './task.field-commands';
import { commandInitials, type EditableField, editableFields, fieldsIn } from './task.fields';
import { follow } from './task.follow';
import { createLinkedTask, link } from './task.links';
import { isMoney } from './task.money';
import { moveTask } from './task.place';
import {
  fieldsEditedBy,
  type TaskCommandRight,
  taskRightRefusalOf,
  taskRolesOf,
  taskStateRefusalOf,
} from './task.rights';
import type { TaskFacts } from './task.rules';
import { accept, complete, end, endAutomatically, restore, returnTask } from './task.transitions';
import { undo } from './task.undo';

function fieldRefusal(task: Task, given: TaskBodies['edit'], { actor }: TaskFacts): RefusalCode | null {
  const only = fieldsEditedBy(taskRolesOf(task, actor));
  return fieldsIn(given).every((field) => only.includes(field)) ? null : 'task.forbidden';
}

/** Whether an If-Match conflict reports the field as changed meanwhile; the editable ones come first and are all reported, except money. */
const isReported: Readonly<Record<Exclude<keyof Task, EditableField>, boolean>> = {
  state: true,
  deadline: true,
  shownDate: true,
  solverId: true,
  projectId: true,
  boardId: true,
  estimateMinutes: true,
  acknowledged: true,
  passive: true,
  result: true,
  ...mapTable(commandInitials, (field) => !isMoney(field)),
  id: false,
  revision: false,
  outcome: false,
  createdAt: false,
  createdBy: false,
  contractorId: false,
  order: false,
  parentId: false,
  subtasks: false,
  budget: false,
  costReduction: false,
  files: false,
  comments: false,
  completedAt: false,
  completedBy: false,
  solvedAt: false,
  acceptedBy: false,
  reservation: false,
  rating: false,
  deleted: false,
  repeated: false,
  hostLink: false,
  movedFrom: false,
  dueSince: false,
  reminded: false,
  restoredAt: false,
};
const editedOf = (task: Task) => pick(task, editableFields);
const otherFields = keysOf(isReported).filter((field) => isReported[field]);
/** Without money, which the reader may not see. */
const fieldsOf = (task: Task) => pick(task, [...editableFields.filter((field) => !isMoney(field)), ...otherFields]);

/** The commands on a task. A command that would change nothing appends no event. */
const taskCommands: CommandTable<TaskBodies, Task, TaskEvent, TaskFacts, TaskCommandRight> = {
  create: { rightRefusalOf: createRightRefusalOf, begins: createLinkedTask },
  createSubtask: { rightRefusalOf: createRightRefusalOf, begins: createSubtask },
  edit: { right: 'edit', narrows: fieldRefusal, edits: editedOf, decide: edit },
  assign: { right: 'assign', decide: assign },
  complete: { right: 'complete', decide: complete },
  accept: { right: 'accept', decide: accept },
  return: { right: 'return', decide: returnTask },
  end: { right: 'end', decide: end },
  endAutomatically: { right: 'endAutomatically', decide: endAutomatically },
  remind: { right: 'remind', decide: remind },
  follow: { right: 'follow', decide: follow },
  restore: { right: 'restore', decide: restore },
  link: { right: 'link', decide: link },
  deadline: { right: 'deadline', decide: moveDeadline },
  plan: { right: 'plan', decide: plan },
  estimate: { right: 'estimate', decide: estimate },
  budget: { right: 'budget', decide: budget },
  move: { right: 'move', decide: moveTask },
  comment: { right: 'comments', decide: comment },
  editComment: { right: 'comments', notFound: commentNotFound(false), narrows: onlyByAuthor, decide: editComment },
  react: { right: 'comments', notFound: commentNotFound(false), decide: react },
  removeReaction: { right: 'comments', notFound: commentNotFound(false), decide: takeReactionBack },
  removeComment: {
    right: 'removeAnyComment',
    notFound: commentNotFound(false),
    lifts: liftedForAuthors,
    decide: (_, { commentId }) => [{ type: 'CommentRemoved', data: { commentId } }],
  },
  restoreComment: {
    right: 'removeAnyComment',
    notFound: commentNotFound(true),
    lifts: liftedForAuthors,
    decide: restoreComment,
  },
  addParticipant: { right: 'participants', decide: addParticipant },
  removeParticipant: {
    right: 'participants',
    notFound: participantNotFound,
    lifts: liftedForOneself,
    decide: removeParticipant,
  },
  addFile: { right: 'files', decide: addFile },
  removeFile: {
    right: 'files',
    notFound: fileNotFound(false),
    decide: (_, { fileId }) => [{ type: 'DocumentRemoved', data: { fileId } }],
  },
  restoreFile: { right: 'files', notFound: fileNotFound(true), decide: restoreFile },
  ...fieldCommandTable,
  delete: { right: 'delete', decide: () => [{ type: 'TaskDeleted', data: {} }] },
  undelete: {
    right: 'undelete',
    // Refused here, before the If-Match check: for a task that is not deleted, an outdated revision does not matter.
    narrows: (task) => (task.deleted ? null : 'task.not-deleted'),
    decide: () => [{ type: 'TaskUndeleted', data: {} }],
  },
  undo: { right: 'undo', decide: undo },
};

export const taskAggregate = aggregate({
  name: 'task',
  initial: null,
  evolve: evolveTask,
  commands: taskCommands,
  missing: 'task.not-found',
  rightRefusalOf: (right, task, { actor }) => taskRightRefusalOf(right, task, taskRolesOf(task, actor)),
  stateRefusal(right, task, { waitingFor, openSubtasks }) {
    const blockers = { waiting: waitingFor.length > 0, openSubtasks: openSubtasks.length };
    const refused = taskStateRefusalOf(right, task, blockers);
    if (refused === 'task.open-subtasks') return refuse(refused, { details: { subtasks: openSubtasks } });
    return refused && refuse(refused);
  },
  revisionOf: ({ revision }) => revision,
  fields: fieldsOf,
  isNonConflicting: leavesTask,
});

import type { RefusalCode } from '../kernel/refusal';
import { editableFields, type Task, type TaskFields } from './task';
import type { TaskCommand } from './task.commands';
import { type Actor, may, type Part, partsOf, rightRefusalOf, solverFields, type TaskAction } from './task.rights';

type CommandOnTask = Exclude<TaskCommand, { type: 'create' }>;

export const fieldsIn = (given: Partial<TaskFields>) => editableFields.filter((field) => given[field] !== undefined);
export const commentIn = (task: Task, commentId: number) =>
  task.comments.find((comment) => comment.commentId === commentId);
export const fileIn = (task: Task, fileId: number) => task.files.find((file) => file.fileId === fileId);

/** The action whose right and states a command needs. */
export const taskActionOf: Record<Exclude<TaskCommand['type'], 'create'>, TaskAction | 'endAutomatically'> = {
  edit: 'edit',
  assign: 'assign',
  complete: 'complete',
  accept: 'accept',
  return: 'return',
  end: 'end',
  endAutomatically: 'endAutomatically',
  restore: 'restore',
  deadline: 'deadline',
  plan: 'plan',
  estimate: 'estimate',
  budget: 'budget',
  move: 'move',
  comment: 'comments',
  removeComment: 'comments',
  restoreComment: 'comments',
  addParticipant: 'participants',
  removeParticipant: 'participants',
  addFile: 'files',
  removeFile: 'files',
  restoreFile: 'files',
  delete: 'delete',
  undelete: 'undelete',
};

/** The missing right to a command: that to its action, save where only the command's body tells. */
function commandRightRefusal(
  task: Task,
  command: CommandOnTask,
  parts: ReadonlySet<Part>,
  actor: Actor,
): RefusalCode | null {
  const refused = rightRefusalOf(taskActionOf[command.type], task, parts);
  if (refused === 'task.auditor') return refused;
  switch (command.type) {
    case 'edit': {
      const only = may(parts, 'editAnyField') ? editableFields : solverFields;
      return refused ?? (fieldsIn(command.fields).every((field) => only.includes(field)) ? null : 'task.forbidden');
    }
    case 'removeParticipant':
      return command.userId === actor.id && may(parts, 'view') ? null : refused;
    case 'removeComment':
    case 'restoreComment': {
      const found = commentIn(task, command.commentId);
      if (found === undefined || may(parts, 'removeAnyComment')) return refused;
      return found.by === actor.id && may(parts, 'view') ? null : 'task.forbidden';
    }
    default:
      return refused;
  }
}

/** What the command's address names within the task and is not there; what is deleted is there only to be brought back. */
function missingOf(task: Task, command: CommandOnTask): RefusalCode | null {
  const lacks = (found: { readonly deleted: boolean } | undefined, remove: boolean) =>
    found === undefined || (remove && found.deleted);
  switch (command.type) {
    case 'removeComment':
    case 'restoreComment':
      return lacks(commentIn(task, command.commentId), command.type === 'removeComment')
        ? 'task.comment.unknown'
        : null;
    case 'removeFile':
    case 'restoreFile':
      return lacks(fileIn(task, command.fileId), command.type === 'removeFile') ? 'task.file.unknown' : null;
    case 'removeParticipant': {
      const { userId } = command;
      return [...task.acknowledged, ...task.passive].includes(userId) ? null : 'task.participant.not-there';
    }
    default:
      return null;
  }
}

/** Why this person may not command this of the task in any state: something named is not there, or a right is missing; or null. */
export function commandRefusalOf(task: Task, command: CommandOnTask, actor: Actor): RefusalCode | null {
  return missingOf(task, command) ?? commandRightRefusal(task, command, partsOf(task, actor), actor);
}

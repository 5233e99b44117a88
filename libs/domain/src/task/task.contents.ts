import { type Refusal, type RefusalCode, refuse, refuseField, refuseFields } from '../kernel/refusal';
import type { Task } from './task';
import type { TaskBodies } from './task.bodies';
import type { TaskEvent } from './task.events';
import { may, mayRemoveComment, taskRolesOf } from './task.rights';
import { filesError, mayName, participantsError, type TaskFacts } from './task.rules';
import { commentOf, commentsError, requiredText } from './task.texts';

/** Comments, files and participants. */

const isComment = ({ comments }: Task, id: number) => id >= 1 && id <= comments.count;
const isRemoved = ({ comments }: Task, id: number) => comments.removed.includes(id);
const fileIn = (task: Task, id: number) => task.files.find(({ fileId }) => fileId === id);

type Decided = readonly TaskEvent[] | Refusal;

export function comment(task: Task, { text }: TaskBodies['comment']): Decided {
  const refused = refuseFields([
    requiredText('text', text, 'task.comment.required') ?? commentsError(task, text, 'text'),
  ]);
  return refused ?? [{ type: 'CommentAdded', data: commentOf(task, text) }];
}

/** A deleted comment exists only for the command that restores it. */
export const commentNotFound =
  (deletedToo: boolean) =>
  (task: Task, { commentId }: TaskBodies['removeComment']): RefusalCode | null =>
    isComment(task, commentId) && (deletedToo || !isRemoved(task, commentId)) ? null : 'task.comment.unknown';

export const fileNotFound =
  (deletedToo: boolean) =>
  (task: Task, { fileId }: TaskBodies['removeFile']): RefusalCode | null => {
    const found = fileIn(task, fileId);
    return found && (deletedToo || !found.deleted) ? null : 'task.file.unknown';
  };

export const participantNotFound = (task: Task, { userId }: TaskBodies['removeParticipant']): RefusalCode | null =>
  [...task.acknowledged, ...task.passive].includes(userId) ? null : 'task.participant.not-there';

/** Authors may remove and restore their own comments. */
export const liftedForAuthors = {
  refusals: ['task.forbidden'],
  when: (task: Task, _: TaskBodies['removeComment'], { actor, commentBy = null }: TaskFacts): boolean =>
    mayRemoveComment(task, commentBy, actor),
} as const;

/** Participants may remove themselves. */
export const liftedForOneself = {
  refusals: ['task.forbidden'],
  when: (task: Task, { userId }: TaskBodies['removeParticipant'], { actor }: TaskFacts): boolean =>
    userId === actor.id && may(taskRolesOf(task, actor), 'view'),
} as const;

export function restoreComment(task: Task, { commentId }: TaskBodies['restoreComment']): Decided {
  return isRemoved(task, commentId) ? [{ type: 'CommentRestored', data: { commentId } }] : refuse('task.comment.there');
}

export function addFile(task: Task, { file }: TaskBodies['addFile']): Decided {
  if (fileIn(task, file.fileId)) return [];
  return refuseFields([filesError(task.files.length + 1, 'file')]) ?? [{ type: 'DocumentAdded', data: file }];
}

export function restoreFile(task: Task, { fileId }: TaskBodies['restoreFile']): Decided {
  const deleted = fileIn(task, fileId)?.deleted;
  return deleted ? [{ type: 'DocumentRestored', data: { fileId } }] : refuse('task.file.there');
}

export function addParticipant(task: Task, { userId, kind }: TaskBodies['addParticipant'], facts: TaskFacts): Decided {
  if (task[kind].includes(userId)) return [];
  if (!mayName(userId, facts)) return refuseField('userId', 'task.participant.unknown');
  const others = [...task.acknowledged, ...task.passive].filter((id) => id !== userId);
  const refused = refuseFields([participantsError(others.length + 1, 'userId')]);
  if (refused) return refused;
  return [{ type: 'ParticipantAdded', data: { userId, kind } }];
}

export function removeParticipant(task: Task, { userId }: TaskBodies['removeParticipant']): readonly TaskEvent[] {
  const kind = task.acknowledged.includes(userId) ? 'acknowledged' : 'passive';
  return [{ type: 'ParticipantRemoved', data: { userId, kind } }];
}

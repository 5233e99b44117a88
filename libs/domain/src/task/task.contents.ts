import { type FieldError, type Refusal, type RefusalCode, refuse, refuseField, refuseFields } from '../kernel/refusal';
import { mentionsIn, normalizeText } from '../kernel/text';
import type { Task } from './task';
import type { OfComment, TaskBodies } from './task.bodies';
import type { TaskEvent } from './task.events';
import { hasReacted } from './task.reactions';
import { may, mayRemoveComment, taskRolesOf } from './task.rights';
import { filesError, mayName, participantsError, type TaskFacts } from './task.rules';
import { commentOf, commentsError, lengthError, requiredText } from './task.texts';

/** Comments, files and participants. */

const isComment = ({ comments }: Task, id: number) => id >= 1 && id <= comments.count;
const isRemoved = ({ comments }: Task, id: number) => comments.removed.includes(id);
const isShown = (task: Task, id: number) => isComment(task, id) && !isRemoved(task, id);
const fileIn = (task: Task, id: number) => task.files.find(({ fileId }) => fileId === id);

type Decided = readonly TaskEvent[] | Refusal;

/** The comment that a command is about or answers, or null. */
export function commentNamedBy({ type, body }: { readonly type: string; readonly body: object }): number | null {
  const given: { readonly commentId?: number; readonly replyTo?: number | null } = body;
  return (type === 'comment' ? given.replyTo : given.commentId) ?? null;
}

/** Why no reply to that comment is taken, or null. Replies are one level deep. */
function replyRefusal(task: Task, id: number | null, { known }: TaskFacts): FieldError | null {
  if (id === null) return null;
  if (!isShown(task, id)) return { path: 'replyTo', code: 'task.comment.no-reply' };
  return known?.replyTo ? { path: 'replyTo', code: 'task.comment.reply-to-reply' } : null;
}

export function comment(task: Task, { text, replyTo = null }: TaskBodies['comment'], facts: TaskFacts): Decided {
  const refused = refuseFields([
    requiredText('text', text, 'task.comment.required') ?? commentsError(task, text, 'text'),
    replyRefusal(task, replyTo, facts),
  ]);
  if (refused) return refused;
  return [{ type: 'CommentAdded', data: { ...commentOf(task, text), ...(replyTo !== null && { replyTo }) } }];
}

/** Only authors change their words: not even admins put words into somebody's mouth. */
export const onlyByAuthor = (
  _: Task,
  __: TaskBodies['editComment'],
  { actor, known }: TaskFacts,
): RefusalCode | null => (known && known.by === actor.id ? null : 'task.comment.not-author');

export function editComment(task: Task, { commentId, text }: TaskBodies['editComment'], { known }: TaskFacts): Decided {
  const refused = refuseFields([
    requiredText('text', text, 'task.comment.required') ?? lengthError(task, text, 'text'),
  ]);
  if (refused) return refused;
  const next = normalizeText(text);
  if (known?.text === next) return [];
  const before = mentionsIn(known?.text ?? '');
  const mentions = mentionsIn(next).filter((id) => !before.includes(id));
  return [{ type: 'CommentEdited', data: { commentId, text: next, mentions } }];
}

export const react = (_: Task, data: TaskBodies['react'], { actor, known }: TaskFacts): Decided =>
  hasReacted(known?.reactions ?? [], data.emoji, actor.id) ? [] : [{ type: 'ReactionAdded', data }];

export const takeReactionBack = (_: Task, data: TaskBodies['removeReaction'], { actor, known }: TaskFacts): Decided =>
  hasReacted(known?.reactions ?? [], data.emoji, actor.id) ? [{ type: 'ReactionRemoved', data }] : [];

/** A deleted comment exists only for the command that restores it. */
export const commentNotFound =
  (deletedToo: boolean) =>
  (task: Task, { commentId }: OfComment): RefusalCode | null =>
    (deletedToo ? isComment : isShown)(task, commentId) ? null : 'task.comment.unknown';

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
  when: (task: Task, _: TaskBodies['removeComment'], { actor, known }: TaskFacts): boolean =>
    mayRemoveComment(task, known?.by ?? null, actor),
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

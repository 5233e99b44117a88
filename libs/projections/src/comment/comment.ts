import { foldWords, type Instant, type Money, type Reaction } from '@gos/domain';
import { withoutReaction, withReaction } from '@gos/domain/task/task.reactions';
import { type Recorded, streamIdIn } from '../kernel/event';
import type { PathOf, ReadModel } from '../kernel/read-model';
import { versions } from '../kernel/versions';

/**
 * A comment. Its visibility is read from its task, so that a change of the task's readers costs the same with any
 * number of comments.
 */
export interface CommentDocument {
  /** `TASK-COMMENT` */
  readonly id: string;
  readonly taskId: number;
  readonly commentId: number;
  readonly at: Instant;
  readonly by: number | null;
  readonly text: string;
  readonly html: string | null;
  readonly editedAt: Instant | null;
  readonly replyTo: number | null;
  readonly reactions: readonly Reaction[];
  /** given with it when the task was accepted */
  readonly rating: number | null;
  readonly costReduction: Money | null;
  readonly deleted: boolean;
  readonly words: readonly string[];
}

/** As lists find it. */
export type ListedCommentDocument = Omit<CommentDocument, 'words'>;

export const commentKey = (taskId: number | string, commentId: number) => `${taskId}-${commentId}`;

type Saying = 'CommentAdded' | 'TaskAccepted';
type Marking = 'CommentRemoved' | 'CommentRestored';
type Reacting = 'ReactionAdded' | 'ReactionRemoved';
type Changing = Marking | Reacting | 'CommentEdited';

function saidIn({ type, data }: Recorded<Saying>) {
  if (type === 'CommentAdded') return { ...data, replyTo: data.replyTo ?? null, rating: null, costReduction: null };
  const { comment, rating, costReduction } = data;
  return comment && { ...comment, replyTo: null, rating, costReduction };
}

const wordsOf = (text: string) => [...new Set(foldWords(text))];

function said(document: CommentDocument | undefined, event: Recorded<Saying>, id: string) {
  const given = saidIn(event);
  if (document || !given) return document;
  const { commentId, text, replyTo, rating, costReduction } = given;
  const { at, actor: by } = event.metadata;
  const taskId = Number(streamIdIn('task', event));
  const plain = { html: null, editedAt: null, replyTo, reactions: [] };
  const words = wordsOf(text);
  return { id, taskId, commentId, at, by, text, ...plain, rating, costReduction, deleted: false, words };
}

const marked = (document: CommentDocument | undefined, { type }: Recorded<Marking>) =>
  document && { ...document, deleted: type === 'CommentRemoved' };

function edited(document: CommentDocument | undefined, { data: { text }, metadata }: Recorded<'CommentEdited'>) {
  return document && { ...document, text, editedAt: metadata.at, words: wordsOf(text) };
}

function reacted(document: CommentDocument | undefined, { type, data: { emoji }, metadata }: Recorded<Reacting>) {
  if (!document || metadata.actor === null) return document;
  const after = type === 'ReactionAdded' ? withReaction : withoutReaction;
  return { ...document, reactions: after(document.reactions, emoji, metadata.actor) };
}

function commentIn(event: Recorded<Saying | Changing>): number | null {
  if (event.type === 'CommentAdded' || event.type === 'TaskAccepted') return saidIn(event)?.commentId ?? null;
  return event.data.commentId;
}

export const commentModel: ReadModel<CommentDocument, PathOf<CommentDocument>, ListedCommentDocument> = {
  name: 'comment',
  version: versions.comment,
  indexes: [
    { fields: ['taskId', 'deleted', 'commentId'] },
    { fields: ['taskId', 'commentId'] },
    { fields: ['words'], kind: 'words' },
  ],
  unindexedFields: ['by'],
  longFields: ['words'],
  others: {
    ids(event) {
      const taskId = streamIdIn('task', event);
      const commentId = commentIn(event as Recorded<Saying | Changing>);
      return taskId === null || commentId === null ? [] : [commentKey(taskId, commentId)];
    },
    on: {
      CommentAdded: said,
      TaskAccepted: said,
      CommentEdited: edited,
      ReactionAdded: reacted,
      ReactionRemoved: reacted,
      CommentRemoved: marked,
      CommentRestored: marked,
    },
  },
};

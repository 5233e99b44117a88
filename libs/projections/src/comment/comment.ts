import { foldWords, type Instant, type Money } from '@gos/domain';
import { type Recorded, streamIdIn } from '../kernel/event';
import type { PathOf, ReadModel } from '../kernel/read-model';
import { versions } from '../kernel/versions';

export interface Reaction {
  readonly emoji: string;
  readonly users: readonly number[];
}

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

function saidIn({ type, data }: Recorded<Saying>) {
  if (type === 'CommentAdded') return { ...data, rating: null, costReduction: null };
  const { comment, rating, costReduction } = data;
  return comment && { ...comment, rating, costReduction };
}

function said(document: CommentDocument | undefined, event: Recorded<Saying>, id: string) {
  const given = saidIn(event);
  if (document || !given) return document;
  const { commentId, text, rating, costReduction } = given;
  const { at, actor: by } = event.metadata;
  const taskId = Number(streamIdIn('task', event));
  const plain = { html: null, editedAt: null, replyTo: null, reactions: [] };
  const words = [...new Set(foldWords(text))];
  return { id, taskId, commentId, at, by, text, ...plain, rating, costReduction, deleted: false, words };
}

const marked = (document: CommentDocument | undefined, { type }: Recorded<Marking>) =>
  document && { ...document, deleted: type === 'CommentRemoved' };

function commentIn(event: Recorded<Saying | Marking>): number | null {
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
      const commentId = commentIn(event as Recorded<Saying | Marking>);
      return taskId === null || commentId === null ? [] : [commentKey(taskId, commentId)];
    },
    on: { CommentAdded: said, TaskAccepted: said, CommentRemoved: marked, CommentRestored: marked },
  },
};

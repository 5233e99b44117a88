import {
  type EventWithTime,
  evolveTask,
  foldWords,
  type Instant,
  type Money,
  partiesOf,
  type Task,
  type TaskEvent,
} from '@gos/domain';
import type { ReadModel } from '../kernel/read-model';
import { versions } from '../kernel/versions';
import type { Guarded } from '../kernel/visibility';

export interface DiscussionComment {
  readonly commentId: number;
  readonly at: Instant;
  readonly by: number | null;
  readonly text: string;
  readonly rating: number | null;
  readonly costReduction: Money | null;
  readonly deleted: boolean;
}

/** The comments of a task, apart from the task document to keep that small for lists. */
export interface TaskDiscussionDocument extends Guarded {
  readonly id: string;
  readonly deleted: boolean;
  /** The task's state without long texts and lists, needed to fold its parties. */
  readonly task: Task;
  readonly comments: readonly DiscussionComment[];
  readonly words: readonly string[];
}

function commentsAfter(
  comments: readonly DiscussionComment[],
  event: EventWithTime<TaskEvent>,
): readonly DiscussionComment[] {
  const { at, actor: by } = event.metadata;
  switch (event.type) {
    case 'CommentAdded': {
      const { commentId, text } = event.data;
      return [...comments, { commentId, at, by, text, rating: null, costReduction: null, deleted: false }];
    }
    case 'TaskAccepted': {
      const { comment, rating, costReduction } = event.data;
      if (comment === null) return comments;
      return [
        ...comments,
        { commentId: comment.commentId, at, by, text: comment.text, rating, costReduction, deleted: false },
      ];
    }
    case 'CommentRemoved':
    case 'CommentRestored':
      return comments.map((comment) =>
        comment.commentId === event.data.commentId ? { ...comment, deleted: event.type === 'CommentRemoved' } : comment,
      );
    default:
      return comments;
  }
}

export const taskDiscussionModel: ReadModel<TaskDiscussionDocument> = {
  name: 'task-discussion',
  version: versions['task-discussion'],
  indexes: [{ fields: ['parties'], kind: 'many' }, { fields: ['projectId'] }, { fields: ['words'], kind: 'words' }],
  unindexedFields: ['deleted', 'task.id'],
  own: {
    stream: 'task',
    otherwise(document, event) {
      const task = evolveTask(document?.task ?? null, event);
      if (task === null) return undefined;
      const before = document?.comments ?? [];
      const comments = commentsAfter(before, event);
      return {
        id: String(task.id),
        deleted: task.deleted,
        parties: partiesOf(task),
        projectId: task.projectId,
        task: { ...task, description: '', files: [], comments: [], result: null },
        comments,
        words:
          document !== undefined && comments === before
            ? document.words
            : [...new Set(comments.filter(({ deleted }) => !deleted).flatMap(({ text }) => foldWords(text)))],
      };
    },
  },
};

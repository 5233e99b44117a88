import type { FieldError } from '../kernel/refusal';
import { mentionsIn, tidy } from '../kernel/text';
import type { Task } from './task';

/** Texts that a person writes about a task. */

export const requiredText = (path: string, value: string, missing: FieldError['code']): FieldError | null =>
  tidy(value) === '' ? { path, code: missing } : null;

const nextCommentId = (task: Task) => task.comments.reduce((last, { commentId }) => Math.max(last, commentId), 0) + 1;
export const commentOf = (task: Task, text: string) => ({
  commentId: nextCommentId(task),
  text: tidy(text),
  mentions: mentionsIn(text),
});

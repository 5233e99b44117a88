import type { FieldError } from '../kernel/refusal';
import { mentionsIn, tidy } from '../kernel/text';
import type { Task } from './task';
import { taskFieldChecks } from './task.fields';

/** Texts that a person writes about a task. */

export function requiredText(
  path: string,
  value: string | null | undefined,
  missing: FieldError['code'],
): FieldError | null {
  return value === null || value === undefined || tidy(value) === ''
    ? { path, code: missing }
    : taskFieldChecks.text(value, path);
}

export function optionalText(path: string, value: string | null | undefined): FieldError | null {
  return value === null || value === undefined ? null : taskFieldChecks.text(value, path);
}

const nextCommentId = (task: Task) => task.comments.reduce((last, { commentId }) => Math.max(last, commentId), 0) + 1;
export const commentOf = (task: Task, text: string) => ({
  commentId: nextCommentId(task),
  text: tidy(text),
  mentions: mentionsIn(text),
});

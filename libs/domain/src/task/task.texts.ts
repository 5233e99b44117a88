import { limits } from '../kernel/limits';
import type { FieldError } from '../kernel/refusal';
import { bytesOf, mentionsIn, normalizeText } from '../kernel/text';
import { tooMany } from '../kernel/too-many';
import type { Task } from './task';

/** Texts that a person writes about a task. */

export const requiredText = (path: string, value: string, missing: FieldError['code']): FieldError | null =>
  normalizeText(value) === '' ? { path, code: missing } : null;

export const commentOf = ({ comments }: Task, text: string) => ({
  commentId: comments.count + 1,
  text: normalizeText(text),
  mentions: mentionsIn(text),
});

/** Why the task takes no further comment, or not one this long. */
export function commentsError(task: Task, text: string, path: string): FieldError | null {
  const { max } = limits.comments;
  return task.comments.count >= max ? tooMany(path, 'comments', max) : lengthError(task, text, path);
}

/** Why the task takes no further text of a comment this long. */
export function lengthError({ comments: { bytes } }: Task, text: string, path: string): FieldError | null {
  const { maxBytes } = limits.comments;
  return bytes + bytesOf(normalizeText(text)) > maxBytes
    ? tooMany(path, 'bytes-of-comments', maxBytes / 1024 / 1024)
    : null;
}

import type { FieldError } from './refusal';

/** What there may be so much of. Each has a sentence of its own, which says what to do: `validation.too-many.WHAT`. */
export type Limited =
  | 'comments'
  /** the number is in MiB */
  | 'bytes-of-comments'
  | 'subtasks'
  | 'files'
  /** files that no task holds */
  | 'uploads'
  | 'participants'
  | 'predecessors'
  | 'successors'
  | 'members'
  | 'projects'
  /** projects of a manager that one person is added to */
  | 'shared-projects'
  | 'closed-months'
  | 'corrections';
export function tooMany(path: string, what: Limited, max: number): FieldError {
  return { path, code: 'validation.too-many', params: { max, what } };
}

import type { FieldError } from './refusal';

/** The things whose number is limited. Each has a sentence that names the next step: `validation.too-many.WHAT`. */
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

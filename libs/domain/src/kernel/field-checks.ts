import { limits } from './limits';
import { nameCharactersError } from './name-characters';
import type { FieldError } from './refusal';
import { bytesOf, codePoints, normalizeText, normalText } from './text';

/** Checks the name of a project, board, position or webhook: 1 to 100 code points. */
export function nameError(
  value: string,
  path: string,
  code: 'project.name.too-long' | 'board.name.too-long' | 'position.name.too-long' | 'webhook.name.too-long',
): FieldError | null {
  const length = codePoints(normalizeText(value));
  if (length === 0) return { path, code: 'validation.required' };
  const { max } = limits.name;
  return length > max ? { path, code, params: { max } } : nameCharactersError(value, path);
}

/** Checks a description in HTML, of a task or a project. */
export function descriptionError(value: string, path: string): FieldError | null {
  const { max, maxBytes } = limits.description;
  if (codePoints(normalText(value)) > max) return { path, code: 'task.description.too-long', params: { max } };
  return bytesOf(value) > maxBytes
    ? { path, code: 'task.description.too-large', params: { max: maxBytes / 1024 } }
    : null;
}

/** Checks a plain text of several lines. */
export function textError(value: string, path: string): FieldError | null {
  const { max } = limits.text;
  return codePoints(normalizeText(value)) > max ? { path, code: 'validation.too-long', params: { max } } : null;
}

/** Checks a text that is required: 1 to `max` code points. */
export function requiredTextError(value: string, path: string, max: number): FieldError | null {
  const length = codePoints(normalizeText(value));
  if (length === 0) return { path, code: 'validation.required' };
  return length > max ? { path, code: 'validation.too-long', params: { max } } : null;
}

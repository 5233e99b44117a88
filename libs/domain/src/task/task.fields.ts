import { dayError, instantError } from '../kernel/calendar';
import { limits } from '../kernel/limits';
import { nameCharactersError } from '../kernel/name-characters';
import type { FieldError } from '../kernel/refusal';
import { mapTable } from '../kernel/tables';
import { bytesOf, codePoints, normalizeText, normalText } from '../kernel/text';
import { shortTexts } from './task';

/** Checks of a task's fields, shared by the browser's forms and the server, so that both report the same errors. */

type Check = (value: never, path: string) => FieldError | null;

const tooLong = (path: string, value: string, max: number): FieldError | null =>
  codePoints(normalizeText(value)) > max ? { path, code: 'validation.too-long', params: { max } } : null;

const lengths = mapTable(
  shortTexts,
  (field, max) =>
    (value: string, path: string = field) =>
      tooLong(path, value, max) ?? nameCharactersError(value, path),
);

export const taskFieldChecks = {
  ...lengths,
  name(value: string, path = 'name'): FieldError | null {
    const length = codePoints(normalizeText(value));
    if (length < limits.name.min) return { path, code: 'task.name.too-short', params: { min: limits.name.min } };
    if (length > limits.name.max) return { path, code: 'task.name.too-long', params: { max: limits.name.max } };
    return nameCharactersError(value, path);
  },
  description(value: string, path = 'description'): FieldError | null {
    const { max, maxBytes } = limits.description;
    if (codePoints(normalText(value)) > max) return { path, code: 'task.description.too-long', params: { max } };
    return bytesOf(value) > maxBytes
      ? { path, code: 'task.description.too-large', params: { max: maxBytes / 1024 } }
      : null;
  },
  priority(value: number, path = 'priority'): FieldError | null {
    const { min, max } = limits.priority;
    return Number.isInteger(value) && value >= min && value <= max ? null : { path, code: 'task.priority.range' };
  },
  tags(value: readonly string[], path = 'tags'): FieldError | null {
    if (new Set(value.map(normalizeText)).size > limits.tags.max) {
      return { path, code: 'task.tags.too-many', params: { max: limits.tags.max } };
    }
    const wrong = value.findIndex(
      (tag) => codePoints(normalizeText(tag)) < 1 || codePoints(normalizeText(tag)) > limits.tags.length,
    );
    if (wrong >= 0) return { path: `${path}.${wrong}`, code: 'task.tag.length', params: { max: limits.tags.length } };
    return value.map((tag, index) => nameCharactersError(tag, `${path}.${index}`)).find((error) => error) ?? null;
  },
  estimateMinutes(value: number, path = 'estimateMinutes'): FieldError | null {
    if (!Number.isInteger(value)) return { path, code: 'validation.integer' };
    if (value < 1) return { path, code: 'validation.too-small', params: { min: 1 } };
    const { max } = limits.estimateMinutes;
    return value > max ? { path, code: 'validation.too-large', params: { max } } : null;
  },
  deadline: (value: string, path = 'deadline') => instantError(value, path),
  shownDate: (value: string, path = 'shownDate') => dayError(value, path),
  externalUrl(value: string, path = 'externalUrl'): FieldError | null {
    if (!/^https?:\/\/[^\s/]+/i.test(value.trim())) return { path, code: 'validation.url' };
    return lengths.externalUrl(value, path);
  },
  text(value: string, path = 'text'): FieldError | null {
    return tooLong(path, value, limits.text.max);
  },
  rating(value: number, path = 'rating'): FieldError | null {
    const { min, max } = limits.rating;
    return Number.isInteger(value) && value >= min && value <= max ? null : { path, code: 'task.rating.range' };
  },
} satisfies Record<string, Check>;

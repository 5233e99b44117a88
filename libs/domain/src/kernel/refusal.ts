import { refusalSentences } from './refusal-sentences';

export type RefusalCode = keyof typeof refusalSentences;

export interface FieldError {
  /** Path of the field in the body: `name`, `tags.3`. Empty for the whole body. */
  readonly path: string;
  readonly code: RefusalCode;
  readonly params?: RefusalParams;
}

export type RefusalParams = Readonly<Record<string, string | number>>;

/** Why something may not be. Plain data, so that the server answers it and the browser says it at once. */
export interface Refusal {
  readonly refused: RefusalCode;
  readonly params?: RefusalParams;
  readonly errors?: readonly FieldError[];
  /** What stands in the way, such as the open subtasks of a task. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export function refuse(code: RefusalCode, more: Omit<Refusal, 'refused'> = {}): Refusal {
  return { refused: code, ...more };
}

/** A rule broken by one field. */
export function refuseField(path: string, code: RefusalCode, params?: RefusalParams): Refusal {
  return { refused: code, params, errors: [{ path, code, params }] };
}

/** One refusal of all fields that break a rule, in the order given; null when none does. A single one speaks for itself. */
export function refuseFields(checked: readonly (FieldError | null)[]): Refusal | null {
  const errors = checked.filter((error) => error !== null);
  const [first] = errors;
  if (first === undefined) return null;
  return errors.length === 1
    ? refuse(first.code, { params: first.params, errors })
    : refuse('validation.failed', { errors });
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value;
}

/** The English sentence of a code, its parameters filled in; one that is not known leaves no gap. */
export function refusalSentence(code: RefusalCode, params: RefusalParams = {}): string {
  const filled = refusalSentences[code].replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
  return filled.replace(/ {2,}/g, ' ');
}

import { type RefusalCode, refusalSentences } from './refusals';

export type { RefusalCode } from './refusals';

export interface FieldError {
  /** Path of the field in the body: `name`, `tags.3`. Empty for the whole body. */
  readonly path: string;
  readonly code: RefusalCode;
  readonly params?: RefusalParams;
}

export type RefusalParams = Readonly<Record<string, string | number>>;

/** Why a command is refused. Plain data: the server sends it, and the browser computes it without asking the server. */
export interface Refusal {
  readonly refused: RefusalCode;
  readonly params?: RefusalParams;
  readonly errors?: readonly FieldError[];
  /** The things that prevent the command, such as the open subtasks of a task. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export function refuse(code: RefusalCode, more: Omit<Refusal, 'refused'> = {}): Refusal {
  return { refused: code, ...more };
}

/** A refusal because of one field. */
export function refuseField(path: string, code: RefusalCode, params?: RefusalParams): Refusal {
  return { refused: code, params, errors: [{ path, code, params }] };
}

/**
 * One refusal for all field errors, in their order; null when there are none. The code of a single error becomes the refusal's
 * code.
 */
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

/**
 * Returns the code of a refusal's sentence. A limit has a sentence of its own for each kind of thing that it counts.
 */
function sentenceCodeOf(code: RefusalCode, { what }: RefusalParams = {}): RefusalCode {
  const own = `${code}.${what}`;
  return what !== undefined && Object.hasOwn(refusalSentences, own) ? (own as RefusalCode) : code;
}

/** The English sentence of a code with its parameters filled in; an unknown parameter becomes an empty text. */
export function refusalSentence(code: RefusalCode, params: RefusalParams = {}): string {
  const filled = refusalSentences[sentenceCodeOf(code, params)].replace(/\{(\w+)(?:, number)?\}/g, (_, name: string) =>
    String(params[name] ?? ''),
  );
  return filled.replace(/ {2,}/g, ' ');
}

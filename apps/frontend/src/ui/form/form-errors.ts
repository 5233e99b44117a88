import type { Problem } from '@gos/contract';
import type { FieldError } from '@gos/domain';
import type { RefObject } from 'react';
import type { Say } from '../../i18n';
import { focusFieldSoon } from '../send-form';

/** Sentences by the path of their field. */
export type FieldTexts = Readonly<Record<string, string>>;
/** Errors by the path of their field: codes of the domain, or sentences of the form. */
export type FieldErrors = Readonly<Record<string, FieldError | string | false | null | undefined>>;

/** The fields of a path in the server's answer; the first of them shows the refusal. */
export type FieldOf<T> = (path: string, values: T) => string | readonly string[] | null;

export const fieldOfPath = (path: string, values: object) => (path.split('.')[0]! in values ? path : null);

export const fieldsOf = (field: string | readonly string[] | null): readonly string[] =>
  typeof field === 'string' ? [field] : (field ?? []);

export const textsOf = (errors: FieldErrors, t: Say): FieldTexts =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([path, error]) =>
      error ? [[path, typeof error === 'string' ? error : t(error.code, error.params)]] : [],
    ),
  );

/** The refusals of the server at their fields, the first of each. */
export function refusedTexts(problem: Problem | null, fieldOf: (path: string) => ReturnType<FieldOf<never>>, t: Say) {
  const found: Record<string, string> = {};
  for (const { path, message, code, params } of problem?.errors ?? []) {
    const [field] = fieldsOf(fieldOf(path));
    if (field !== undefined) found[field] ??= t(code, params) || message;
  }
  return found as FieldTexts;
}

/** @param onWrong runs before the field gets the focus, so that a form can unfold it */
export function focusFirst(
  form: RefObject<HTMLElement | null>,
  found: FieldTexts,
  onWrong?: (field: HTMLElement) => void,
) {
  const first = () => {
    const fields = form.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [];
    return [...fields].find(({ dataset }) => dataset.field! in found);
  };
  if (Object.keys(found).length === 0) return;
  const present = first();
  if (present) onWrong?.(present);
  focusFieldSoon(first);
}

import { type ReactNode, useState } from 'react';
import { useT } from '../../i18n';
import type { useOwnFields } from '../../lib/use-own-fields';
import { type FieldErrors, textsOf } from './form-errors';

export interface FormInputsOptions<T extends object> {
  /** Errors in the order of the fields. Call the checks of the domain. */
  readonly check: (values: T) => FieldErrors;
  /** Codes that are shown while the field is typed, not only once it was left or sent. */
  readonly atOnce?: (code: string) => boolean;
  /** Checks only when the form is sent, and drops a field's error when the field is changed. */
  readonly forgiving?: boolean;
  /** A refusal is about several fields together: any change drops it. */
  readonly refusedTogether?: boolean;
}

/** The fields of a form with their values and errors. */
export function useFormInputs<T extends object>(
  { form, draft, change: changeOwn }: ReturnType<typeof useOwnFields<T>>,
  { check, atOnce, forgiving = false, refusedTogether = false }: FormInputsOptions<T>,
) {
  const t = useT();
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState<ReactNode>(null);
  const errors = check(draft);
  const wrong = textsOf(errors, t);

  function errorOf(path: string): string | undefined {
    const error = forgiving ? null : errors[path];
    const isAtOnce = error && typeof error !== 'string' && atOnce?.(error.code);
    if (error && (tried || isAtOnce || form.getTouched()[path])) return wrong[path];
    return form.errors[path] as string | undefined;
  }

  function forgetRefusal() {
    if (!refusedTogether) return;
    form.clearErrors();
    setFailure(null);
  }

  /** Takes an event of an input, or a value. */
  function onChangeOf(name: keyof T & string) {
    const { onChange } = form.getInputProps(name, { withError: false, withFocus: false });
    return (given: unknown) => {
      onChange(given);
      forgetRefusal();
    };
  }

  const leave = (path: string) => form.setTouched((touched) => ({ ...touched, [path]: true }));

  return {
    wrong,
    failure,
    setTried,
    setFailure,
    errorOf,
    leave,
    change(part: Partial<T>) {
      changeOwn(part);
      forgetRefusal();
    },
    /** For a field with a value. */
    field<K extends keyof T & string>(name: K) {
      return {
        value: draft[name],
        onChange: onChangeOf(name),
        onBlur() {
          if (!forgiving && draft[name] !== '') leave(name);
        },
        error: errorOf(name),
        'data-field': name,
      };
    },
    /** For a switch or a checkbox. */
    checkbox: (name: keyof T & string) => ({
      checked: draft[name] === true,
      onChange: onChangeOf(name),
      'data-field': name,
    }),
  };
}

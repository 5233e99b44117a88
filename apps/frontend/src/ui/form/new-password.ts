import { personChecks } from '@gos/domain';
import type { FieldErrors } from './form-errors';

interface NewPassword {
  readonly password: string;
  readonly passwordRepeat: string;
}

/** One sentence for two empty fields, at the first of them. */
export function newPasswordErrors({ password, passwordRepeat }: NewPassword): FieldErrors {
  const path = 'passwordRepeat';
  const code = password !== '' && passwordRepeat === '' ? 'auth.fill-both' : 'auth.passwords-differ';
  return {
    password: personChecks.password(password),
    passwordRepeat: password === passwordRepeat ? null : { path, code },
  };
}

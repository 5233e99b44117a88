import { codePoints, type FieldError, type Instant, limits, tidy } from '@gos/domain';

export const languages = ['cs', 'en'] as const;
export type Language = (typeof languages)[number];

/** What is known of a person beside the log, of kind `person`; its id is the person's number. */
export interface PersonData {
  readonly name: string;
  /** as it was typed */
  readonly email: string;
  readonly phone: string | null;
  readonly language: Language;
  /** null for who signs in another way only */
  readonly passwordHash: string | null;
  /** false when only the founding of the installation let this person in */
  readonly admitted: boolean;
  readonly createdAt: Instant;
}

/** How e-mails are compared; lower case may take characters apart, so they are put together again. */
export function comparedEmail(email: string): string {
  return tidy(email).toLowerCase().normalize('NFC');
}

const mostPhone = 50;

export const personChecks = {
  name(value: string, path = 'name'): FieldError | null {
    const length = codePoints(tidy(value));
    if (length < limits.personName.min) return { path, code: 'user.name.required' };
    const { max } = limits.personName;
    return length > max ? { path, code: 'validation.too-long', params: { max } } : null;
  },
  email(value: string, path = 'email'): FieldError | null {
    const email = tidy(value);
    const { max } = limits.email;
    if (codePoints(email) > max) return { path, code: 'validation.too-long', params: { max } };
    return /^[^\s@\p{C}]+@[^\s@.\p{C}]+(\.[^\s@.\p{C}]+)*$/u.test(email) ? null : { path, code: 'auth.email' };
  },
  phone(value: string, path = 'phone'): FieldError | null {
    return codePoints(tidy(value)) > mostPhone
      ? { path, code: 'validation.too-long', params: { max: mostPhone } }
      : null;
  },
  password(value: string, path = 'password'): FieldError | null {
    const { min, max } = limits.password;
    const length = codePoints(value.normalize('NFC'));
    if (length === 0) return { path, code: 'auth.fill-both' };
    if (length < min) return { path, code: 'auth.password.too-short', params: { min } };
    return length > max ? { path, code: 'auth.password.too-long', params: { max } } : null;
  },
};

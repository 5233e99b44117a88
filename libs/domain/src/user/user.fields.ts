import { isEmailAddress } from '../kernel/email-address';
import { limits } from '../kernel/limits';
import { nameCharactersError } from '../kernel/name-characters';
import type { FieldError } from '../kernel/refusal';
import { codePoints, normalizeText } from '../kernel/text';

export const languages = ['cs', 'en'] as const;
export type Language = (typeof languages)[number];
/** The language of people who have not chosen one yet. */
export const defaultLanguage: Language = 'cs';

/** `temporary`: made by an operator, to be changed before anything else. `none`: one signs in without. */
export const passwordStates = ['none', 'own', 'temporary'] as const;
export type PasswordState = (typeof passwordStates)[number];

const maxPhone = 50;

/** A password as it is hashed and compared: in NFC; one of a length that none may have is not looked at. */
export const normalPassword = (password: string): string =>
  password.length > 8 * limits.password.max ? password : password.normalize('NFC');

/** Checks of a person's personal data, which is stored outside the log. */
export const personChecks = {
  name(value: string, path = 'name'): FieldError | null {
    const length = codePoints(normalizeText(value));
    if (length < limits.personName.min) return { path, code: 'user.name.required' };
    const { max } = limits.personName;
    return length > max ? { path, code: 'validation.too-long', params: { max } } : nameCharactersError(value, path);
  },
  email(value: string, path = 'email'): FieldError | null {
    const email = normalizeText(value);
    const { max } = limits.email;
    if (codePoints(email) > max) return { path, code: 'validation.too-long', params: { max } };
    return isEmailAddress(email) ? null : { path, code: 'auth.email' };
  },
  phone(value: string, path = 'phone'): FieldError | null {
    if (codePoints(normalizeText(value)) > maxPhone)
      return { path, code: 'validation.too-long', params: { max: maxPhone } };
    return nameCharactersError(value, path);
  },
  password(value: string, path = 'password'): FieldError | null {
    const { min, max } = limits.password;
    const length = codePoints(normalPassword(value));
    if (length === 0) return { path, code: 'auth.fill-both' };
    if (length < min) return { path, code: 'auth.password.too-short', params: { min } };
    return length > max ? { path, code: 'auth.password.too-long', params: { max } } : null;
  },
};

import { limits } from '../kernel/limits';
import { nameCharactersError } from '../kernel/name-characters';
import type { FieldError } from '../kernel/refusal';
import { choice, flag, instant, object, optional, text } from '../kernel/shape';
import { codePoints, normalizeText } from '../kernel/text';
import { filledPassword, password, sameAs } from './user.bodies';
import { personChecks } from './user.fields';

/** The scopes of an API token: read only, or write too. */
export const tokenScopes = ['read', 'write'] as const;
export type TokenScope = (typeof tokenScopes)[number];

const given = (value: string, path: string): FieldError | null =>
  value.trim() === '' ? { path, code: 'validation.required' } : null;

/** The request bodies by which people change their own account; the log holds nothing of them. */
export const accountBodies = {
  createToken: object({
    name: text((value, path) => {
      const { max } = limits.tokenName;
      return codePoints(normalizeText(value)) > max
        ? { path, code: 'validation.too-long', params: { max } }
        : (given(value, path) ?? nameCharactersError(value, path));
    }),
    scope: choice(tokenScopes),
    expiresAt: instant,
    /** Required of people who have one: an open browser must not be enough for a lasting way in. */
    password: optional(password()),
  }),
  changePassword: object({
    current: password(given),
    password: password(personChecks.password),
    passwordRepeat: sameAs('password', filledPassword),
    /** Also renew the address of the calendar feed. */
    renewCalendar: optional(flag),
  }),
};

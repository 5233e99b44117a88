import { globalRoles } from '../kernel/actor';
import { limits } from '../kernel/limits';
import type { FieldError, RefusalCode } from '../kernel/refusal';
import { choice, component, described, list, object, text } from '../kernel/shape';
import { normalizeText } from '../kernel/text';
import { asEmail, password, sameAs } from './user.bodies';
import { personChecks } from './user.fields';

const needed =
  (code: RefusalCode, check?: (value: string, path: string) => FieldError | null) => (value: string, path: string) =>
    value.trim() === '' ? { path, code } : (check?.(value, path) ?? null);

/** The request bodies of a forgotten password, and of invitations; the log holds nothing of them. */
export const recoveryBodies = {
  forgotten: object({ email: described(text(needed('auth.forgotten.email', personChecks.email)), asEmail) }),
  recover: object({
    token: text(),
    password: password((value, path) =>
      value === '' ? { path, code: 'auth.recovery.password' } : personChecks.password(value, path),
    ),
    passwordRepeat: sameAs('password', password(needed('auth.recovery.repeat'))),
  }),
  invitation: object({ token: text() }),
  invite: object({
    invitations: list(
      component(
        'InviteeDto',
        object({
          email: { ...described(text(personChecks.email), asEmail), normalize: normalizeText },
          role: choice(globalRoles),
        }),
      ),
      {
        max: limits.invitationsAtOnce,
        check: (all, path) => (all.length === 0 ? { path, code: 'validation.required' } : null),
      },
    ),
  }),
};

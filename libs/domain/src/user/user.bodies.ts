import { type GlobalRole, globalRoles } from '../kernel/actor';
import type { CommandOf } from '../kernel/aggregate';
import type { FieldError } from '../kernel/refusal';
import {
  choice,
  described,
  flag,
  money,
  type Of,
  object,
  optionalOrNull,
  orNull,
  partial,
  type Shape,
  text,
} from '../kernel/shape';
import { languages, personChecks } from './user.fields';

const filled = text((value, path) => (value === '' ? { path, code: 'auth.fill-both' } : null));
const asPassword = { format: 'password' };
const asEmail = { format: 'email' };

/** Passes while either is not typed yet: that is said by the rules of the fields themselves. */
function sameAs(other: string, shape: Shape<string, false>): Shape<string, false> {
  const isTyped = (value: unknown) => typeof value === 'string' && value !== '';
  return {
    ...shape,
    errorsOf(value, path, beside) {
      const differ = isTyped(value) && isTyped(beside[other]) && value !== beside[other];
      const error: FieldError = { path, code: 'auth.passwords-differ' };
      return [...shape.errorsOf(value, path, beside), ...(differ ? [error] : [])];
    },
  };
}

/** What comes with a command on a person, by its type, and with those that are no part of the log. */
export const userBodies = {
  change: partial(
    object({
      role: choice(globalRoles),
      active: flag,
      hourlyRate: orNull(
        described(money, {
          properties: { amount: { type: 'string', example: '850.00' }, currency: { type: 'string', example: 'CZK' } },
        }),
      ),
    }),
  ),
  changeMe: partial(
    object({ name: text(personChecks.name), phone: orNull(text(personChecks.phone)), language: choice(languages) }),
  ),
  register: object({
    name: text(personChecks.name),
    email: described(text(personChecks.email), asEmail),
    password: described(text(personChecks.password), asPassword),
    passwordRepeat: sameAs('password', described(filled, asPassword)),
    invitation: optionalOrNull(text()),
  }),
  login: object({ email: described(filled, asEmail), password: described(filled, asPassword) }),
};

/** What each command on a person says; registered they are by what the log needs of it. */
export interface UserBodies {
  readonly register: { readonly role: GlobalRole };
  readonly change: Of<typeof userBodies.change>;
}
export type UserCommand = CommandOf<UserBodies>;

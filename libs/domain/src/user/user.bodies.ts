import { type GlobalRole, globalRoles } from '../kernel/actor';
import type { CommandOf, EmptyBody } from '../kernel/aggregate';
import { limits } from '../kernel/limits';
import type { FieldError } from '../kernel/refusal';
import {
  choice,
  day,
  described,
  flag,
  halfDays,
  id,
  idsById,
  integer,
  list,
  money,
  object,
  optionalOrNull,
  orNull,
  partial,
  type Shape,
  type TypeOf,
  text,
} from '../kernel/shape';
import { years } from '../kernel/years';
import type { EmailChangeWay } from './user';
import { languages, personChecks } from './user.fields';

export const filledCheck = (value: string, path: string): FieldError | null =>
  value === '' ? { path, code: 'auth.fill-both' } : null;
/** A text that may not be empty. */
export const filled = text(filledCheck);
/** A password as a person types it, which may take several units for a character. */
export const password = (check: (value: string, path: string) => FieldError | null = () => null) =>
  described(text(check, 8 * limits.password.max), { format: 'password' });
export const filledPassword = password(filledCheck);
export const asEmail = { format: 'email' };

/** Requires both fields to be equal once both are filled in; an empty one is reported by its own check. */
export function sameAs(other: string, shape: Shape<string, false>): Shape<string, false> {
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

const within =
  (min: number, max: number) =>
  (value: number, path: string): FieldError | null => {
    if (value < min) return { path, code: 'validation.too-small', params: { min } };
    return value > max ? { path, code: 'validation.too-large', params: { max } } : null;
  };
const { max: mostDays } = limits.vacationDays;

/** Checks of an allowance of vacation, shared by the browser's form and the server. */
export const vacationChecks = {
  allowanceDays: (value: number, path = 'allowanceDays') => within(0, mostDays)(value, path),
  carriedOverDays: (value: number, path = 'carriedOverDays') => within(-mostDays, mostDays)(value, path),
};

/** Checks of the beginning of overtime, shared by the browser's form and the server. */
export const overtimeChecks = {
  minutes: (value: number, path = 'minutes') => within(-limits.overtime.max, limits.overtime.max)(value, path),
};

/** The request bodies of the commands on a person, by type, also of those that append no event. */
export const userBodies = {
  change: partial(
    object({
      role: choice(globalRoles),
      active: flag,
      hourlyRate: orNull(money),
      positionIds: list(id, limits.userPositions),
      attendance: described(flag, {
        description: 'Grants the attendance of others; not to collaborators and auditors',
      }),
      handOver: orNull(described(id, { description: 'Who gets the open work of the person; with `active: false`' })),
      heirs: described(idsById(limits.heirs.max), {
        description: 'Who manages a project from now on, by project; with `active: false`',
      }),
    }),
  ),
  setVacation: object({
    year: integer(within(years.business.first, years.business.last)),
    allowanceDays: described(orNull(halfDays(vacationChecks.allowanceDays)), {
      description: 'In halves of days; null takes the allowance away',
    }),
    carriedOverDays: described(halfDays(vacationChecks.carriedOverDays), {
      description: 'Left from the year before; negative where more was taken',
    }),
  }),
  setOvertime: object({
    date: described(orNull(day), { description: 'The first day that counts; null takes the balance away' }),
    minutes: described(integer(overtimeChecks.minutes), {
      description: 'Overtime at the beginning of that day; negative for owed time',
    }),
  }),
  erase: object({ confirm: text() }),
  changeMe: partial(
    object({ name: text(personChecks.name), phone: orNull(text(personChecks.phone)), language: choice(languages) }),
  ),
  register: object({
    name: text(personChecks.name),
    email: described(text(personChecks.email), asEmail),
    password: password(personChecks.password),
    passwordRepeat: sameAs('password', filledPassword),
    invitation: optionalOrNull(text()),
    /** the code by which the first person registers from another machine */
    setup: optionalOrNull(text()),
  }),
  login: object({ email: described(filled, asEmail), password: filledPassword }),
};

/**
 * The body of each command of the user aggregate. `register` holds only data that the log may hold, no personal data.
 */
export interface UserBodies {
  /** `invitedBy`: the person who invited them */
  readonly register: { readonly role: GlobalRole; readonly invitedBy?: number };
  readonly change: TypeOf<typeof userBodies.change>;
  readonly setVacation: TypeOf<typeof userBodies.setVacation>;
  readonly setOvertime: TypeOf<typeof userBodies.setOvertime>;
  readonly erase: TypeOf<typeof userBodies.erase>;
  /** of oneself; the name itself is stored outside the log */
  readonly rename: EmptyBody;
  /** The address itself is stored outside the log. */
  readonly changeEmail: { readonly how: EmailChangeWay };
}
export type UserCommand = CommandOf<UserBodies>;

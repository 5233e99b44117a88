import {
  type Area,
  type AreaAddresses,
  globalRoles,
  languages,
  limits,
  type ProjectPermission,
  passwordStates,
  projectPermissions,
  type Shape,
  secondStepStates,
  ssoProviderIds,
  type TypeOf,
} from '@gos/domain';
import { choice, component, described, flag, instant, integer, optional, orNull, text } from '@gos/domain/kernel/shape';
import { answer, arrayOf, money, named, page, person, unchecked } from '../kernel/answer';
import { commandDoneFields } from '../kernel/command-done';

const fields = {
  id: integer(),
  name: text(),
  email: orNull(text()),
  phone: orNull(text()),
  role: choice(globalRoles),
  positions: arrayOf(named),
  attendance: described(flag, { description: 'The attendance of others is granted to them' }),
  active: flag,
  avatarUrl: orNull(text()),
  /** null for readers who may not see it */
  hourlyRate: orNull(money),
  revision: integer(),
  erased: optional(described(flag, { description: 'Only of an erased person, whose name is a placeholder then' })),
};

const user = answer('User', fields);
export type UserAnswer = TypeOf<typeof user>;

const me = answer('Me', {
  ...fields,
  attendance: described(flag, {
    description: 'The attendance of others is granted to them, or to a position that they hold',
  }),
  language: choice(languages),
  calendarUrl: orNull(text()),
  password: choice(passwordStates),
  secondStep: choice(secondStepStates),
  mayCreateProjects: flag,
  projects: unchecked<Readonly<Record<number, ProjectPermission>>>({
    type: 'object',
    description: 'The permissions in the projects that one is a member of, by their ids',
    additionalProperties: { type: 'string', enum: [...projectPermissions] },
  }),
  areas: unchecked<AreaAddresses>({
    type: 'object',
    description: "Addresses of the company's other systems, by the entries of the sidebar",
    additionalProperties: answer('AreaLink', { url: text(), frame: flag }).schema,
  }),
  signOutAt: optional(
    described(answer('SignOutProvider', { id: choice(ssoProviderIds), name: text() }), {
      description: 'The provider that this session began by, where a sign-out may end the session there too',
    }),
  ),
  hiddenAreas: described(arrayOf(text() as Shape<Area, false>), {
    description: 'The entries of the sidebar that an admin has hidden; a group hides its entries',
  }),
});
export type MeAnswer = TypeOf<typeof me>;

const session = answer('Session', {
  id: text(),
  createdAt: instant,
  lastSeenAt: instant,
  expiresAt: instant,
  userAgent: orNull(text()),
  /** the session of this request */
  current: flag,
});
export type SessionAnswer = TypeOf<typeof session>;

const alike = answer('AlikeUsers', { items: arrayOf(answer('UserId', { id: integer() })) });
/** The people whose name looks like that of another one, of those whom the reader sees. */
export type AlikeAnswer = TypeOf<typeof alike>;

const calledName = answer('CalledName', {
  name: text(),
  from: instant,
  to: described(orNull(instant), { description: 'null: they are called so now' }),
});
export type CalledName = TypeOf<typeof calledName>;

/** How many there are, and the names of the first of them. */
const held = answer('Holding', { count: integer(), items: arrayOf(named) });

const holdings = answer('Holdings', {
  managed: arrayOf(
    answer('ManagedProject', {
      id: integer(),
      name: text(),
      alone: described(flag, { description: 'Nobody else who is active manages it' }),
    }),
  ),
  projects: described(held, { description: 'Those that they are a member of, and manage or not' }),
  contractorOf: described(held, { description: 'Open tasks' }),
  solverOf: described(held, { description: 'Tasks that they have to do' }),
  repeatedTasks: described(held, { description: 'As contractor or solver' }),
  boards: described(held, { description: 'Those that are assigned to them' }),
  webhooks: described(held, { description: 'Those whose tasks they give' }),
});
export type HoldingsAnswer = TypeOf<typeof holdings>;

export const userAnswers = {
  detail: user,
  holdings,
  alike,
  names: page(calledName),
  list: page(user),
  me,
  // The OpenAPI document never said more of this position, and that is kept.
  changed: answer('ChangedUser', { ...commandDoneFields, position: text() }),
  preference: answer('Preference', {
    value: {
      ...unchecked<unknown>({ description: `Any JSON up to ${limits.preference.max / 1_024} KiB` }),
      nullable: true,
      maxBytes: 6 * limits.preference.max,
    },
  }),
  exported: component(
    'ExportedUser',
    unchecked<object>({
      type: 'object',
      additionalProperties: true,
      description: 'person, preferences, sessions, tokens, uploads, work, plans, notifications and events; no secrets',
    }),
  ),
  sessions: page(session),
  identity: person,
  registered: answer('RegisteredUser', { id: integer() }),
};

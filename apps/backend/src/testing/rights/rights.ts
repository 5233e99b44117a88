import type { Route } from '@gos/contract';
import { type Harness, Person } from '../harness';

/**
 * The roles of a test's person. `keeper` is a member with the attendance of others; `stranger` is not signed in; `deactivated` was, until an admin deactivated
 * them.
 */
export const roles = ['stranger', 'deactivated', 'collaborator', 'member', 'keeper', 'auditor', 'admin'] as const;
export type Role = (typeof roles)[number];
/** The status for each role that the row covers; each operation has rows for all. */
export type Statuses = Readonly<Partial<Record<Role, number>>>;

/** A word in the name of everything that belongs to somebody else, so that an answer that reveals it is noticed. */
export const foreignWord = 'Cizí';

export const scopes = ['read', 'write'] as const;
export type Scope = (typeof scopes)[number];

/** A program of a person: it has their token and no cookies. */
class Program extends Person {
  constructor(
    origin: string,
    private readonly token: string,
  ) {
    super(origin);
  }

  override call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    return super.call(method, path, body, { authorization: `Bearer ${this.token}`, ...headers });
  }
}

/** The same world for all rows. Nobody in it shares a task or a project with anybody. */
export interface Scene {
  readonly gos: Harness;
  readonly people: Readonly<Record<Role, Person>>;
  readonly admin: Person;
  /** a member, to whom foreign data belong */
  readonly other: Person;
  /** a member who solves their tasks */
  readonly solver: Person;
  /** API tokens of the member, by their scope. */
  readonly programs: Readonly<Record<Scope, Person>>;
}

/** One request: the values of the path's braces, the query and the body. */
export interface Asked {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: string;
  readonly body?: unknown;
}

/** An operation on somebody's data, with the status that each role is answered. */
export interface Row {
  /** The owner of the data: own, foreign, or a few words. */
  readonly of: string;
  readonly statuses: Statuses;
  /** Called for each role; may prepare the requested thing, as the admin or anybody else. */
  readonly ask: (scene: Scene, me: Person) => Asked | Promise<Asked>;
}

export interface Right extends Row {
  readonly route: Route;
}

type Operations = Readonly<Record<string, { readonly route: Route }>>;

/** The rows of a resource, by the names of its operations. */
export const rightsOf = <O extends Operations>(
  operations: O,
  rows: { readonly [N in keyof O]?: readonly Row[] },
): Right[] =>
  Object.entries(rows).flatMap(([name, of]) => (of ?? []).map((row) => ({ route: operations[name]!.route, ...row })));

/** 401 for people who are not signed in, and the given statuses for all others; a keeper is a member unless given. */
export const signedIn = (
  collaborator: number,
  member: number,
  auditor: number,
  admin: number,
  keeper = member,
): Pick<Row, 'statuses'>['statuses'] => ({
  stranger: 401,
  deactivated: 401,
  collaborator,
  member,
  keeper,
  auditor,
  admin,
});

export const row = (of: string, statuses: Statuses, ask: Row['ask'] = () => ({})): Row => ({ of, statuses, ask });

/**
 * Returns the faults of the tables as a whole; empty when each operation has rows for each role, and each row an
 * operation.
 */
export function gapsOf(operations: readonly Route[], rights: readonly Right[]): string[] {
  const rowsOf = (route: Route) => rights.filter((right) => right.route === route);
  const isMissing = (route: Route, role: Role) => rowsOf(route).every(({ statuses }) => statuses[role] === undefined);
  return [
    ...operations.flatMap((route) => {
      if (rowsOf(route).length === 0) return `${route} has no rows`;
      return roles.filter((role) => isMissing(route, role)).map((role) => `${route} has no row for ${role}`);
    }),
    ...[...new Set(rights.map(({ route }) => route))]
      .filter((route) => !operations.includes(route))
      .map((route) => `${route} is no operation`),
  ];
}

export async function sceneOf(gos: Harness): Promise<Scene> {
  const admin = await gos.person('Alena Adminová');
  const [collaborator, member, keeper, auditor, deactivated, other, solver] = [
    await gos.person('Externista'),
    await gos.person('Členka'),
    await gos.person('Docházkářka'),
    await gos.person('Auditor'),
    await gos.person('Odešlá'),
    await gos.person(`${foreignWord} kontraktor`),
    await gos.person(`${foreignWord} řešitel`),
  ];
  await admin.patch(`/api/users/${collaborator.id}`, { role: 'collaborator' });
  await admin.patch(`/api/users/${auditor.id}`, { role: 'auditor' });
  await admin.patch(`/api/users/${keeper.id}`, { attendance: true });
  // A deactivated person keeps the cookies that were good before.
  const left = new Person(deactivated.origin);
  left.id = deactivated.id;
  for (const [name, value] of deactivated.cookies) left.cookies.set(name, value);
  await admin.patch(`/api/users/${deactivated.id}`, { active: false });
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const program = async (scope: Scope) =>
    new Program(
      gos.origin,
      (await member.post('/api/me/tokens', { name: 'Program', scope, expiresAt, password: 'correct horse' })).body
        .token,
    );
  return {
    gos,
    admin,
    other,
    solver,
    programs: { read: await program('read'), write: await program('write') },
    people: { stranger: gos.stranger(), deactivated: left, collaborator, member, keeper, auditor, admin },
  };
}

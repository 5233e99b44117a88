import type { Route } from '@gos/contract';
import * as contract from '@gos/contract';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { Harness, type Json, type Person } from '../harness';
import {
  type Asked,
  foreignWord,
  type Right,
  type Role,
  roles,
  type Scene,
  type Scope,
  sceneOf,
  scopes,
} from './rights';

/** Routes without a session: a token has no effect there, and its program is a stranger. */
const open = /^\w+ \/(auth|health|unsubscribe|hooks)\/|^GET \/auth\/sso$|^GET \/calendar\/\{token\}/;

/** Routes that API tokens neither read nor change: sign-in, tokens and admin (api.md). */
const closed = [
  /^\w+ \/me\/(tokens|sessions|password|totp|passkeys|recovery-codes|identities|email)(\/|$)/,
  /^(PUT|DELETE) \/me\/avatar$/,
  /^PATCH \/me$/,
  /^(POST|PUT|PATCH|DELETE) \/(users|positions|settings|admin)(\/|$)/,
  /^GET \/(admin\/.*|users\/\{id\}\/(holdings|export|names|second-step)|users\/invitations)$/,
  /^POST \/attendance\/(months|team-month)\//,
  /^(POST|DELETE) \/calendar\/subscription$/,
];

/** The status that a member's program is answered, with the code where the token is the reason. */
function ofProgram({ route, statuses }: Right, scope: Scope): number | string | undefined {
  if (statuses.member === undefined) return undefined;
  if (open.test(route)) return statuses.stranger;
  if (closed.some((one) => one.test(route))) return '403 auth.token-reach';
  return scope === 'read' && !route.startsWith('GET ') ? '403 auth.token-scope' : statuses.member;
}

/** Names of people and things that no refusal may contain. */
const names = new RegExp(`${foreignWord}|Adminová|Externista|Členka|Docházkářka|Odešlá|Společný|Person \\d`);

/** The rows of things that are hidden from people who get a 404. */
const ofHidden = /foreign|none of it|taken out/;

/** The same request about a thing that there never was. */
function ofMissing({ path, ...asked }: Asked): Asked | null {
  const [first, ...others] = Object.entries(path ?? {});
  if (first) {
    const [name, value] = first;
    return { ...asked, path: { [name]: typeof value === 'number' ? 9_999 : 'none', ...Object.fromEntries(others) } };
  }
  const { body } = asked;
  const named = typeof body === 'object' && body !== null && 'taskId' in body;
  return named ? { ...asked, body: { ...body, taskId: 9_999 } } : null;
}

/** Reading them is an event: who searched and exported what. */
const recorded: readonly Route[] = ['GET /activity', 'GET /activity/export', 'GET /admin/undo/preview'];

/** Other systems of the company. */
const areas = { charts: { url: 'https://bi.example/', frame: true }, offers: 'https://crm.example/' };

const nameOf = ({ route, of }: Right) => `${route}: ${of}`;

/**
 * Defines a test for each row: it sends the request as each role and as the member's programs. Besides the statuses it
 * checks that a refused request leaves no event and reveals no name. A hidden thing must be answered like a missing
 * one.
 */
export function walk(rights: readonly Right[]): void {
  let gos: Harness;
  let scene: Scene;
  let log: EventLog;
  let seen: string | null = null;

  beforeAll(async () => {
    gos = await Harness.start({ GOS_AREAS: JSON.stringify(areas) });
    scene = await sceneOf(gos);
    log = gos.service<EventLog>(EVENT_LOG);
  });
  afterAll(() => gos.stop());

  /** Returns the number of events since the last call. */
  async function further(): Promise<number> {
    let count = 0;
    for (;;) {
      const events = await log.readAll(seen, 500);
      count += events.length;
      seen = events.at(-1)?.position ?? seen;
      if (events.length < 500) return count;
    }
  }

  function request(who: Person, route: Route, { path = {}, query = '', body }: Asked, as?: 'HEAD') {
    const [method, pattern] = route.split(' ');
    const address = contract.pathOf(`GET ${pattern!}` as Route, path as never);
    if (!/^(\?|$)/.test(query)) throw new Error(`${route}: a query begins with a question mark`);
    return who.call(as ?? method!, `/api${address}${query}`, body);
  }

  /** Returns the status; in words if a refusal appended an event or revealed a name. */
  async function answered(who: Person, right: Right, asked: Asked): Promise<number | string> {
    await further();
    const { status, body } = await request(who, right.route, asked);
    const mayRecord = recorded.includes(right.route) && status === 200;
    if ((right.route.startsWith('GET ') && !mayRecord) || status >= 400) {
      if ((await further()) > 0) return `${status}, and events all the same`;
    }
    if (right.route.startsWith('GET ') && status >= 400) {
      // Fastify serves HEAD in addition to every GET.
      const head = await request(who, right.route, asked, 'HEAD');
      if (head.status !== status) return `${status}, and HEAD ${head.status}`;
    }
    const text = JSON.stringify(body);
    if ([401, 403, 404].includes(status) && names.test(text)) return `${status}, and tells ${text}`;
    const seesAll = who === scene.people.auditor || who === scene.admin;
    const missing = status === 404 && !seesAll && ofHidden.test(right.of) ? ofMissing(asked) : null;
    if (missing) {
      const never = JSON.stringify((await request(who, right.route, missing)).body);
      if (never !== text) return `${status} ${text}, and of a missing one ${never}`;
    }
    return status === 403 && (body as Json).code.startsWith('auth.token') ? `${status} ${body.code}` : status;
  }

  async function asksOfRoles(right: Right): Promise<Partial<Record<Role | Scope, number | string>>> {
    const told: Partial<Record<Role | Scope, number | string>> = {};
    for (const role of roles) {
      if (right.statuses[role] === undefined) continue;
      const me = scene.people[role];
      let asked = await right.ask(scene, me);
      if (role === 'member') {
        for (const scope of scopes) {
          const status = await answered(scene.programs[scope], right, asked);
          told[scope] = status;
          const isChanged = typeof status === 'number' && status < 400 && !right.route.startsWith('GET ');
          if (isChanged) asked = await right.ask(scene, me);
        }
      }
      told[role] = await answered(me, right, asked);
    }
    return told;
  }

  it.each(rights.map((right) => [nameOf(right), right] as const))('%s', async (_, right) => {
    const programs = Object.fromEntries(scopes.map((scope) => [scope, ofProgram(right, scope)]));
    expect(await asksOfRoles(right)).toEqual({ ...right.statuses, ...programs });
  });
}

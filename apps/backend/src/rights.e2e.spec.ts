import type { Route } from '@gos/contract';
import * as contract from '@gos/contract';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EVENT_LOG, type EventLog } from './stores/event-log/event-log';
import { Harness } from './testing/harness';
import { gapsOf, type Right, type Role, roles, type Scene, sceneOf, signedIn } from './testing/rights/rights';
import { rights } from './testing/rights/tables';
import { withoutRows } from './testing/rights/without-rows';

interface Served {
  readonly route: Route;
}
const isServed = (one: unknown): one is Served =>
  typeof one === 'object' && one !== null && 'route' in one && typeof one.route === 'string';

/** All operations of the contract. */
const operations = Object.values(contract)
  .flatMap((exported) => [exported, ...Object.values(exported)].filter(isServed))
  .map(({ route }) => route);

describe('rights', () => {
  let gos: Harness;
  let scene: Scene;
  let log: EventLog;
  let seen: string | null = null;

  beforeAll(async () => {
    gos = await Harness.start();
    scene = await sceneOf(gos);
    log = gos.service<EventLog>(EVENT_LOG);
  });
  afterAll(() => gos.stop());

  /** Number of events since this was asked last. */
  async function further(): Promise<number> {
    let count = 0;
    for (;;) {
      const events = await log.readAll(seen, 500);
      count += events.length;
      seen = events.at(-1)?.position ?? seen;
      if (events.length < 500) return count;
    }
  }

  /** The status that a person of the role is answered; in words where something happened all the same. */
  async function answered({ route, ask }: Right, role: Role): Promise<number | string> {
    const me = scene.people[role];
    const { path = {}, query = '', body } = await ask(scene, me);
    await further();
    const [method, pattern] = route.split(' ');
    const address = contract.pathOf(`GET ${pattern!}` as Route, path as never);
    const { status } = await me.call(method!, `/api${address}${query}`, body);
    const unchanged = method === 'GET' || status >= 400;
    return unchanged && (await further()) > 0 ? `${status}, and events all the same` : status;
  }

  it('of each operation of the contract are in the tables, or in the list of those without rows yet', () => {
    expect(gapsOf(operations, rights, withoutRows)).toEqual([]);
  });

  it.each(rights.map((right) => [`${right.route}: ${right.of}`, right] as const))('%s', async (_, right) => {
    const statuses: Partial<Record<Role, number | string>> = {};
    for (const role of roles) statuses[role] = await answered(right, role);
    expect(statuses).toEqual(right.statuses);
  });

  it('that are missing, listed too, or of no operation are noticed', () => {
    const all: Route[] = ['GET /doors', 'POST /doors', 'DELETE /doors/{id}'];
    const door = (route: Route): Right => ({
      route,
      of: 'all',
      statuses: signedIn(200, 200, 200, 200),
      ask: () => ({}),
    });
    expect(gapsOf(all, all.map(door), [])).toEqual([]);
    expect(gapsOf(all, [door('GET /doors')], ['POST /doors'])).toEqual(['DELETE /doors/{id} has no rows']);
    expect(gapsOf(all, all.map(door), ['POST /doors'])).toEqual(['POST /doors has rows and stands in the list']);
    expect(gapsOf(all, all.map(door), ['GET /windows'])).toEqual(['GET /windows is no operation']);
  });
});

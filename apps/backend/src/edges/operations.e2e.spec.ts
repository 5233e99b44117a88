import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathOf, type Route } from '@gos/contract';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { bodiesAtEdges, queriesAtEdges } from '../testing/edge-values';
import { Harness, type Person } from '../testing/harness';
import { allOperations, parametersOf, type Served } from '../testing/rights/operations';
import { type Asked, type Right, type Role, type Scene, sceneOf } from '../testing/rights/rights';
import { rights } from '../testing/rights/tables';
import { type Watchdog, watchdog } from '../testing/watchdog';

jest.setTimeout(120_000);

/** Processor time of one request. */
const mostMs = 1_000;

interface Case {
  readonly of: string;
  /** The request with this edge. */
  readonly at: (base: Asked) => Asked;
}

/** The row and role that an operation serves, of those that are there in any installation. */
function servedBy(route: Route): { readonly right: Right; readonly role: Role } {
  const rows = rights.filter((right) => right.route === route);
  for (const role of ['member', 'admin', 'collaborator', 'stranger'] as const) {
    const right = rows.find(({ statuses }) => (statuses[role] ?? 500) < 400);
    if (right) return { right, role };
  }
  return { right: rows[0]!, role: 'admin' };
}

const isJson = (body: unknown): body is object =>
  typeof body === 'object' && body !== null && !(body instanceof FormData);

function casesOf(served: Served): Case[] {
  const { body } = served;
  return [
    ...(body && body !== 'file' ? bodiesAtEdges(body) : []).map(({ of, changed }) => ({
      of,
      at: (base: Asked) => ({ ...base, body: { ...(isJson(base.body) ? base.body : {}), ...changed } }),
    })),
    ...queriesAtEdges(parametersOf(served)).map(({ of, changed }) => ({
      of,
      at: (base: Asked) => ({ ...base, query: queryWith(base.query ?? '', changed) }),
    })),
  ];
}

function queryWith(query: string, changed: Readonly<Record<string, string>>): string {
  const all = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changed)) all.set(name, value);
  return `?${all}`;
}

const addressOf = (route: Route, { path = {}, query = '' }: Asked) =>
  `/api${pathOf(`GET ${route.split(' ')[1]!}` as Route, path as never)}${query}`;

const cpuMs = (since?: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
};

describe('every operation of the contract, at the edges of what it is given', () => {
  let gos: Harness;
  let scene: Scene;
  let dog: Watchdog;

  beforeAll(async () => {
    dog = watchdog(60_000);
    gos = await Harness.start();
    scene = await sceneOf(gos);
  });
  afterAll(async () => {
    await gos.stop();
    await dog.stop();
  });

  /** Returns the faults of the answer. */
  async function faultsOf(
    who: Person,
    route: Route,
    of: string,
    asked: Asked,
  ): Promise<{ readonly status: number; readonly found: readonly string[] }> {
    const name = `${route} ${of}`;
    dog.beat(name);
    const began = process.cpuUsage();
    const { status } = await who.call(route.split(' ')[0]!, addressOf(route, asked), asked.body);
    const took = cpuMs(began);
    const found = [
      ...(status >= 500 ? [`${name}: ${status}`] : []),
      ...(took > mostMs ? [`${name}: ${Math.round(took)} ms`] : []),
    ];
    return { status, found };
  }

  /** Sends a request and closes the connection at once; what is left to do afterwards, in milliseconds of the processor. */
  async function workLeftBehind(who: Person, route: Route, asked: Asked): Promise<number> {
    const { hostname, port } = new URL(gos.origin);
    const body = asked.body === undefined || asked.body instanceof FormData ? '' : JSON.stringify(asked.body);
    const headers = {
      'x-requested-with': 'gos',
      cookie: who.cookie,
      ...(body !== '' && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    };
    await new Promise<void>((resolve) => {
      const sent = httpRequest({
        hostname,
        port,
        method: route.split(' ')[0],
        path: addressOf(route, asked),
        headers,
        agent: false,
      });
      sent.on('error', () => resolve());
      sent.on('close', () => resolve());
      sent.end(body, () => setImmediate(() => sent.destroy()));
    });
    const began = process.cpuUsage();
    for (let quiet = 0; quiet < 2 && cpuMs(began) < 2 * mostMs; ) {
      const sample = process.cpuUsage();
      await sleep(10);
      quiet = cpuMs(sample) < 5 ? quiet + 1 : 0;
    }
    return cpuMs(began);
  }

  it.each(allOperations.map((served) => [served.route, served] as const))('%s', async (route, served) => {
    const { right, role } = servedBy(route);
    const who = scene.people[role];
    let base = await right.ask(scene, who);
    const faults: string[] = [];
    const cases = casesOf(served);
    for (const { of, at } of cases) {
      const { status, found } = await faultsOf(who, route, of, at(base));
      faults.push(...found);
      // Changed things are prepared again, so that each case meets its own precondition.
      if (status < 400 && !route.startsWith('GET ')) base = await right.ask(scene, who);
    }
    dog.beat(`${route} after the connection was closed`);
    const left = await workLeftBehind(who, route, cases.at(-1)?.at(base) ?? base);
    if (left > mostMs) faults.push(`${route}: ${Math.round(left)} ms after the connection was closed`);
    expect(faults).toEqual([]);
  });

  it('and the installation is as well as before', async () => {
    await gos.applied();
    expect((await gos.stranger().get('/api/health/ready')).body).toMatchObject({ status: 'ok' });
  });
});

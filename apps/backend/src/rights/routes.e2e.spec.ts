import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { Harness } from '../testing/harness';
import { allRoutes } from '../testing/rights/operations';
import { type Role, roles, type Scene, sceneOf, signedIn } from '../testing/rights/rights';

const everybody = (status: number) => ({
  ...signedIn(status, status, status, status),
  stranger: status,
  deactivated: status,
});

interface Beside {
  readonly statuses: Readonly<Partial<Record<Role, number>>>;
  /** An address that the route serves, where the route has parameters. */
  readonly at?: string;
  readonly headers?: Record<string, string>;
}

/** Routes in addition to the operations of the contract: pages, documents and routes for machines. */
const beside: Readonly<Record<string, Beside>> = {
  'GET *': { statuses: everybody(200), at: '/tasks/given' },
  'GET /config.js': { statuses: everybody(200) },
  'GET /manifest.webmanifest': { statuses: everybody(200) },
  // Keeps nothing: it leads to a new task that says that nothing came.
  'POST /share': { statuses: everybody(303) },
  'GET /api/docs': { statuses: everybody(200) },
  'GET /api/docs/': { statuses: everybody(200) },
  'GET /api/docs/*': { statuses: everybody(200), at: '/api/docs/swagger-ui.css' },
  'GET /api/docs/LICENSE': { statuses: everybody(404) },
  'GET /api/docs/index.html': { statuses: everybody(200) },
  'GET /api/docs/problems': { statuses: everybody(200) },
  'GET /api/docs/swagger-ui-init.js': { statuses: everybody(200) },
  'GET /api/docs/docs/swagger-ui-init.js': { statuses: everybody(200) },
  'GET /api/docs-yaml': { statuses: everybody(200) },
  'GET /api/openapi.json': { statuses: everybody(200) },
  // Through a proxy: what comes directly from this machine is let in without a session.
  'GET /metrics': { statuses: signedIn(403, 403, 403, 200), headers: { 'x-forwarded-for': '198.51.100.7' } },
  // Only with the token of `npm run ops`.
  'POST /api/ops/{operation}': { statuses: everybody(404), at: '/api/ops/lag' },
};

/** The routes as Fastify prints them: a tree in which each line has the rest of the path and its methods. */
function routesOf(printed: string): string[] {
  const above: string[] = [];
  return printed.split('\n').flatMap((line) => {
    const found = /^((?:│ {3}| {4})*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line);
    if (!found) return [];
    const [, indent, part, methods] = found as unknown as [string, string, string, string | undefined];
    const depth = indent.length / 4;
    above.splice(depth, above.length, part);
    const path = above.join('').replace(/:(\w+)/g, '{$1}');
    return (methods ?? '').split(', ').flatMap((method) => (method === '' ? [] : `${method} ${path}`));
  });
}

const isOfQueues = (route: string) => route.split(' ')[1]!.startsWith('/admin/queues');

describe('the routes that are served', () => {
  let gos: Harness;
  let scene: Scene;
  let pages: string;

  beforeAll(async () => {
    pages = mkdtempSync(join(tmpdir(), 'gos-pages-'));
    writeFileSync(join(pages, 'index.html'), '<!doctype html>');
    gos = await Harness.start({}, {}, { pages });
    scene = await sceneOf(gos);
  });
  afterAll(async () => {
    await gos.stop();
    rmSync(pages, { recursive: true, force: true });
  });

  function served(): string[] {
    const fastify: FastifyInstance = gos.service<HttpAdapterHost>(HttpAdapterHost).httpAdapter.getInstance();
    return routesOf(fastify.printRoutes({ commonPrefix: false })).filter((route) => !/^(HEAD|OPTIONS) /.test(route));
  }

  it('are the operations, whose rows are in the tables, those that stand here, and the queues', () => {
    const known = [...allRoutes.map((route) => route.replace(' ', ' /api')), ...Object.keys(beside)];
    expect(
      served()
        .filter((route) => !isOfQueues(route))
        .sort(),
    ).toEqual(known.sort());
  });

  it('of the queues, which bull-board serves on Redis and which otherwise lead to the admin page, are for admins', async () => {
    const routes = served().filter(isOfQueues);
    const isOnRedis = process.env.TEST_SHAPE === 'servers';
    if (!isOnRedis) expect(routes.sort()).toEqual(['GET /admin/queues', 'GET /admin/queues*']);
    expect(routes).not.toEqual([]);
    for (const route of routes) {
      const [method, path] = route.split(' ') as [string, string];
      const told: Partial<Record<Role, number>> = {};
      for (const role of roles.filter((one) => one !== 'admin')) {
        told[role] = (
          await scene.people[role].call(method, path.replace(/{\w+}/g, 'x').replace(/\/?\*/, '/static/x'))
        ).status;
      }
      const { admin: _, ...others } = signedIn(403, 403, 403, 200);
      expect([route, told]).toEqual([route, others]);
    }
    expect((await scene.admin.get('/admin/queues')).status).toBe(isOnRedis ? 200 : 302);
  });

  it.each(Object.entries(beside))('%s', async (route, { statuses, at, headers }) => {
    const [method, path] = route.split(' ') as [string, string];
    const told: Partial<Record<Role, number>> = {};
    const ask = method === 'POST' ? {} : undefined;
    for (const role of roles) told[role] = (await scene.people[role].call(method, at ?? path, ask, headers)).status;
    expect(told).toEqual(statuses);
    for (const program of Object.values(scene.programs)) {
      expect((await program.call(method, at ?? path, ask, headers)).status).toBe(statuses.stranger);
    }
  });
});

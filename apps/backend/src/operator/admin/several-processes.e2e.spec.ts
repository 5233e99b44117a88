import { setTimeout as sleep } from 'node:timers/promises';
import type { AdminOverview, AdminProcess } from '@gos/contract';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Cluster, type Member } from '../../testing/cluster';
import { Person } from '../../testing/harness';
import { describeWithEveryServer } from '../../testing/servers/every-server';

// Every start is that of a whole application, on machines that have other work.
describeWithEveryServer('the admin page of an installation of several processes', () => {
  let cluster: Cluster;
  let api: Member;
  let projector: Member;
  let worker: Member;
  let admin: Person;

  beforeAll(async () => {
    cluster = await Cluster.start();
    [api, projector, worker] = (await cluster.add('api', 'projector', 'worker')) as [Member, Member, Member];
    admin = new Person(api.origin);
    const password = 'correct horse';
    const who = { name: 'Karla Svobodová', email: 'karla@firma.example', password, passwordRepeat: password };
    expect((await admin.post('/api/auth/register', who)).status).toBe(201);
    await admin.task({ name: 'Migrace karet' });
  });
  afterAll(() => cluster?.stop());

  const overview = async (): Promise<AdminOverview> => (await admin.get('/api/admin/overview')).body;
  async function overviewWhere(holds: (overview: AdminOverview) => boolean): Promise<AdminOverview> {
    for (;;) {
      const found = await overview();
      if (holds(found)) return found;
      await sleep(50);
    }
  }
  const roles = (processes: readonly AdminProcess[]) => processes.map(({ role }) => role).sort();
  const metric = async ({ origin }: Member, name: string) => {
    const page = await (await fetch(`${origin}/metrics`)).text();
    return Number(new RegExp(`^${name} (.*)$`, 'm').exec(page)?.[1]);
  };

  it('shows them all and who leads, on which servers', async () => {
    const { processes, parts, queuesPage } = await overviewWhere(
      ({ processes: found }) => found.length === 3 && found.some(({ leads }) => leads),
    );
    expect(roles(processes)).toEqual(['api', 'projector', 'worker']);
    expect(processes[0]).toMatchObject({ role: 'api', answers: true, leads: false });
    expect(processes.filter(({ leads }) => leads).map(({ role }) => role)).toEqual(['projector']);
    expect(new Set(parts.map(({ store }) => store))).toEqual(new Set(['eventstoredb', 'mongodb', 'redis', 's3']));
    expect(queuesPage).toBe(true);
  });

  it('builds documents anew in the process that leads, asked for at another one', async () => {
    const buildOf = ({ models }: AdminOverview) => models!.find(({ name }) => name === 'task')!.build!;
    const before = buildOf(await overviewWhere(({ models }) => models !== null));
    expect((await admin.post('/api/admin/rebuild', { model: 'task' })).status).toBe(202);
    const after = await overviewWhere(({ rebuild, building }) => rebuild?.state !== 'running' && building === null);
    expect(after).toMatchObject({ rebuild: { model: 'task', state: 'done' } });
    expect(buildOf(after)).toBe(before + 1);
    expect(await admin.get('/api/tasks?list=all')).toMatchObject({ status: 200, body: { total: 1 } });
  });

  it('is ready by role, and tells its figures at every process', async () => {
    expect([await metric(api, 'gos_projection_leads'), await metric(projector, 'gos_projection_leads')]).toEqual([
      0, 1,
    ]);
    for (const member of [api, projector, worker]) {
      const ready = await fetch(`${member.origin}/api/health/ready`);
      expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ok', role: member.role }]);
      expect(await metric(member, 'gos_projection_lag_events')).toBe(0);
    }
  });

  it('shows a process that is gone no more, and stays ready while another projector may take over', async () => {
    await projector.end('SIGKILL');
    const { processes } = await overviewWhere(({ processes: left }) => left.length === 2);
    expect(processes.some(({ leads }) => leads)).toBe(false);
    expect((await fetch(`${api.origin}/api/health/ready`)).status).toBe(200);
    await projector.start();
    const again = await overviewWhere(({ processes: found }) => found.some(({ leads }) => leads));
    expect(roles(again.processes)).toEqual(['api', 'projector', 'worker']);
  });
});

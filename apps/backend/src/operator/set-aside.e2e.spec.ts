import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ActiveReadModels } from '../engine/projections/active-read-models';
import { EVENT_LOG, type EventLog } from '../stores/event-log/event-log';
import { append } from '../testing/appended';
import { Harness, type Json, type Person } from '../testing/harness';
import type { Operation } from './ops/operation-names';
import { Operations } from './ops/operations';

/**
 * Events that no command would append: with such members, the documents of the project and of its notifications exceed
 * the limit of every store.
 */
const crowd = Array.from({ length: 18 }, (_, n) => ({
  userId: 1_000 + n,
  permission: 'view',
  notification: 'x'.repeat(950_000),
}));

describe('documents that cannot be kept', () => {
  let gos: Harness;
  let admin: Person;
  let member: Person;
  let projectId: number;
  let taskId: number;
  let log: EventLog;

  beforeAll(async () => {
    gos = await Harness.start();
    log = gos.service<EventLog>(EVENT_LOG);
    admin = await gos.person('Alena Adminová');
    member = await gos.person('Jan Novák');
    projectId = (await admin.post('/api/projects', { name: 'Stavba' })).body.id;
    taskId = await member.task({ name: 'Migrace karet' });
    for (const one of crowd) {
      const added = { type: 'MemberAdded', data: { projectId, ...one } };
      await append(log, `project-${projectId}`, [added]);
      await append(log, `task-${taskId}`, [{ type: 'TaskPlanned', data: { from: null, to: '2027-01-01' } }]);
    }
    await gos.applied();
  });
  afterAll(() => gos.stop());

  const ready = async () => {
    const { status, body } = await gos.stranger().get('/api/health/ready');
    return [status, body.status, body.setAside];
  };
  const aside = async (): Promise<Json> => (await admin.get('/api/admin/overview')).body.setAside;
  async function ops(operation: Operation, ...args: string[]): Promise<{ fine: boolean; said: string }> {
    const lines: string[] = [];
    const fine = await gos.service<Operations>(Operations).run(operation, args, (line) => lines.push(line));
    return { fine, said: lines.join('\n') };
  }
  async function inMetrics(model: string): Promise<string | undefined> {
    const page = String((await gos.stranger().get('/metrics')).body);
    return page.split('\n').find((line) => line.startsWith(`gos_documents_set_aside{model="${model}"}`));
  }

  it('hold nobody up: the others are as the log says, commands are answered and read at once', async () => {
    expect(gos.service<ActiveReadModels>(ActiveReadModels).applied).toBe(await log.end());
    expect((await member.get(`/api/tasks/${taskId}`)).body.shownDate).toBe('2027-01-01');
    const id = await member.task({ name: 'Další' });
    expect((await member.patch(`/api/tasks/${id}`, { name: 'Přejmenovaný' })).status).toBe(200);
    expect((await member.get('/api/tasks?sort=id')).body.items.map(({ name }: Json) => name)).toEqual([
      'Migrace karet',
      'Přejmenovaný',
    ]);
  });

  it('are old, and commands on them are taken', async () => {
    expect((await admin.patch(`/api/projects/${projectId}`, { name: 'Přestavba' })).status).toBe(200);
    expect((await admin.get(`/api/projects/${projectId}`)).body.name).toBe('Stavba');
    expect(gos.service<ActiveReadModels>(ActiveReadModels).applied).toBe(await log.end());
  });

  const itIsTold = () => {
    it('are told of by health, metrics, administration and operations', async () => {
      expect(await ready()).toEqual([200, 'degraded', 3]);
      expect(await inMetrics('project')).toMatch(/ 1$/);
      expect(await inMetrics('task')).toMatch(/ 0$/);
      const instant = expect.stringMatching(/^\d{4}-.*Z$/);
      const number = expect.stringMatching(/^\d+$/);
      const reason = expect.stringMatching(/^It takes \d+ bytes, and \d+ are the most$/);
      const named = { position: number, since: number, reason, at: instant };
      expect(await aside()).toEqual([
        { model: 'project', count: 1, documents: [{ id: `${projectId}`, ...named }] },
        { model: 'notification', count: 1, documents: [{ id: `p${projectId}`, ...named }] },
        { model: 'project-past', count: 1, documents: [{ id: `${projectId}`, ...named }] },
      ]);
      expect((await admin.get('/api/admin/overview')).body.ready).toBe(true);
      expect(await ops('set-aside')).toEqual({
        fine: false,
        said: expect.stringMatching(
          /^project: 1 set aside .*rebuild project.*\n {2}\d+: frozen at \d+, since event \d+, found .*: It takes \d+ bytes.*\nnotification: 1 /,
        ),
      });
    });
  };
  itIsTold();

  it('are no difference between the documents and the log', async () => {
    const { fine, said } = await ops('verify');
    expect(fine).toBe(true);
    expect(said).toContain(`project ${projectId}: is set aside and was not compared`);
    expect(said).toMatch(/ 0 different\n3 set aside/);
  });

  describe('after a restart', () => {
    beforeAll(async () => {
      await gos.restart();
      for (const person of [admin, member]) person.origin = gos.origin;
      log = gos.service<EventLog>(EVENT_LOG);
    });
    itIsTold();
  });

  it('are set aside again by a rebuild that cannot make them either, which goes on', async () => {
    expect(await ops('rebuild', 'project')).toMatchObject({ fine: true });
    expect(await ready()).toEqual([200, 'degraded', 3]);
    expect((await admin.get(`/api/projects/${projectId}`)).body.name).toBe('Stavba');
  });

  it('are taken up again by a rebuild that can make them', async () => {
    const gone = crowd.map(({ userId }) => ({ type: 'MemberRemoved', data: { projectId, userId } }));
    await append(log, `project-${projectId}`, gone);
    await gos.applied();
    expect(await ready()).toEqual([200, 'degraded', 3]);
    expect(await ops('rebuild', 'project')).toMatchObject({ fine: true });
    expect(await ready()).toEqual([200, 'degraded', 2]);
    expect(await ops('rebuild')).toMatchObject({ fine: true });
    // The earlier state of the project is still too large.
    expect(await ready()).toEqual([200, 'degraded', 1]);
    expect((await admin.get(`/api/projects/${projectId}`)).body.name).toBe('Přestavba');
    expect(await aside()).toMatchObject([{ model: 'project-past', count: 1 }]);
    expect(await inMetrics('project')).toMatch(/ 0$/);
    expect(await ops('set-aside')).toMatchObject({
      fine: false,
      said: expect.stringMatching(/^project-past: 1 set aside /),
    });
    // It builds everything again event by event where a state is too large, so it sets aside what was so then.
    const verified = expect.stringMatching(/ 0 different\n3 set aside/);
    expect(await ops('verify')).toMatchObject({ fine: true, said: verified });
  });

  it('may be such as a projection cannot make', async () => {
    const odd = { type: 'ProjectEdited', data: { changes: null } };
    await append(log, `project-${projectId}`, [odd]);
    await gos.applied();
    expect(await ready()).toEqual([200, 'degraded', 2]);
    const reason = expect.stringMatching(/^ProjectEdited could not be applied: TypeError/);
    expect((await aside())[0]).toMatchObject({ model: 'project', documents: [{ id: `${projectId}`, reason }] });
    const id = await member.task({ name: 'A dál' });
    expect((await member.get(`/api/tasks/${id}`)).status).toBe(200);
    expect((await admin.get(`/api/projects/${projectId}`)).body.name).toBe('Přestavba');
  });
});

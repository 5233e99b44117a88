import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Person } from '../../testing/harness';
import { Installation } from '../../testing/installation';
import { describeLongWithEveryServer, EveryServer } from '../../testing/servers/every-server';
import { seenBy } from './testing/seen';

// Every command is a process of its own, on machines that have other work.
const fine = (said: RegExp) => ({ code: 0, out: expect.stringMatching(said) });

describeLongWithEveryServer('an installation that grows onto servers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gos-grown-'));
  const embedded = new Installation();
  let servers: EveryServer;
  let env: Record<string, string>;
  let grown: Installation;
  /** On another machine, so to say: with the settings and no data of its own. */
  let beside: Installation;
  let back: Installation;
  let people: Person[];

  beforeAll(async () => {
    servers = await EveryServer.start();
    await embedded.start();
    people = [await embedded.person('Karla Svobodová'), await embedded.person('Jan Novák')];
    const [contractor, solver] = people as [Person, Person];
    for (let n = 0; n < 4; n++) {
      const id = await contractor.task({ name: `Úkol ${n}`, solverId: solver.id, tags: ['a'] });
      await contractor.post(`/api/tasks/${id}/subtasks`, { name: `Podúkol ${n}` });
    }
    env = { ...servers.env, GOS_SECRET: readFileSync(join(embedded.folder, 'secret'), 'utf8') };
    grown = new Installation(env);
    beside = new Installation({ ...env, GOS_ROLE: 'api' });
    back = new Installation();
  });
  afterAll(async () => {
    for (const installation of [embedded, grown, beside, back]) await installation?.remove();
    await servers?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Where others may keep the read models, a process takes requests before they are there. */
  async function ready(installation: Installation): Promise<void> {
    await installation.start();
    while (!(await fetch(`${installation.origin}/api/health/ready`)).ok) await sleep(50);
  }

  const seenAt = async (installation: Installation) => {
    for (const person of people) person.origin = installation.origin;
    return Promise.all(people.map((person) => seenBy(person)));
  };

  it('is the same there for everybody, and back again', async () => {
    const before = await seenAt(embedded);
    const file = join(folder, 'there');
    expect((await embedded.ops('export', file)).code).toBe(0);
    expect(await grown.ops('import', file)).toMatchObject(fine(/imported: .*\n$/));
    await ready(grown);
    const there = await seenAt(grown);
    expect(there).toEqual(before);
    expect(await (people[0] as Person).task({ name: 'Na serverech' })).toBe(9);
    const after = await seenAt(grown);
    expect((await grown.ops('verify')).code).toBe(0);
    const second = join(folder, 'back');
    expect((await grown.ops('export', second)).code).toBe(0);
    expect(await back.ops('import', second)).toMatchObject(fine(/imported: .*\n$/));
    await back.start();
    expect(await seenAt(back)).toEqual(after);
    await back.end('SIGTERM');
  });

  it('is operated from beside: what only the leading process can do, it is asked for', async () => {
    expect(await beside.ops('lag')).toMatchObject(
      fine(/^applied (\d+) of \1: caught up\nthe read models are kept by this process/),
    );
    expect(await beside.ops('rebuild')).toMatchObject(fine(/rebuilt\n$/));
    expect(await beside.ops('rebuild', 'nonsense')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/There is no projection "nonsense"/),
    });
    expect(await beside.ops('verify')).toMatchObject(fine(/ 0 altered\n.* 0 different\n$/s));
    expect(await beside.ops('dead-letters')).toMatchObject(fine(/^no dead letters\n$/));
    expect(await beside.ops('import', join(folder, 'there'))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/are running: stop them all first/),
    });
    expect(await beside.ops('backup', join(folder, 'copy'))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/is kept on servers/),
    });
    const made = await beside.ops('user', 'create', 'Olga Revizorová', 'olga@firma.example', 'auditor');
    expect(made).toMatchObject(fine(/^Olga Revizorová is person 3, auditor\n/));
    const stranger = grown.stranger();
    const password = /^password: (\S+)$/m.exec(made.out)![1]!;
    expect((await stranger.post('/api/auth/login', { email: 'olga@firma.example', password })).status).toBeLessThan(
      300,
    );
    const [contractor] = people as [Person];
    contractor.origin = grown.origin;
    expect(
      (await contractor.get('/api/users?pageSize=100')).body.items.map(({ name }: { name: string }) => name),
    ).toContain('Olga Revizorová');
  });

  it('is operated when nobody runs, by who then leads', async () => {
    await grown.end('SIGTERM');
    expect(await beside.ops('lag')).toMatchObject(fine(/caught up\nthe read models are kept by this process/));
    expect(await beside.ops('rebuild', 'task')).toMatchObject(fine(/rebuilt\n$/));
    expect(await grown.ops('import', join(folder, 'there'))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/This installation is not empty/),
    });
    await ready(grown);
    const [contractor] = people as [Person];
    contractor.origin = grown.origin;
    expect(await contractor.task({ name: 'Zase zpátky' })).toBe(10);
  });
});

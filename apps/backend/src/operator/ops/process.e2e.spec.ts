import { cpSync, existsSync, mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { assertKinds } from '../../kernel/data-folder';
import { closeDatabase, openDatabase } from '../../stores/drivers/sqlite/database';
import { SqliteEventLog } from '../../stores/event-log/sqlite.event-log';
import { append } from '../../testing/appended';
import type { Json, Person } from '../../testing/harness';
import { Installation } from '../../testing/installation';
import { Screen } from '../../testing/screen';
import { seenBy } from './testing/seen';

async function eventsIn(folder: string): Promise<number> {
  const log = new SqliteEventLog(join(folder, 'log.sqlite'));
  const end = await log.end();
  await log.close();
  return Number(end);
}

// Every start is that of a whole application, on machines that have other work.
describe('an installation in its own process', () => {
  let gos: Installation;

  beforeEach(async () => {
    gos = new Installation();
    await gos.start();
  });
  afterEach(() => gos.remove());

  async function restart(...people: Person[]): Promise<void> {
    await gos.start();
    for (const person of people) person.origin = gos.origin;
  }

  it('killed under load has everything that it acknowledged, and its lists agree', async () => {
    const [contractor, solver] = [await gos.person('Karla Svobodová'), await gos.person('Jan Novák')];
    const acknowledged = new Map<number, { name: string; comments: number; completed: boolean }>();
    let killed = false;
    const work = async (n: number) => {
      for (let round = 0; !killed; round++) {
        try {
          const name = `Úkol ${n}/${round}`;
          const { status, body } = await contractor.post('/api/tasks', { name, solverId: solver.id });
          if (status !== 201) continue;
          const known = { name, comments: 0, completed: false };
          acknowledged.set(body.id, known);
          if ((await solver.post(`/api/tasks/${body.id}/comments`, { text: 'Ahoj' })).status === 201) known.comments++;
          if (round % 3 > 0) continue;
          known.completed = (await solver.post(`/api/tasks/${body.id}/complete`, { result: 'Hotovo' })).status === 200;
        } catch {
          // The process is gone: what was not answered may be there or not.
        }
      }
    };
    for (let round = 0; round < 2; round++) {
      killed = false;
      const workers = [1, 2, 3, 4].map((n) => work(round * 10 + n));
      while (acknowledged.size < (round + 1) * 8) await new Promise((resolve) => setTimeout(resolve, 20));
      await gos.end('SIGKILL');
      killed = true;
      await Promise.all(workers);
      await restart(contractor, solver);
    }
    expect(acknowledged.size).toBeGreaterThan(10);
    const numbers: number[] = [];
    for (let page = 1; ; page++) {
      const { items, total } = (await contractor.get(`/api/tasks?pageSize=100&sort=id&page=${page}`)).body;
      numbers.push(...items.map(({ id }: Json) => id));
      if (numbers.length >= total) break;
    }
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const [id, { name, comments, completed }] of acknowledged) {
      const detail = (await contractor.get(`/api/tasks/${id}`)).body;
      expect({ id, name: detail.name }).toEqual({ id, name });
      expect(numbers).toContain(id);
      if (comments > 0) expect((await contractor.get(`/api/tasks/${id}/comments`)).body.total).toBe(1);
      if (completed) expect(detail.state).toBe('fulfilled');
    }
    const next = await contractor.task({ name: 'Další úkol' });
    expect(next).toBeGreaterThan(Math.max(...numbers));
    const [toAccept, counts] = [
      await contractor.get('/api/tasks?list=to-accept'),
      await contractor.get('/api/tasks/counts'),
    ];
    expect(counts.body['to-accept']).toBe(toAccept.body.total);
    expect(await gos.ops('verify')).toMatchObject({ code: 0, out: expect.stringContaining(' 0 different') });
  });

  it.each([
    [
      'its newest events were cut off with the log’s WAL',
      // The size of the WAL's header and no whole frame: a crash before anything of it was copied into the file.
      async () => truncateSync(join(gos.folder, 'log.sqlite-wal'), 32),
    ],
    [
      'its log is a copy from before',
      async () => {
        for (const end of ['', '-wal']) {
          rmSync(join(gos.folder, `log.sqlite${end}`), { force: true });
          if (existsSync(join(gos.folder, `kept${end}`)))
            renameSync(join(gos.folder, `kept${end}`), join(gos.folder, `log.sqlite${end}`));
        }
      },
    ],
  ])('does not start where %s right before it was killed, and says how many events are missing', async (_, cut) => {
    const contractor = await gos.person('Karla Svobodová');
    await contractor.task({ name: 'Dřív' });
    await gos.end('SIGTERM');
    cpSync(join(gos.folder, 'log.sqlite'), join(gos.folder, 'kept'));
    const before = await eventsIn(gos.folder);
    await restart(contractor);
    const names = Array.from({ length: 20 }, (_, n) => `Úkol ${n}`);
    for (const name of names) await contractor.task({ name });
    // Nothing that is written every few seconds may be needed to notice it.
    await gos.end('SIGKILL');
    await cut();
    const missing = names.length;
    expect(await eventsIn(gos.folder)).toBe(before);
    const lacks = expect.stringContaining(`The event log (log.sqlite) lacks ${missing} events that other parts`);
    expect(await gos.startWith({})).toMatchObject({ code: 1, err: lacks, out: '' });
    expect(await gos.ops('verify')).toMatchObject({ code: 1, err: lacks });
    expect(await gos.ops('accept-log', `${missing}`)).toMatchObject({ code: 0, err: '' });
    await restart(contractor);
    expect((await contractor.get('/api/tasks?pageSize=100')).body.items).toMatchObject([{ name: 'Dřív' }]);
    expect(await gos.ops('verify')).toMatchObject({ code: 0 });
  });

  it('catches up what a crash cut off between two streams', async () => {
    const contractor = await gos.person('Karla Svobodová');
    const [parent, predecessor] = [
      await contractor.task({ name: 'Nadřazený' }),
      await contractor.task({ name: 'Předchůdce' }),
    ];
    const created = await contractor.task({ name: 'Vzor podúkolu' });
    await gos.end('SIGKILL');
    const log = new SqliteEventLog(join(gos.folder, 'log.sqlite'));
    const [pattern] = await log.readStream(`task-${created}`);
    const data = {
      ...(pattern!.data as object),
      taskId: 500,
      name: 'Podúkol',
      parentId: parent,
      predecessors: [predecessor],
    };
    await append(log, 'task-500', [{ type: 'TaskCreated', data }]);
    await log.close();
    await restart(contractor);
    let detail: Json;
    for (let round = 0; round < 100; round++) {
      detail = (await contractor.get(`/api/tasks/${parent}`)).body;
      if (detail.subtasks.length > 0 && (await contractor.get('/api/tasks/500')).body.waiting) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(detail).toMatchObject({ revision: 2, subtasks: [{ id: 500, name: 'Podúkol' }] });
    expect((await contractor.get('/api/tasks/500')).body).toMatchObject({
      waiting: true,
      parent: { id: parent },
      predecessors: [{ id: predecessor }],
    });
    await gos.end('SIGKILL');
    await restart(contractor);
    expect((await contractor.get(`/api/tasks/${parent}`)).body).toEqual(detail);
    expect((await gos.ops('verify')).code).toBe(0);
  });

  it('builds its views anew when they were deleted, and answers the same', async () => {
    const contractor = await gos.person('Karla Svobodová');
    const solver = await gos.person('Jan Novák');
    for (let n = 0; n < 5; n++) {
      const id = await contractor.task({ name: `Úkol ${n}`, solverId: solver.id, tags: ['a'] });
      await contractor.post(`/api/tasks/${id}/comments`, { text: 'Poznámka' });
      await contractor.post(`/api/tasks/${id}/subtasks`, { name: `Podúkol ${n}` });
      if (n % 2) await solver.post(`/api/tasks/${id}/complete`, { result: 'Hotovo' });
    }
    const before = [await seenBy(contractor), await seenBy(solver)];
    for (const how of ['SIGTERM', 'SIGKILL'] as const) {
      await gos.end(how);
      const views = gos.files('views');
      expect(views.length).toBeGreaterThan(0);
      for (const name of views) rmSync(join(gos.folder, name), { recursive: true });
      await restart(contractor, solver);
      expect([await seenBy(contractor), await seenBy(solver)]).toEqual(before);
    }
  });

  it('is refused a second time on the same data, in one sentence', async () => {
    const second = await gos.startWith({});
    expect(second.code).toBe(1);
    expect(second.err).toMatch(/^Gos cannot start: [^\n]*open for writing already[^\n]*stop the other one first\.\n$/);
    expect((await gos.person('Karla Svobodová')).id).toBe(1);
  });

  it('stops when it is asked to: screens are let go, what was begun is finished, nothing is left behind', async () => {
    const contractor = await gos.person('Karla Svobodová');
    const screen = await Screen.open(contractor);
    const begun = Array.from({ length: 20 }, (_, n) =>
      contractor.post('/api/tasks', { name: `Úkol ${n}` }).catch(() => null),
    );
    await begun[0];
    const started = Date.now();
    const { code, err } = await gos.end('SIGTERM');
    expect([code, err]).toEqual([0, '']);
    expect(Date.now() - started).toBeLessThan(5_000);
    await screen.until('disconnect');
    expect(gos.files('running')).toEqual([]);
    const answered = (await Promise.all(begun)).filter((reply) => reply?.status === 201).map((reply) => reply!.body.id);
    expect(answered.length).toBeGreaterThan(0);
    await restart(contractor);
    for (const id of answered) expect((await contractor.get(`/api/tasks/${id}`)).status).toBe(200);
    screen.close();
  });

  it('stops when it is asked to from when it listens for that, while it still starts', async () => {
    await gos.end('SIGTERM');
    const ask = 'process.kill(process.pid, name)';
    for (const when of [ask, ...[10, 25, 50, 80].map((ms) => `setTimeout(() => ${ask}, ${ms})`)]) {
      const askItself = `process.on('newListener', (name) => name === 'SIGTERM' && ${when})`;
      const asked = await gos.startWith({
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(askItself)}`,
      });
      expect([when, asked.code, asked.err]).toEqual([when, 0, '']);
    }
    await gos.start();
    expect((await gos.person('Karla Svobodová')).id).toBe(1);
  });

  it('is operated running and stopped', async () => {
    const contractor = await gos.person('Karla Svobodová');
    const id = await contractor.task({ name: 'Migrace karet' });
    const before = (await contractor.get(`/api/tasks/${id}`)).body;
    const operate = async () => {
      expect(await gos.ops('lag')).toMatchObject({ code: 0, out: expect.stringContaining('caught up') });
      expect(await gos.ops('rebuild')).toMatchObject({ code: 0, out: expect.stringContaining('rebuilt') });
      expect(await gos.ops('rebuild', 'task')).toMatchObject({ code: 0 });
      expect(await gos.ops('rebuild', 'nonsense')).toMatchObject({ code: 1 });
      expect(await gos.ops('verify')).toMatchObject({ code: 0, out: expect.stringContaining(' 0 altered') });
      expect(await gos.ops('nonsense')).toMatchObject({
        code: 2,
        err: expect.stringContaining('npm run ops -- COMMAND'),
      });
    };
    await operate();
    await gos.end('SIGKILL');
    await operate();
    await restart(contractor);
    expect((await contractor.get(`/api/tasks/${id}`)).body).toEqual(before);
  });

  it('finds what somebody altered: what an event says, and an event so that it cannot be read', async () => {
    const contractor = await gos.person('Karla Svobodová');
    await contractor.task({ name: 'Migrace karet' });
    await contractor.task({ name: 'Další' });
    await gos.end('SIGTERM');
    const database = openDatabase(join(gos.folder, 'log.sqlite'), { durability: 'full', format: 1, schema: '' });
    const alter = (stream: string, change: (data: string) => string) => {
      const { data } = database.prepare('SELECT data FROM events WHERE stream = ?').get(stream) as { data: string };
      database.prepare('UPDATE events SET data = ? WHERE stream = ?').run(change(data), stream);
    };
    alter('task-1', (data) => data.replace('Migrace', 'Migrase'));
    alter('task-2', (data) => data.replace('{', '['));
    closeDatabase(database);
    const verified = async () => {
      const { code, out } = await gos.ops('verify');
      expect(code).toBe(1);
      expect(out).toContain('task-1 revision 0: its content is not what its hash says');
      expect(out).toContain('task-2 revision 0: its content cannot be read');
    };
    await verified();
    await restart(contractor);
    await verified();
  });
});

describe('an installation that cannot start', () => {
  let gos: Installation;

  beforeEach(() => {
    gos = new Installation();
  });
  afterEach(() => gos.remove());

  it.each([
    [{ GOS_COLOUR: 'red' }, /GOS_COLOUR is no setting of Gos/],
    [{ PORT: 'http' }, /PORT must be a port number/],
    [{ GOS_REGISTRATION: 'maybe' }, /GOS_REGISTRATION must be one of open, invite, off/],
    [{ GOS_TIME_ZONE: 'Prague' }, /GOS_TIME_ZONE must be/],
    [{ HOST: 'no.such.host.invalid' }, /HOST and PORT cannot be listened on/],
  ])('does not start with %j, and says why in one sentence', async (env, sentence) => {
    const { code, err } = await gos.startWith(env as Record<string, string>);
    expect(code).toBe(1);
    expect(err).toMatch(/^Gos cannot start: [^\n]+\n$/);
    expect(err).toMatch(sentence);
  });

  it.each([32, 256])('does not start where it may open %i files only, and says so in one sentence', async (most) => {
    const { code, err } = await gos.startWithOpenFiles(most);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^Gos cannot start: the process may open \d+ files only[^\n]*\n$/),
    ]);
  });

  it.each([
    [
      'a log that is no database',
      () => writeFileSync(join(gos.folder, 'log.sqlite'), 'x'.repeat(9_000)),
      /log\.sqlite is damaged/,
    ],
  ])('does not start with %s, and says so in one sentence', async (_, damage, sentence) => {
    damage();
    const { code, err } = await gos.startWith({});
    expect([code, err]).toEqual([1, expect.stringMatching(/^Gos cannot start: [^\n]+\n$/)]);
    expect(err).toMatch(sentence);
    const asked = await gos.ops('verify');
    expect([asked.code, asked.err]).toEqual([1, expect.stringMatching(/^[^\n]+\n$/)]);
  });

  it('does not start where a file is in the place of a folder, or the other way round, and says so in one sentence', async () => {
    const sqlite = ['log', 'accounts', 'claims', 'views', 'jobs'].flatMap((name) =>
      ['', '-wal', '-shm', '-lock'].map((end) => `${name}.sqlite${end}`),
    );
    for (const name of ['files', 'mail', 'files-on-the-way', 'secret', 'running.json', ...sqlite]) {
      const path = join(gos.folder, name);
      const isFolder = /^(files|mail)/.test(name);
      rmSync(path, { recursive: true, force: true });
      if (isFolder) writeFileSync(path, 'x');
      else mkdirSync(path);
      expect(() => assertKinds(gos.folder)).toThrow(
        isFolder ? /is no folder, and a folder has/ : /is no file, and a file/,
      );
      if (['files', 'views.sqlite'].includes(name)) {
        const [started, asked] = [await gos.startWith({}), await gos.ops('verify')];
        expect([started.code, started.err]).toEqual([1, expect.stringMatching(/^Gos cannot start: [^\n]+\n$/)]);
        expect(started.err).toContain(`${path} is no `);
        expect([asked.code, asked.err]).toEqual([1, expect.stringMatching(/^[^\n]+\n$/)]);
      }
      rmSync(path, { recursive: true });
    }
    expect(() => assertKinds(gos.folder)).not.toThrow();
  });

  it('takes an export from the standard input, as in a container whose user may not read the file', async () => {
    await gos.start();
    const karla = await gos.person('Karla Svobodová');
    await karla.task({ name: 'Čtečka' });
    const file = join(gos.folder, 'one.export');
    expect((await gos.ops('export', file)).code).toBe(0);
    const other = new Installation();
    try {
      expect(await other.opsReading(file, 'import', '-')).toMatchObject({ code: 0, err: '' });
      expect(other.files('import')).toEqual([]);
      expect(await other.ops('verify')).toMatchObject({ code: 0 });
      expect((await other.opsReading('/dev/null', 'import', '-')).err).toMatch(/^[^\n]+\n$/);
    } finally {
      await other.remove();
      await gos.end('SIGTERM');
    }
  });

  it('does not start on a port that is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    const { code, err } = await gos.startWith({ PORT: String(port) });
    taken.close();
    expect([code, err]).toEqual([1, expect.stringMatching(/^Gos cannot start: [^\n]*EADDRINUSE[^\n]*\n$/)]);
  });
});

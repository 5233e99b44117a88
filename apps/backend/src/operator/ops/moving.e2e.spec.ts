import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Sqlite } from '../../stores/drivers/sqlite/driver';
import type { Person } from '../../testing/harness';
import { type Ended, Installation } from '../../testing/installation';
import { contentLines, noise } from './testing/filled';
import { seenBy } from './testing/seen';

// Every command is a process of its own, on machines that have other work.
const fine = (said: RegExp) => ({ code: 0, err: '', out: expect.stringMatching(said) });
const refused = (sentence: RegExp) => ({ code: 1, out: '', err: expect.stringMatching(sentence) });

/** Whether an import has begun to write. */
function isMarked(folder: string): boolean {
  const file = join(folder, 'accounts.sqlite');
  if (!existsSync(file)) return false;
  const database = new Sqlite(file, { readonly: true });
  try {
    return database.prepare("SELECT 1 FROM records WHERE kind = 'setting'").get() !== undefined;
  } catch {
    return false;
  } finally {
    database.close();
  }
}

describe('an installation that is carried elsewhere', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gos-carried-'));
  const from = new Installation();
  const into: Installation[] = [];
  const file = join(folder, 'export');
  let people: Person[];
  let seen: unknown[];

  const another = () => {
    const installation = new Installation();
    into.push(installation);
    return installation;
  };
  const upload = async (person: Person, content: Buffer) => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(content)]), 'příloha.bin');
    return (await person.post('/api/files', form)).body.fileId as number;
  };
  const seenAt = async (installation: Installation) => {
    for (const person of people) person.origin = installation.origin;
    return Promise.all(people.map((person) => seenBy(person)));
  };

  beforeAll(async () => {
    await from.start();
    people = [await from.person('Karla Svobodová'), await from.person('Jan Novák')];
    const [contractor, solver] = people as [Person, Person];
    for (let n = 0; n < 6; n++) {
      const files = n === 0 ? [await upload(contractor, noise(700_000)), await upload(contractor, noise(3))] : [];
      const id = await contractor.task({ name: `Úkol ${n}`, solverId: solver.id, tags: ['a'], files });
      await contractor.post(`/api/tasks/${id}/comments`, { text: `Poznámka @[${solver.id}]` });
      await contractor.post(`/api/tasks/${id}/subtasks`, { name: `Podúkol ${n}` });
      if (n % 2) await solver.post(`/api/tasks/${id}/complete`, { result: 'Hotovo' });
    }
    seen = await seenAt(from);
  });
  afterAll(async () => {
    for (const installation of [from, ...into]) await installation.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is the same there for everybody, who stays signed in, and goes on', async () => {
    expect(await from.ops('export', file)).toMatchObject(fine(/\d+ events, \d+ accounts, 2 files/));
    const target = another();
    expect(await target.ops('import', file)).toMatchObject(fine(/Compared: all.*caught up.*imported: .*\n$/s));
    await target.start();
    expect(await seenAt(target)).toEqual(seen);
    const [contractor] = people as [Person];
    const [{ id: fileId }] = (await contractor.get('/api/tasks/1')).body.files;
    const content = await fetch(`${target.origin}/api/files/${fileId}`, { headers: { cookie: contractor.cookie } });
    expect([content.status, (await content.arrayBuffer()).byteLength]).toEqual([200, 700_000]);
    expect(await contractor.task({ name: 'Další úkol' })).toBe(13);
    const browser = target.stranger();
    for (const [name, value] of contractor.cookies) browser.cookies.set(name, value);
    expect((await browser.post('/api/auth/refresh')).status).toBeLessThan(300);
    expect((await target.ops('verify')).code).toBe(0);
    for (const person of people) person.origin = from.origin;
  });

  it('is the same when the old one was stopped, and when the import was killed and went on', async () => {
    await from.end('SIGTERM');
    const second = join(folder, 'stopped');
    const done = await from.ops('export', second);
    await from.start();
    expect(done.code).toBe(0);
    expect(contentLines(second)).not.toEqual([]);
    const target = another();
    const importing = target.begin('import', second);
    while (!isMarked(target.folder)) await new Promise((resolve) => setTimeout(resolve, 1));
    importing.kill('SIGKILL');
    await new Promise((resolve) => importing.once('exit', resolve));
    expect(await target.startWith({})).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Gos cannot start: An import into this installation was cut off/),
    });
    expect(await target.ops('import', second)).toMatchObject(fine(/imported: .*\n$/));
    await target.start();
    expect(await seenAt(target)).toEqual(seen);
  });

  it('is refused where somebody works or has worked, and when it is not whole', async () => {
    const running = into[0]!;
    expect(await running.ops('import', file)).toMatchObject(refused(/^Gos is running on .*: stop it first\.\n$/));
    await running.end('SIGTERM');
    expect(await running.ops('import', file)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^This installation is not empty/),
    });
    const cut = join(folder, 'cut');
    writeFileSync(cut, readFileSync(file).subarray(0, 5_000));
    expect(await another().ops('import', cut)).toMatchObject(refused(/is cut off: its end is missing/));
    expect(await from.ops('export', file)).toMatchObject({
      code: 1,
      out: expect.stringMatching(/exists: give another name/),
    });
    expect(await from.ops('export')).toMatchObject({ code: 2 });
  });

  describe('by its backup', () => {
    const copy = join(folder, 'backup');

    it('is copied while people work, and is the same from the copy', async () => {
      let busy = true;
      const [contractor, solver] = people as [Person, Person];
      for (const person of people) person.origin = from.origin;
      const working = (async () => {
        const made: number[] = [];
        while (busy) made.push(await solver.task({ name: 'Mezitím' }));
        return made;
      })();
      const done = await from.ops('backup', copy);
      busy = false;
      await working;
      expect(done).toMatchObject(fine(/4 databases|3 databases/));
      expect(readdirSync(copy).filter((name) => /^views|^running|-wal$|-lock$/.test(name))).toEqual([]);
      const target = another();
      expect(await target.ops('restore', copy)).toMatchObject(fine(/read models are rebuilt/));
      await target.start();
      expect((await target.ops('verify')).code).toBe(0);
      for (const person of people) person.origin = target.origin;
      expect((await contractor.get('/api/tasks/1')).body).toEqual(
        (seen[0] as { details: unknown[] }).details.find((one) => (one as { id?: number }).id === 1),
      );
      const next = await contractor.task({ name: 'Další' });
      expect(next).toBeGreaterThan(12);
    });

    it('is refused into what is no empty folder, and when anything in it is another one', async () => {
      expect(await from.ops('restore', copy)).toMatchObject(refused(/^Gos is running on/));
      expect(await from.ops('backup', copy)).toMatchObject({ code: 1, err: expect.stringMatching(/is not empty/) });
      await into[0]!.end('SIGTERM');
      expect(await into[0]!.ops('restore', copy)).toMatchObject(
        refused(/is not empty: restore into a new data folder/),
      );
      const accounts = join(copy, 'accounts.sqlite');
      const bytes = readFileSync(accounts);
      bytes[200] = bytes[200]! ^ 1;
      writeFileSync(accounts, bytes);
      const target = another();
      expect(await target.ops('restore', copy)).toMatchObject({
        code: 1,
        err: expect.stringMatching(/accounts\.sqlite .* was altered or damaged/),
      });
      expect(readdirSync(target.folder)).toEqual(['secret']);
      expect(await target.ops('restore', folder)).toMatchObject(refused(/holds no whole backup/));
    });
  });
});

describe('people and jobs by command line', () => {
  let gos: Installation;
  beforeEach(() => {
    gos = new Installation();
  });
  afterEach(() => gos.remove());

  const passwordIn = ({ out }: Ended) => /^password: (\S+)$/m.exec(out)![1]!;
  const signIn = async (email: string, password: string) => {
    const stranger = gos.stranger();
    const { status } = await stranger.post('/api/auth/login', { email, password });
    return status < 300 ? (await stranger.get('/api/me')).body : status;
  };

  it('makes people on a stopped and on a running installation, the first of them the admin', async () => {
    const first = await gos.ops('user', 'create', 'Karla Svobodová', 'karla@firma.example');
    expect(first).toMatchObject(fine(/^Karla Svobodová is person 1, admin: the first person is the admin\n/));
    await gos.start();
    expect(await signIn('karla@firma.example', passwordIn(first))).toMatchObject({ id: 1, role: 'admin' });
    const second = await gos.ops('user', 'create', 'Olga Revizorová', 'olga@firma.example', 'auditor');
    expect(second).toMatchObject(fine(/^Olga Revizorová is person 2, auditor\n/));
    expect(await signIn('olga@firma.example', passwordIn(second))).toMatchObject({ id: 2, role: 'auditor' });
    for (const [args, sentence] of [
      [['Jan Novák', 'OLGA@firma.example'], /belongs to somebody already/],
      [['Jan Novák', 'jan'], /"jan" is no e-mail address/],
      [['Jan Novák', 'jan@firma.example', 'chief'], /The role is one of admin, member/],
    ] as const) {
      expect(await gos.ops('user', 'create', ...args)).toMatchObject({ code: 1, out: expect.stringMatching(sentence) });
    }
    expect(await gos.ops('user', 'create', 'Jan')).toMatchObject({ code: 2 });
    expect(await gos.ops('verify')).toMatchObject({ code: 0 });
  });

  it('lets somebody in with a new password, and nobody with the old one, stopped and running', async () => {
    const email = 'karla@firma.example';
    const made = await gos.ops('user', 'create', 'Karla Svobodová', email);
    const renewed = await gos.ops('user', 'password', 'KARLA@firma.example');
    expect(renewed).toMatchObject(fine(/^Karla Svobodová is person 1, signed out everywhere\n/));
    await gos.start();
    expect(await signIn(email, passwordIn(made))).toBe(401);
    const karla = gos.stranger();
    await karla.post('/api/auth/login', { email, password: passwordIn(renewed) });
    expect((await karla.get('/api/me')).status).toBe(200);
    const again = await gos.ops('user', 'password', email);
    expect((await karla.get('/api/me')).status).toBe(401);
    expect(await signIn(email, passwordIn(again))).toMatchObject({ id: 1 });
    expect(await gos.ops('user', 'password', 'jan@firma.example')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^Nobody has the e-mail jan@firma\.example\.\n/),
    });
    expect(await gos.ops('user', 'password')).toMatchObject({ code: 2 });
  });

  it('lists dead letters', async () => {
    await gos.start();
    expect(await gos.ops('dead-letters')).toMatchObject(fine(/^no dead letters\n/));
    expect(await gos.ops('dead-letters', 'retry', 'none')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/There is no dead letter "none"/),
    });
    await gos.end('SIGTERM');
    expect(await gos.ops('dead-letters')).toMatchObject(fine(/^no dead letters\n/));
  });
});

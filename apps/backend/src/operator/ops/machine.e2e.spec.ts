import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Installation } from '../../testing/installation';

/** Returns everything in a folder that others than the owner may read. */
const openIn = (folder: string): string[] =>
  ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].filter(
    (name) => (lstatSync(join(folder, name)).mode & 0o077) !== 0,
  );

describe('what neighbours on the machine get at', () => {
  const gos = new Installation();
  let umask: number;

  beforeAll(async () => {
    umask = process.umask(0o022);
    // As an earlier version left it.
    chmodSync(gos.folder, 0o755);
    mkdirSync(join(gos.folder, 'mail'));
    writeFileSync(join(gos.folder, 'secret'), 'a'.repeat(64));
    await gos.start();
    await gos.person('Alena');
  });
  afterAll(async () => {
    await gos.remove();
    process.umask(umask);
  });

  it('the data folder is for its owner only, with its databases, their side files, uploads and mails', async () => {
    const person = await gos.person('Jan');
    const form = new FormData();
    form.append('file', new Blob(['hello'], { type: 'text/plain' }), 'a.txt');
    expect((await person.call('POST', '/api/files', form)).status).toBe(201);
    await person.post('/api/auth/forgotten', { email: person.email });
    const mail = join(gos.folder, 'mail');
    while (!readdirSync(mail).some((name) => name.endsWith('.eml'))) await new Promise((done) => setTimeout(done, 50));
    expect(gos.files('log.sqlite').length).toBeGreaterThan(1);
    expect(openIn(gos.folder)).toEqual([]);
  });

  it('so are backups and exports', async () => {
    const [backup, file] = [`${gos.folder}-backup`, `${gos.folder}-export`];
    expect((await gos.ops('backup', backup)).code).toBe(0);
    expect((await gos.ops('export', file)).code).toBe(0);
    expect(openIn(backup)).toEqual([]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(existsSync(join(backup, 'running.json'))).toBe(false);
    for (const made of [backup, file]) rmSync(made, { recursive: true });
  });

  it('operations are for this machine, by a token of this start that is nowhere else', async () => {
    const { token } = JSON.parse(readFileSync(join(gos.folder, 'running.json'), 'utf8')) as { token: string };
    const asking = (headers: Record<string, string>, body = '{}') =>
      fetch(`${gos.origin}/api/ops/lag`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'x-requested-with': 'gos', ...headers },
      });
    const authorization = `Ops ${token}`;
    expect((await asking({ authorization })).status).toBe(200);
    expect((await asking({ authorization: 'Ops wrong' })).status).toBe(404);
    const unknown = await (await fetch(`${gos.origin}/api/nothing`, { method: 'POST' })).json();
    for (const header of ['x-forwarded-for', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']) {
      for (const body of ['{}', '{']) {
        const answer = await asking({ authorization, [header]: '127.0.0.1' }, body);
        expect([header, answer.status, await answer.json()]).toEqual([header, 404, unknown]);
      }
    }
    await gos.end('SIGTERM');
    await gos.start();
    expect((await asking({ authorization })).status).toBe(404);
    expect((await gos.ops('lag')).code).toBe(0);
  });
});

describe('a short secret', () => {
  const gos = new Installation();
  const GOS_SECRET = 'sixteen letters!';
  afterAll(() => gos.remove());

  it('is refused by a new installation, and said of one that has it; the code of the first person is printed until then', async () => {
    const refused = await gos.startWith({ GOS_SECRET });
    expect([refused.code, refused.err]).toEqual([
      1,
      'Gos cannot start: GOS_SECRET must have at least 32 characters.\n',
    ]);
    await gos.start();
    const invited = /\/register\?setup=([\w-]{22})\n/;
    const [, code] = invited.exec((await gos.end('SIGTERM')).out)!;
    await gos.start();
    await gos.person('Alena');
    expect(invited.exec((await gos.end('SIGTERM')).out)![1]).toBe(code);
    const env = { GOS_SECRET, GOS_LOG_LEVEL: 'warn' };
    const short = new Installation(env, gos.folder);
    await short.start();
    const { out, err } = await short.end('SIGTERM');
    expect(out).not.toMatch(invited);
    expect(out + err).toMatch(/GOS_SECRET must have at least 32 characters/);
  });
});

import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Checkpoints } from '../../engine/proof/checkpoints';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { append } from '../../testing/appended';
import { Harness, type Person } from '../../testing/harness';
import { describeInFull } from '../../testing/servers/server-tests';

const hasGo = spawnSync('go', ['version']).status === 0;

describeInFull('Go', hasGo, 'the program in docs/verify-log, with golang.org/x/mod/sumdb', () => {
  let gos: Harness;
  let folder: string;
  let program: string;
  let token: string;

  beforeAll(async () => {
    gos = await Harness.start();
    const admin: Person = await gos.person('Alena Adminová');
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const asked = { name: 'Go', scope: 'read', expiresAt, password: 'correct horse' };
    token = (await admin.post('/api/me/tokens', asked)).body.token;
    folder = mkdtempSync(join(tmpdir(), 'gos-go-'));
    program = join(folder, 'verify');
    const cwd = join(process.cwd(), 'docs/verify-log');
    const { status, stderr } = spawnSync('go', ['build', '-o', program, '.'], { cwd, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  }, 300_000);
  afterAll(async () => {
    await gos.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const grow = async (count: number) => {
    const events = Array.from({ length: count }, (_, n) => ({ type: 'CommentAdded', data: { n } }));
    await append(gos.service<EventLog>(EVENT_LOG), 'proof-1', events);
    return (await gos.service<Checkpoints>(Checkpoints).make())!;
  };

  it('verifies a log that has grown, and refuses one that does not continue the kept checkpoint', async () => {
    const kept = await grow(20);
    const older = join(folder, 'older');
    writeFileSync(older, kept.note);
    const { size } = await grow(600);
    const bearer = { authorization: `Bearer ${token}` };
    const [{ key }] = (await gos.stranger().get('/api/log/keys', bearer)).body.items;
    const run = () =>
      promisify(execFile)(program, [gos.origin, key, older], { env: { ...process.env, GOS_TOKEN: token } });
    expect((await run()).stdout).toContain(`: ${size} events continue the checkpoint of ${kept.size}\n`);
    writeFileSync(older, kept.note.replace(/^(\d+)$/m, String(kept.size - 1)));
    await expect(run()).rejects.toThrow('invalid signature');
  });
});

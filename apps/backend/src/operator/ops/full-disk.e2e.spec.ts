import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Json, Person } from '../../testing/harness';
import { Installation } from '../../testing/installation';

const mounts: string[] = [];
const succeeds = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

function mounted(folder: string, ...options: string[]): boolean {
  if (!succeeds('mount', ...options, folder)) return false;
  mounts.push(folder);
  return true;
}

/** A folder on a disk of its own; null where mounting is refused, as to a user who is not root. */
function smallDisk(mebibytes: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'gos-disk-'));
  if (process.platform === 'linux' && mounted(folder, '-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'gos')) return folder;
  rmSync(folder, { recursive: true });
  return null;
}

const disk = smallDisk(24);
// Only root on Linux can mount a disk: elsewhere there is none to fill.
const describeOnDisk = disk === null ? describe.skip : describe;

afterAll(() => {
  for (const folder of mounts.splice(0).reverse()) spawnSync('umount', [folder]);
  if (disk !== null) rmSync(disk, { recursive: true });
});

describeOnDisk('an installation on a disk of its own (needs the right to mount one)', () => {
  const folder = disk!;
  const filler = join(folder, 'filler');
  let gos: Installation;
  let karla: Person;

  beforeEach(async () => {
    gos = new Installation({ GOS_LOG_LEVEL: 'warn' }, join(folder, 'data'));
    mkdirSync(gos.folder);
    await gos.start();
    karla = await gos.person('Karla Svobodová');
  });
  afterEach(async () => {
    rmSync(filler, { force: true });
    await gos.remove();
  });

  /** Leaves no more room than the given bytes. */
  function fill(leave = 0): void {
    for (const size of [1 << 20, 1 << 14, 1 << 12]) {
      for (;;) {
        try {
          appendFileSync(filler, Buffer.alloc(size));
        } catch {
          break;
        }
      }
    }
    if (leave > 0) spawnSync('truncate', ['-s', `-${leave}`, filler]);
  }
  const create = async (name: string): Promise<number> =>
    (await karla.post('/api/tasks', { name, description: 'x'.repeat(4_000) })).status;
  const names = async (): Promise<string[]> =>
    (await karla.get('/api/tasks?sort=id&pageSize=100')).body.items.map(({ name }: Json) => name);

  it('that is full refuses changes, says what to do, and loses nothing that it acknowledged', async () => {
    const acknowledged: string[] = [];
    const statuses = new Set<number>();
    fill(200 * 1024);
    for (let n = 0; n < 60; n++) {
      const status = await create(`Úkol ${n}`);
      statuses.add(status);
      if (status === 201) acknowledged.push(`Úkol ${n}`);
      if (status !== 201) fill();
    }
    expect([...statuses].sort()).toEqual([201, 503]);
    expect((await gos.stranger().get('/api/health/live')).status).toBe(200);
    const ready = await gos.stranger().get('/api/health/ready');
    expect(ready.status).toBe(503);
    const { out, err } = await gos.end('SIGKILL');
    expect(`${out}${err}`).toContain('The disk is full: make room where ');
    fill();
    const again = await gos.startWith({});
    expect([again.code, again.err]).toEqual([
      1,
      expect.stringMatching(/^Gos cannot start: The disk is full: [^\n]+\n$/),
    ]);
    rmSync(filler);
    await gos.start();
    karla.origin = gos.origin;
    expect((await names()).filter((name) => acknowledged.includes(name))).toEqual(acknowledged);
    expect(await create('Po úklidu')).toBe(201);
    expect((await gos.ops('verify')).code).toBe(0);
  });

  it('goes on by itself once there is room again', async () => {
    fill();
    while ((await create('Bez místa')) === 201);
    rmSync(filler);
    while ((await create('S místem')) !== 201) await sleep(50);
    expect(await names()).toContain('S místem');
    while ((await gos.stranger().get('/api/health/ready')).status !== 200) await sleep(50);
  });

  it('does not start where the folder is read-only, and says so in one sentence', async () => {
    await gos.end('SIGTERM');
    expect(mounted(gos.folder, '--bind', gos.folder)).toBe(true);
    spawnSync('mount', ['-o', 'remount,bind,ro', gos.folder]);
    const { code, err } = await gos.startWith({});
    spawnSync('umount', [mounts.pop()!]);
    expect([code, err]).toEqual([1, expect.stringMatching(/^Gos cannot start: [^\n]+(written|writing)[^\n]*\n$/)]);
    await gos.start();
    karla.origin = gos.origin;
    expect(await create('Zase zapisuje')).toBe(201);
  });

  it('refuses uploads alone where the folder of files is read-only', async () => {
    const files = join(gos.folder, 'files');
    mkdirSync(files, { recursive: true });
    expect(mounted(files, '--bind', files)).toBe(true);
    spawnSync('mount', ['-o', 'remount,bind,ro', files]);
    const form = new FormData();
    form.append('file', new Blob(['obsah']), 'plan.txt');
    const { status, body } = await karla.post('/api/files', form);
    const created = await create('Bez příloh');
    spawnSync('umount', [mounts.pop()!]);
    expect([status, body.code, created]).toEqual([503, 'store.unavailable', 201]);
    const { out, err } = await gos.end('SIGTERM');
    expect(`${out}${err}`).toMatch(/data\/files\/incoming could not be written \(ENOENT\): its disk /);
  });
});

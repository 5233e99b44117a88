import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { loadOrCreateSecret, replaceSecret } from './secret-file';

const run = promisify(execFile);
const root = process.cwd();
const built = pathToFileURL(join(root, 'dist/modules', relative(root, import.meta.dirname), 'secret-file.js')).href;

/** Runs in a process that is killed at its n-th step on the disk; in the middle of it where it writes. */
const killedAt = (step: number, statement: string) => `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
let left = ${step};
for (const name of ['writeFileSync', 'linkSync', 'renameSync', 'rmSync', 'openSync', 'fsyncSync']) {
  const real = fs[name];
  fs[name] = (...given) => {
    if (--left > 0) return real(...given);
    if (name === 'writeFileSync') real(given[0], given[1].slice(0, 7), given[2]);
    process.kill(process.pid, 'SIGKILL');
  };
}
syncBuiltinESMExports();
const { loadOrCreateSecret, replaceSecret } = await import('${built}');
${statement}
`;

describe('the key in the data folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gos-secret-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Whether the process came to its end. */
  const survives = (step: number, statement: string) => {
    const done = spawnSync(process.execPath, ['--input-type=module', '-e', killedAt(step, statement)]);
    if (done.status !== 0 && done.signal !== 'SIGKILL') throw new Error(String(done.stderr));
    return done.status === 0;
  };

  it('is whole after a first start that was killed at any moment', () => {
    for (let step = 1, ended = false; !ended; step++) {
      ended = survives(step, `loadOrCreateSecret('${folder}');`);
      expect(step).toBeLessThan(20);
      expect(loadOrCreateSecret(folder)).toMatch(/^[0-9a-f]{64}$/);
      expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
      rmSync(join(folder, 'secret'));
    }
    loadOrCreateSecret(folder);
    expect(readdirSync(folder)).toEqual(['secret']);
  });

  it('is the old or the new one, whole, after an import that was killed at any moment', () => {
    const [old, other] = ['a'.repeat(64), 'b'.repeat(64)];
    const seen = new Set<string>();
    for (let step = 1, ended = false; !ended; step++) {
      writeFileSync(join(folder, 'secret'), old);
      ended = survives(step, `replaceSecret('${folder}', '${other}');`);
      expect(step).toBeLessThan(20);
      const kept = loadOrCreateSecret(folder);
      expect([old, other]).toContain(kept);
      seen.add(kept);
    }
    expect([...seen]).toEqual([old, other]);
    replaceSecret(folder, old);
    expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe(old);
  });

  it('is one for all who start at once', async () => {
    const statement = `import { loadOrCreateSecret } from '${built}'; process.stdout.write(loadOrCreateSecret('${folder}'));`;
    const starting = [1, 2, 3, 4].map(() => run(process.execPath, ['--input-type=module', '-e', statement]));
    const said = (await Promise.all(starting)).map(({ stdout }) => stdout);
    expect(new Set(said)).toEqual(new Set([loadOrCreateSecret(folder)]));
    expect(readdirSync(folder)).toEqual(['secret']);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const scripts = dirname(fileURLToPath(import.meta.url));

describe('what npm starts', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gos-scripts-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function script(name: string, text: string): string {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  }

  it('ends in order when npm is terminated and its shell is gone', async () => {
    const stays = script(
      'stays.mjs',
      `process.on('SIGTERM', () => { console.log('ended'); process.exit(0); }); setTimeout(() => {}, 15_000); console.log('there');`,
    );
    const starts = script(
      'starts.mjs',
      `import { start } from '${join(scripts, 'processes.mjs')}';
       start(${JSON.stringify(relative(dirname(scripts), stays))}).on('exit', () => process.exit(0));`,
    );
    const shell = script(
      'shell.mjs',
      `import { spawn } from 'node:child_process';
       spawn(process.execPath, ['${starts}'], { stdio: 'inherit' });`,
    );
    const child = spawn(process.execPath, [shell], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '', npm_lifecycle_event: 'start' },
    });
    let out = '';
    const there = new Promise<void>((resolve) =>
      child.stdout!.on('data', (chunk) => {
        out += chunk;
        if (out.includes('there')) resolve();
      }),
    );
    await there;
    const closed = once(child.stdout!, 'close');
    child.kill('SIGKILL');
    await closed;
    expect(out).toContain('ended');
  });
});

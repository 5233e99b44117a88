import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from '@jest/globals';
import { startChild } from '../drivers/sqlite/testing/child';
import { temporaryFolder } from '../drivers/sqlite/testing/temporary-folder';
import { describeClaimsContract } from './claims.contract';
import { SqliteClaims } from './sqlite.claims';

const folder = temporaryFolder();
afterAll(() => folder.remove());

describeClaimsContract('SqliteClaims', async () => new SqliteClaims(join(folder.path, 'contract', 'claims.sqlite')));

describe('SqliteClaims', () => {
  it('goes on counting when it is closed and opened', async () => {
    const file = join(folder.path, 'kept', 'claims.sqlite');
    const first = new SqliteClaims(file);
    const numbers = [await first.next('task'), await first.next('task')];
    await first.close();
    const second = new SqliteClaims(file);
    expect([...numbers, await second.next('task')]).toEqual([1, 2, 3]);
    await second.close();
  });

  it('never gives a number again after SIGKILL', async () => {
    const file = join(folder.path, 'killed', 'claims.sqlite');
    const child = startChild(
      join(folder.path, 'program'),
      ['stores/claims/sqlite.claims'],
      `
      const { writeSync } = require('node:fs');
      const { SqliteClaims } = require('./stores/claims/sqlite.claims');
      const claims = new SqliteClaims(${JSON.stringify(file)});
      async function count() { for (;;) writeSync(1, (await claims.next('task')) + '\\n'); }
      for (let caller = 0; caller < 16; caller++) count();
      `,
    );
    const given = new Set<number>();
    let lines = 0;
    for await (const line of createInterface({ input: child.stdout! })) {
      given.add(Number(line));
      if (++lines === 1000) child.kill('SIGKILL');
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    expect(given.size).toBe(lines);
    const claims = new SqliteClaims(file);
    expect(await claims.next('task')).toBeGreaterThan(Math.max(...given));
    await claims.close();
  });
});

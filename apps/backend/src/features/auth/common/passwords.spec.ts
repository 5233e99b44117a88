import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { readConfig } from '../../../kernel/config';
import { Refused } from '../../../kernel/refused';
import { Passwords } from './passwords';

const folder = mkdtempSync(join(tmpdir(), 'gos-passwords-'));
afterAll(() => rmSync(folder, { recursive: true }));
const config = readConfig({ GOS_DATA_DIR: folder });
const passwords = new Passwords(config);

const milliseconds = async (work: () => Promise<unknown>) => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

describe('passwords', () => {
  test('are kept as argon2id and recognised', async () => {
    const hash = await passwords.hash('correct horse battery');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.verify(hash, 'correct horse battery')).toBe(true);
    expect(await passwords.verify(hash, 'correct horse batterz')).toBe(false);
    expect(passwords.isOutdated(hash)).toBe(false);
    expect(passwords.isOutdated(hash.replace('t=2', 't=1'))).toBe(true);
  });

  test('are chosen freely, but for the commonest', async () => {
    for (const common of ['12345678', 'Password1', 'QWERTYUIOP', 'iloveyou', '1q2w3e4r']) {
      const refused = await passwords.hashChosen(common).catch((error: Refused) => error.refusal);
      expect(refused).toMatchObject({ errors: [{ path: 'password', code: 'auth.password.common' }] });
    }
    for (const chosen of ['correct horse', 'password of mine', '12345678 and a half', 'tajné heslo']) {
      expect(await passwords.verify(await passwords.hashChosen(chosen), chosen)).toBe(true);
    }
  });

  test('are the same however the keyboard composes letters', async () => {
    const hash = await passwords.hash('příliš žluťoučký'.normalize('NFD'));
    expect(await passwords.verify(hash, 'příliš žluťoučký'.normalize('NFC'))).toBe(true);
  });

  test('nobody has an empty or an overlong one', async () => {
    const long = 'x'.repeat(100_000);
    expect(await passwords.verify(await passwords.hash(long), long)).toBe(false);
    expect(await passwords.verify(null, '')).toBe(false);
    // Normalised, such a one would take minutes.
    expect(await passwords.verify(null, '\u0301\u0316'.repeat(500_000))).toBe(false);
  });

  test('checking one that is not there takes as long', async () => {
    const hash = await passwords.hash('correct horse battery');
    const times = { there: [] as number[], nobody: [] as number[] };
    for (let n = 0; n < 15; n++) {
      times.there.push(await milliseconds(() => passwords.verify(hash, 'wrong horse battery')));
      times.nobody.push(await milliseconds(() => passwords.verify(null, 'wrong horse battery')));
    }
    const median = (all: number[]) => all.sort((a, b) => a - b)[7]!;
    const ratio = median(times.there) / median(times.nobody);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  test('many at once wait their turn, and what a turn throws comes to its caller alone', async () => {
    const hash = await passwords.hash('correct horse battery');
    let turns = 0;
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        passwords.verify(hash, 'correct horse battery', undefined, {
          begins: () => {
            if (++turns > 10) throw new Error('no more');
          },
        }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await passwords.verify(hash, 'correct horse battery')).toBe(true);
  });

  test('of one network more than can wait are sent away', async () => {
    const busy = new Passwords(config);
    const stop = {
      begins: () => {
        throw new Error('enough');
      },
    };
    const turn = { line: '192.0.2.1', rank: 1 } as const;
    const all = await Promise.allSettled(Array.from({ length: 200 }, () => busy.verify('', '', turn, stop)));
    const refused = all.filter((one) => one.status === 'rejected' && one.reason instanceof Refused);
    expect(refused).toHaveLength(200 - 128 - 2);
  });
});

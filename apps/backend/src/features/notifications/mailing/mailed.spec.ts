import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { SqliteAccounts } from '../../../stores/accounts/sqlite.accounts';
import { MailedNotifications } from './mailed';

let folder: string;
let accounts: SqliteAccounts;
let mailed: MailedNotifications;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gos-mailed-'));
  accounts = new SqliteAccounts(join(folder, 'accounts.sqlite'));
  mailed = new MailedNotifications(accounts);
});
afterEach(async () => {
  await accounts.close();
  rmSync(folder, { recursive: true, force: true });
});

it('tells each thing in one mail, and in its repeated attempts the same', async () => {
  const claim = (job: string, ...ids: readonly string[]) => mailed.claim(2, job, async () => ids);
  expect(await claim('2.1', 'a', 'b')).toEqual(['a', 'b']);
  expect(await claim('2.2', 'b', 'c')).toEqual(['c']);
  expect(await claim('2.1', 'd')).toEqual(['a', 'b']);
  expect(await claim('2.3', 'a', 'c')).toEqual([]);
  expect(await claim('2.3', 'd')).toEqual(['d']);
});

it('gives what two mails want at the same moment to one of them', async () => {
  const both = await Promise.all(['3.1', '3.2'].map((job) => mailed.claim(3, job, async () => ['a'])));
  expect(both.flat()).toEqual(['a']);
});

it('forgets the oldest of very many', async () => {
  for (let mail = 0; mail < 40; mail++) {
    await mailed.claim(4, `4.${mail}`, async () => Array.from({ length: 100 }, (_, index) => `${mail}-${index}`));
  }
  expect(await mailed.claim(4, 'last', async () => ['39-0', '25-0', '1-0'])).toEqual(['1-0']);
});

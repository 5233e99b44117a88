import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../drivers/sqlite/testing/temporary-folder';
import { describeAccountsContract } from './accounts.contract';
import { SqliteAccounts } from './sqlite.accounts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

describeAccountsContract(
  'SqliteAccounts',
  async () => new SqliteAccounts(join(folder.path, 'contract', 'accounts.sqlite')),
);

describe('SqliteAccounts', () => {
  it('keeps records when it is closed and opened', async () => {
    const file = join(folder.path, 'kept', 'accounts.sqlite');
    const first = new SqliteAccounts(file);
    await first.insert('person', '1', { name: 'Jan' }, { unique: ['email:jan@example.com'] });
    await first.close();
    const second = new SqliteAccounts(file);
    expect(await second.byUnique('person', 'email:jan@example.com')).toMatchObject({ id: '1', value: { name: 'Jan' } });
    await second.close();
  });

  it('sweeps more than it takes at once', async () => {
    const accounts = new SqliteAccounts(join(folder.path, 'swept', 'accounts.sqlite'));
    await Promise.all(Array.from({ length: 2500 }, (_, n) => accounts.insert('token', `${n}`, n, { expiresAt: n })));
    expect(await accounts.sweep('token', 2400)).toBe(2401);
    expect(await accounts.list('token')).toHaveLength(99);
    await accounts.close();
  });
});

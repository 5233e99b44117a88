import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type AccountKind,
  type AccountSnapshot,
  type Accounts,
  changeRecord,
  KeyTaken,
  putRecord,
  type RefPage,
} from './accounts';

/** Contract of every Accounts adapter. All tests share one store and keep their records apart by id. */
export function describeAccountsContract(name: string, makeAccounts: () => Promise<Accounts>): void {
  describe(`${name} as accounts`, () => {
    let accounts: Accounts;
    beforeAll(async () => {
      accounts = await makeAccounts();
    });
    afterAll(() => accounts.close());
    const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id);

    it('gives a record back as it was inserted', async () => {
      const value = { name: 'Příliš 😀', list: [1, null], nested: { a: true } };
      const record = { kind: 'person', id: 'a1', version: 1, value } as const;
      expect(await accounts.insert('person', 'a1', value)).toEqual(record);
      expect(await accounts.get('person', 'a1')).toEqual(record);
      expect(await accounts.get('session', 'a1')).toBeUndefined();
      expect(await accounts.get('person', 'a2')).toBeUndefined();
    });

    it('refuses an id and a unique key that are taken, and writes nothing', async () => {
      await accounts.insert('person', 'b1', 1, { unique: ['email:b1', 'oidc:b1'] });
      await expect(accounts.insert('person', 'b1', 2)).rejects.toMatchObject({ name: 'KeyTaken', key: 'id' });
      const taken = accounts.insert('person', 'b2', 2, { unique: ['email:b2', 'oidc:b1'], refs: ['b'] });
      await expect(taken).rejects.toBeInstanceOf(KeyTaken);
      await expect(taken).rejects.toMatchObject({ key: 'oidc:b1' });
      expect(await accounts.get('person', 'b2')).toBeUndefined();
      expect(await accounts.byUnique('person', 'email:b2')).toBeUndefined();
      expect(await accounts.byRef('person', 'b')).toEqual([]);
      expect((await accounts.byUnique('person', 'email:b1'))?.value).toBe(1);
      await accounts.insert('session', 'b1', 3, { unique: ['email:b1'] });
      expect((await accounts.byUnique('session', 'email:b1'))?.value).toBe(3);
    });

    it('lets exactly one of several that want the same key have it', async () => {
      const settled = await Promise.allSettled(
        Array.from({ length: 20 }, (_, n) => accounts.insert('person', `c${n}`, n, { unique: ['email:c'] })),
      );
      expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const result of settled) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(KeyTaken);
    });

    it('replaces a record only at the version that it has', async () => {
      await accounts.insert('preference', 'd', { n: 1 });
      expect(await accounts.replace('preference', 'd', 1, { n: 2 })).toBe(true);
      expect(await accounts.replace('preference', 'd', 1, { n: 3 })).toBe(false);
      expect(await accounts.get('preference', 'd')).toMatchObject({ version: 2, value: { n: 2 } });
      expect(await accounts.replace('preference', 'none', 1, {})).toBe(false);
      const both = await Promise.all([3, 4].map((n) => accounts.replace('preference', 'd', 2, { n })));
      expect(both.filter(Boolean)).toHaveLength(1);
    });

    it('puts a record whether there is one or not, also several at once', async () => {
      await putRecord(accounts, 'seen', 'put', { n: 0 }, { refs: ['put'] });
      expect(await accounts.get('seen', 'put')).toMatchObject({ version: 1, value: { n: 0 } });
      await accounts.remove('seen', 'put');
      await Promise.all([1, 2, 3].map((n) => putRecord(accounts, 'seen', 'put', { n }, { refs: ['put'] })));
      expect((await accounts.get('seen', 'put'))?.version).toBe(3);
      expect(idsOf(await accounts.byRef('seen', 'put'))).toEqual(['put']);
      await accounts.insert('person', 'put', 1, { unique: ['email:put'] });
      const taken = putRecord(accounts, 'person', 'put2', 2, { unique: ['email:put'] });
      await expect(taken).rejects.toMatchObject({ name: 'KeyTaken', key: 'email:put' });
    });

    it('changes a record by its newest value, also several at once, and writes nothing where nothing changes', async () => {
      const count = (known: number | undefined) => ({ next: (known ?? 0) + 1, answer: known ?? 0 });
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => changeRecord(accounts, 'seen', 'count', count)),
      );
      expect(answers.sort()).toEqual([0, 1, 2, 3, 4]);
      expect(await changeRecord(accounts, 'seen', 'count', (known?: number) => ({ answer: known }))).toBe(5);
      const refused = changeRecord(accounts, 'seen', 'count', () => Promise.reject(new Error('refused')));
      await expect(refused).rejects.toThrow('refused');
      expect(await accounts.get('seen', 'count')).toMatchObject({ version: 5, value: 5 });
    });

    it('keeps keys that are not given and replaces those that are', async () => {
      await accounts.insert('person', 'e', 1, { unique: ['email:e'], refs: ['e1', 'e2'], expiresAt: 5 });
      await accounts.replace('person', 'e', 1, 2);
      expect((await accounts.byUnique('person', 'email:e'))?.value).toBe(2);
      expect(idsOf(await accounts.byRef('person', 'e2'))).toEqual(['e']);
      await accounts.replace('person', 'e', 2, 3, { unique: ['email:e', 'email:e-new'], refs: ['e2', 'e3'] });
      expect((await accounts.byUnique('person', 'email:e'))?.value).toBe(3);
      expect((await accounts.byUnique('person', 'email:e-new'))?.value).toBe(3);
      expect(await accounts.byRef('person', 'e1')).toEqual([]);
      expect(idsOf(await accounts.byRef('person', 'e3'))).toEqual(['e']);
      await accounts.sweep('person', 10);
      await accounts.replace('person', 'e', 3, 4, { refs: ['e3'] });
      await accounts.insert('person', 'e-other', 1, { unique: ['email:e'] });
    });

    it('refuses to replace with a key of another record, and writes nothing', async () => {
      await accounts.insert('person', 'f1', 1, { unique: ['email:f1'] });
      await accounts.insert('person', 'f2', 1, { unique: ['email:f2'], refs: ['f'] });
      await expect(accounts.replace('person', 'f2', 1, 2, { unique: ['email:f1'] })).rejects.toMatchObject({
        key: 'email:f1',
      });
      expect(await accounts.byUnique('person', 'email:f2')).toMatchObject({ version: 1, value: 1 });
      expect(idsOf(await accounts.byRef('person', 'f'))).toEqual(['f2']);
    });

    it('finds many by id and by reference, in order of id', async () => {
      for (const id of ['g3', 'g1', 'g10', 'g2']) await accounts.insert('upload', id, id, { refs: ['g', 'g'] });
      expect(idsOf(await accounts.byRef('upload', 'g'))).toEqual(['g1', 'g10', 'g2', 'g3']);
      expect(idsOf(await accounts.getMany('upload', ['g3', 'none', 'g1', 'g3'])).sort()).toEqual(['g1', 'g3']);
      expect(await accounts.getMany('upload', [])).toEqual([]);
    });

    it('pages through what refers to something, either way, and counts it', async () => {
      for (const id of ['m3', 'm1', 'm4', 'm2']) await accounts.insert('upload', id, id, { refs: ['m'] });
      await accounts.insert('upload', 'm5', 'm5', { refs: ['n'] });
      const page = async (options: RefPage) => idsOf(await accounts.byRef('upload', 'm', options));
      expect(await page({ limit: 2 })).toEqual(['m1', 'm2']);
      expect(await page({ skip: 2, limit: 2 })).toEqual(['m3', 'm4']);
      expect(await page({ descending: true, limit: 3 })).toEqual(['m4', 'm3', 'm2']);
      expect(await page({ descending: true, skip: 3 })).toEqual(['m1']);
      expect(await page({ skip: 4, limit: 2 })).toEqual([]);
      expect(await page({ limit: 0 })).toEqual([]);
      expect(await accounts.countByRef('upload', 'm')).toBe(4);
      expect(await accounts.countByRef('upload', 'none')).toBe(0);
      expect(await accounts.countByRef('session', 'm')).toBe(0);
    });

    it('lists a page at a time', async () => {
      for (const id of ['h4', 'h1', 'h3', 'h2', 'h5']) await accounts.insert('setting', id, id);
      expect(idsOf(await accounts.list('setting'))).toEqual(['h1', 'h2', 'h3', 'h4', 'h5']);
      expect(idsOf(await accounts.list('setting', { limit: 2 }))).toEqual(['h1', 'h2']);
      expect(idsOf(await accounts.list('setting', { after: 'h2', limit: 2 }))).toEqual(['h3', 'h4']);
      expect(await accounts.list('setting', { after: 'h5' })).toEqual([]);
    });

    it('frees the keys of what it removes', async () => {
      await accounts.insert('token', 'i1', 1, { unique: ['hash:i'], refs: ['i'] });
      expect(await accounts.remove('token', 'i1')).toBe(true);
      expect(await accounts.remove('token', 'i1')).toBe(false);
      expect(await accounts.byUnique('token', 'hash:i')).toBeUndefined();
      expect(await accounts.byRef('token', 'i')).toEqual([]);
      expect((await accounts.insert('token', 'i1', 2, { unique: ['hash:i'] })).version).toBe(1);
    });

    it('removes all that refer to something', async () => {
      for (const id of ['j1', 'j2', 'j3'])
        await accounts.insert('session', id, id, { unique: [`hash:${id}`], refs: [id === 'j3' ? 'x' : 'j'] });
      expect(await accounts.removeByRef('session', 'j')).toBe(2);
      expect(await accounts.removeByRef('session', 'j')).toBe(0);
      expect(await accounts.byUnique('session', 'hash:j1')).toBeUndefined();
      expect(await accounts.get('session', 'j3')).toBeDefined();
    });

    it('sweeps what has expired, and nothing else', async () => {
      await accounts.insert('session', 'k1', 1, { expiresAt: 1000, unique: ['hash:k1'] });
      await accounts.insert('session', 'k2', 1, { expiresAt: 2000 });
      await accounts.insert('session', 'k3', 1);
      await accounts.insert('token', 'k1', 1, { expiresAt: 1000 });
      expect(await accounts.sweep('session', 999)).toBe(0);
      expect(await accounts.get('session', 'k1')).toBeDefined();
      expect(await accounts.sweep('session', 1000)).toBe(1);
      expect(await accounts.byUnique('session', 'hash:k1')).toBeUndefined();
      await accounts.replace('session', 'k2', 1, 2, { expiresAt: 9000 });
      expect(await accounts.sweep('session', 5000)).toBe(0);
      expect(idsOf(await accounts.getMany('session', ['k2', 'k3']))).toHaveLength(2);
      expect(await accounts.get('token', 'k1')).toBeDefined();
    });

    it('gives every record as it is kept, and takes it up so again', async () => {
      await accounts.insert(
        'calendar',
        'l2',
        { ž: [1] },
        { unique: ['u:ž', 'u:b'], refs: ['r2', 'r1', 'r1'], expiresAt: 7 },
      );
      await accounts.insert('calendar', 'l1', 'plain');
      await accounts.replace('calendar', 'l1', 1, 'changed');
      const all = [];
      for (let after: { kind: AccountKind; id: string } | null = null; ; ) {
        const page: AccountSnapshot[] = await accounts.listAll(after, 3);
        all.push(...page);
        if (page.length < 3) break;
        after = page.at(-1)!;
      }
      const names = all.map(({ kind, id }) => `${kind} ${id}`);
      expect(names).toEqual([...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
      expect(new Set(names).size).toBe(names.length);
      const [l1, l2] = all.filter(({ kind }) => kind === 'calendar');
      const plain = { version: 2, value: 'changed', unique: [], refs: [], expiresAt: null };
      const full = { version: 1, value: { ž: [1] }, unique: ['u:b', 'u:ž'], refs: ['r1', 'r2'], expiresAt: 7 };
      expect([l1, l2]).toEqual([
        { kind: 'calendar', id: 'l1', ...plain },
        { kind: 'calendar', id: 'l2', ...full },
      ]);
      await accounts.remove('calendar', 'l2');
      await accounts.insert('calendar', 'l2', 'other', { unique: ['u:other'], refs: ['r3'] });
      for (const record of [l1!, l2!, l2!]) await accounts.restore(record);
      expect(await accounts.listAll({ kind: 'calendar', id: 'l1' }, 1)).toEqual([l2]);
      expect(await accounts.byUnique('calendar', 'u:other')).toBeUndefined();
      expect(await accounts.byRef('calendar', 'r3')).toEqual([]);
      expect((await accounts.byUnique('calendar', 'u:ž'))?.id).toBe('l2');
      expect(await accounts.replace('calendar', 'l1', 2, 'later')).toBe(true);
      const rival = accounts.restore({ ...l2!, id: 'l3' });
      await expect(rival).rejects.toMatchObject({ name: 'KeyTaken', key: expect.stringMatching(/^u:[bž]$/) });
      expect(await accounts.get('calendar', 'l3')).toBeUndefined();
      expect(await accounts.sweep('calendar', 7)).toBe(1);
    });
  });
}

import { join } from 'node:path';
import type { RecordedEvent } from '@gos/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { SetAsideEvents, setAsideQueue } from '../../engine/followers/set-aside-events';
import { Clock } from '../../kernel/clock';
import type { SecurityLog } from '../../observability/security-log';
import { SqliteAccounts } from '../../stores/accounts/sqlite.accounts';
import { temporaryFolder } from '../../stores/drivers/sqlite/testing/temporary-folder';
import { SqliteJobs } from '../../stores/jobs/sqlite.jobs';
import { SetAsideEventOperations } from './set-aside-events';

const count = 450;
const event = (id: string) =>
  ({ id, type: 'TaskCreated', stream: 'task-1', revision: 0, position: '1' }) as RecordedEvent;

describe('many events that are set aside', () => {
  const folder = temporaryFolder();
  const ids = Array.from({ length: count }, (_, n) => `webhooks.e${n}`);
  const unknown = ids.map((id) => `${id}-unknown`);
  const written: string[] = [];
  let accounts: SqliteAccounts;
  let jobs: SqliteJobs;
  let operations: SetAsideEventOperations;
  let calls: string[];

  /** Lists the calls of these methods of a store, from now on. */
  function watch<T extends object>(store: T, ...names: readonly (keyof T & string)[]): void {
    for (const name of names) {
      const method = store[name] as (...args: unknown[]) => unknown;
      const watched = (...args: unknown[]) => {
        calls.push(name);
        return method.apply(store, args);
      };
      Object.assign(store, { [name]: watched });
    }
  }

  beforeAll(async () => {
    Logger.overrideLogger(false);
    accounts = new SqliteAccounts(join(folder.path, 'accounts.sqlite'));
    jobs = new SqliteJobs(join(folder.path, 'jobs.sqlite'));
    const events = new SetAsideEvents(accounts, jobs, new Clock());
    for (let n = 0; n < count; n++) await events.add('webhooks', event(`e${n}`), new TypeError('x'));
    const security = { write: (_: string, { what }: { what: string }) => written.push(what) };
    operations = new SetAsideEventOperations(events, security as unknown as SecurityLog);
    watch(accounts, 'get', 'getMany', 'byRef', 'insert', 'replace');
    watch(jobs, 'add', 'retry', 'find', 'list', 'counts');
  });
  beforeEach(() => {
    calls = [];
  });
  afterAll(async () => {
    await Promise.all([accounts.close(), jobs.close()]);
    folder.remove();
  });

  it('are found by one read', async () => {
    expect(await operations.retry(unknown)).toBe(0);
    expect(await operations.dismiss(unknown)).toBe(0);
    expect(calls).toEqual(['getMany', 'getMany']);
  });

  it('are retried by one job each, which are added many at a time', async () => {
    expect(await operations.retry([...ids, ...ids.slice(0, 3), ...unknown])).toBe(count);
    expect(calls.filter((name) => name === 'add')).toHaveLength(3);
    expect(calls.length).toBeLessThan(10);
    expect((await jobs.counts(setAsideQueue)).waiting).toBe(count);
  });

  it('are retried at once where their jobs wait for another attempt', async () => {
    const failed: string[] = [];
    jobs.process<{ id: string }>(
      setAsideQueue,
      { concurrency: 50, attempts: 2, backoff: { delayMs: 3_600_000 } },
      async ({ data }) => {
        failed.push(data.id);
        throw new Error('away');
      },
    );
    while ((await jobs.counts(setAsideQueue)).delayed < count) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await operations.retry(ids.slice(0, 2))).toBe(2);
    while ((await jobs.counts(setAsideQueue)).failed < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(failed.slice(count).sort()).toEqual(ids.slice(0, 2));
  });

  it('are dismissed by one write each', async () => {
    expect(await operations.dismiss([...ids, ...ids.slice(0, 3), ...unknown])).toBe(count);
    expect(calls.filter((name) => name === 'replace')).toHaveLength(count);
    expect(calls.filter((name) => name !== 'replace')).toEqual(['getMany']);
    expect(written).toHaveLength(count);
    expect(written).toContain('webhooks e7');
    expect(await operations.dismiss(null)).toBe(0);
  });
});

import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Harness, type Json, Person } from '../testing/harness';
import { Installation } from '../testing/installation';

// A thousand reads, twice, on machines that have other work.
interface Kept {
  /** The time of the requests to the old version. */
  readonly at: string;
  readonly password: string;
  /** E-mails by the names that the answers go by. */
  readonly people: Readonly<Record<string, string>>;
  /** Somebody who was signed in. */
  readonly cookies: Readonly<Record<string, string>>;
  readonly answers: readonly Answer[];
}

interface Answer {
  readonly who: string;
  readonly path: string;
  readonly status: number;
  readonly body: Json;
}

const made = join(import.meta.dirname, '../testing/old-data/fe3373b');
const kept: Kept = JSON.parse(gunzipSync(readFileSync(`${made}.answers.json.gz`)).toString());

/**
 * Added since: a task's open subtasks and its repeated task, one's rights in each project, whether one has a password
 * and a second step, somebody's former name, for whom somebody accepted, and the right to the attendance of others. Removed since: one's rights in a row.
 */
const toldSince = new Set([
  'acceptedBy',
  'areas',
  'attendance',
  'byThen',
  'onBehalfOf',
  'openSubtasks',
  'password',
  'projects',
  'repeatedTask',
  'secondStep',
]);
const isObject = (value: Json) => value !== null && typeof value === 'object' && !Array.isArray(value);
const isTask = (value: Json) => isObject(value) && 'can' in value && 'waiting' in value;
const without = (value: Json, name: string): Json => {
  const { [name]: _, ...rest } = value;
  return rest;
};

const withoutAll = (value: Json, names: readonly string[]): Json => names.reduce(without, value);

/** Removed since: a change of the budget, for people who may not see it. */
function withoutHiddenMoney({ items, total, ...page }: Json): Json {
  const told = items.filter(({ event, changes }: Json) => !/^Budget/.test(event) || changes.length > 0);
  return { ...page, items: told, total: total - (items.length - told.length) };
}

/**
 * Added since: the formatting of a comment; a person's revision; the initial values of a task; the deleted task that a
 * task follows; a task's cost reduction, in its history too; a project's cost, only for its managers.
 */
const comparable = (body: Json): Json =>
  JSON.parse(JSON.stringify(body ?? null), (name, value) => {
    if (toldSince.has(name) && !Array.isArray(value)) return undefined;
    if (name === 'changes' && Array.isArray(value)) return value.filter(({ field }) => field !== 'costReduction');
    if (isObject(value) && /^TaskCreated/.test(value.event)) return without(value, 'changes');
    if (isObject(value) && Array.isArray(value.items)) return withoutHiddenMoney(value);
    // A deleted task names itself to those who may bring it back, and an answer about it says when and by whom it was deleted.
    if (isObject(value) && value.field === 'predecessors') return without(value, 'to');
    if (isTask(value) && isObject(value.deleted)) return comparable(without(value, 'deleted'));
    if (isObject(value) && value.deleted && 'state' in value) return { id: value.id, name: null, state: null };
    if (isObject(value) && 'replyTo' in value) return withoutAll(value, ['html', 'editedAt', 'replyTo', 'reactions']);
    if (isObject(value) && 'avatarUrl' in value) return withoutAll(value, ['revision', 'hiddenAreas']);
    if (isObject(value) && 'workedMinutes' in value) return without(value, 'usedBudget');
    // Nobody accepts their own result since 2026-11-29.
    if (isObject(value) && value.accept === 'task.own-result') return { ...value, accept: true };
    if (!isTask(value)) return value;
    return 'subtasks' in value ? without(value, 'costReduction') : without(value, 'can');
  });

/** The auditor of that folder. */
const auditor = 'olga';

/** A data folder that version fe3373b filled over HTTP and left when it was stopped, and what it had answered until then. */
describe('the data folder of an older version', () => {
  const installation = new Installation();
  let harness: Harness;
  let people: ReadonlyMap<string, Person>;

  beforeAll(async () => {
    execFileSync('tar', ['-xzf', `${made}.tar.gz`, '-C', installation.folder]);
    await start();
  });
  afterAll(async () => {
    await harness?.stop();
    await installation.remove();
  });

  async function start(): Promise<void> {
    harness = await Harness.startEmbedded({ GOS_DATA_DIR: installation.folder });
    while ((await harness.stranger().get('/api/health/ready')).status !== 200);
    harness.clock.set(kept.at);
    people = new Map(Object.entries(kept.people).map(([who, email]) => [who, new Person(harness.origin, email)]));
    for (const person of people.values()) {
      const { status } = await person.post('/api/auth/login', { email: person.email, password: kept.password });
      expect([person.email, status]).toEqual([person.email, 200]);
    }
  }

  async function different(): Promise<unknown[]> {
    const found: unknown[] = [];
    for (const { who, path, status, body } of kept.answers) {
      const now = await people.get(who)!.get(path);
      // Auditors read what is deleted since 2026-11-27.
      if (who === auditor && path.endsWith('deleted=true')) {
        if (now.status !== 200) found.push({ who, path, is: now.status });
        continue;
      }
      if (now.status === status && isDeepStrictEqual(comparable(now.body), comparable(body))) continue;
      found.push({ who, path, was: { status, body }, is: { status: now.status, body: now.body } });
    }
    return found;
  }

  it('answers everybody as that version did', async () => {
    expect(await different()).toEqual([]);
  });

  it('knows who was signed in', async () => {
    const browser = new Person(harness.origin);
    for (const [name, value] of Object.entries(kept.cookies)) browser.cookies.set(name, value);
    expect((await browser.get('/api/me')).body).toEqual((await people.get('jan')!.get('/api/me')).body);
  });

  it('is whole, and answers the same from rebuilt views', async () => {
    await harness.stop();
    expect(await installation.ops('verify')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/ 0 altered\n.* 0 misfits .*\n.* 0 different\n/),
    });
    for (const name of installation.files('views.sqlite')) rmSync(join(installation.folder, name));
    await start();
    expect(await different()).toEqual([]);
  });

  it('goes on where it was left', async () => {
    const there = kept.answers.filter(({ path }) => path.startsWith('/api/tasks?list=all&pageSize'));
    const last = Math.max(...there.flatMap(({ body }) => body.items.map(({ id }: Json) => id)));
    const jan = people.get('jan')!;
    const next = await jan.task({ name: 'Další úkol', predecessors: [last] });
    expect(next).toBeGreaterThan(last);
    expect((await jan.get(`/api/tasks/${next}`)).body).toMatchObject({
      contractor: { name: 'Jan Novák' },
      revision: 1,
    });
    expect((await jan.post(`/api/tasks/${next}/end`, { reason: 'Omyl' })).status).toBe(200);
  });
});

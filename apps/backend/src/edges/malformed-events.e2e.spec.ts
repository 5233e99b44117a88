import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { taskStream } from '@gos/domain';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { Operations } from '../operator/ops/operations';
import { verifyLog } from '../operator/ops/verify-log';
import { EVENT_LOG, type EventLog } from '../stores/event-log/event-log';
import { Harness, type Json, type Person } from '../testing/harness';

/** The columns of an event that are overwritten, by the name of its damage. */
const damages: Readonly<Record<string, { readonly type: string; readonly is: Readonly<Record<string, string>> }>> = {
  'data that are no JSON': { type: 'TaskEdited', is: { data: '{"changes":[' } },
  'data that are nothing': { type: 'TaskEdited', is: { data: 'null' } },
  'data that are a list': { type: 'CommentAdded', is: { data: '[1]' } },
  'metadata that are no JSON': { type: 'TaskEdited', is: { metadata: '' } },
  'metadata without a field': { type: 'CommentAdded', is: { metadata: '{}' } },
  'metadata with another instant': { type: 'TaskEdited', is: { metadata: '{"at":"yesterday","hash":7}' } },
  'a class that nobody knows': { type: 'TaskEdited', is: { type: 'TaskTeleported' } },
  'a class with the name of a method': { type: 'TaskEdited', is: { type: 'toString' } },
  'an edit without its changes': { type: 'TaskEdited', is: { data: '{}' } },
  'a comment without its text': { type: 'CommentAdded', is: { data: '{}' } },
  'a comment whose text is a number': { type: 'CommentAdded', is: { data: '{"commentId":1,"text":7,"mentions":3}' } },
  'an edit of a field that nobody knows': {
    type: 'TaskEdited',
    is: { data: '{"changes":[{"field":"colour","from":1,"to":null},7]}' },
  },
};

const unreadable = Object.keys(damages).filter((name) => /data that|metadata/.test(name));

describe('a log with events that are malformed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gos-malformed-'));
  const tasks = new Map<string, number>();
  /** Streams whose events lack everything, from the first one on. */
  const others: string[] = [];
  let gos: Harness;
  let admin: Person;
  let fine: number;
  let projectId: number;

  const edit = (sql: string, ...values: readonly (string | number)[]) => {
    const database = new Database(join(gos.folder, 'log.sqlite'));
    database.pragma('writable_schema = 0');
    const { changes } = database.prepare(sql).run(...values);
    database.close();
    if (changes === 0) throw new Error(`Nothing to damage: ${sql}`);
  };

  beforeAll(async () => {
    gos = await Harness.startEmbedded();
    admin = await gos.person('Alena Adminová');
    const { id } = (await admin.post('/api/projects', { name: 'Stavba' })).body;
    projectId = id;
    await admin.post(`/api/projects/${projectId}/boards`, { name: 'Tabule', section: 'backlog' });
    const made = async () => {
      const task = await admin.task({ name: 'Základy', projectId });
      await admin.patch(`/api/tasks/${task}`, { name: 'Základy domu' });
      await admin.post(`/api/tasks/${task}/comments`, { text: 'Hotovo' });
      await admin.patch(`/api/tasks/${task}`, { priority: 7 });
      return task;
    };
    for (const name of Object.keys(damages)) tasks.set(name, await made());
    const begun = await made();
    await (await gos.person('Olga Jiná')).post('/api/work/entries', {
      taskId: await admin.task({ name: 'Výkopy', solverId: 2 }),
      from: '2026-11-20T08:00:00Z',
      to: '2026-11-20T09:00:00Z',
    });
    others.push(taskStream(begun), 'board-1', 'user-2', 'worklog-2');
    fine = await made();
    await gos.down();
    for (const [name, { type, is }] of Object.entries(damages)) {
      const [[column, value]] = Object.entries(is) as [[string, string]];
      const at = 'position = (SELECT min(position) FROM events WHERE stream = ? AND type = ?)';
      edit(`UPDATE events SET ${column} = ? WHERE ${at}`, value, taskStream(tasks.get(name)!), type);
    }
    for (const stream of others) edit("UPDATE events SET data = '{}' WHERE stream = ?", stream);
    for (const file of ['views', 'jobs', 'claims']) rmSync(join(gos.folder, `${file}.sqlite`));
    await gos.up();
    admin = await gos.signIn('person1@example.com');
  }, 120_000);
  afterAll(async () => {
    await gos.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('starts, and everything else is there', async () => {
    const { status, body } = await gos.stranger().get('/api/health/ready');
    expect([status, body.status]).toEqual([200, 'degraded']);
    expect((await admin.get(`/api/tasks/${fine}`)).body).toMatchObject({ name: 'Základy domu', priority: 7 });
    const { items } = (await admin.get(`/api/tasks/${fine}/activity`)).body;
    expect(items.map(({ event }: Json) => event)).toEqual(['TaskCreated', 'TaskEdited', 'CommentAdded', 'TaskEdited']);
    // The numbers go on after the highest one.
    expect(await admin.task({ name: 'Nový úkol', projectId })).toBe(fine + 1);
  });

  it.each(Object.keys(damages))('shows the history of a task with %s', async (name) => {
    const task = tasks.get(name)!;
    const { status, body } = await admin.get(`/api/tasks/${task}/activity`);
    expect({ name, status, body: status === 200 ? '' : body }).toEqual({ name, status: 200, body: '' });
    expect(body.items).toHaveLength(4);
    const at = new Date().toISOString();
    for (const path of ['', '/comments', `/diff?from=${at}&to=${at}`, '/graph', '/activity?pageSize=1&page=2'])
      expect([path, (await admin.get(`/api/tasks/${task}${path}`)).status]).toEqual([path, 200]);
  });

  it.each([
    '/api/tasks?pageSize=100',
    '/api/tasks?pageSize=100&q=dom',
    '/api/search?q=dom',
    '/api/me/changes',
    '/api/undo',
    '/api/me/notifications',
    '/api/admin/set-aside?pageSize=100',
    '/api/admin/overview',
  ])('answers %s', async (path) => {
    const { status, body } = await admin.get(path);
    expect([path, status, status === 200 ? '' : body]).toEqual([path, 200, '']);
  });

  it('is named event by event when it is verified', async () => {
    const { errors } = await verifyLog(gos.service<EventLog>(EVENT_LOG));
    const streams = [...others, ...[...tasks.values()].map(taskStream)];
    expect(new Set(errors.map((error) => error.slice(0, error.indexOf(' '))))).toEqual(new Set(streams));
    expect(errors.filter((error) => error.endsWith('its content cannot be read'))).toHaveLength(unreadable.length);
    for (const task of tasks.values())
      expect(errors.filter((error) => error.startsWith(`${taskStream(task)} `))).toHaveLength(1);
  });

  it('is named on the admin page, once for each event that cannot be read', async () => {
    const named = async (): Promise<Json[]> => (await admin.get('/api/admin/set-aside?pageSize=100')).body.items;
    while ((await named()).filter(({ type }) => type === 'Unreadable').length < unreadable.length) await sleep(20);
    const found = (await named()).filter(({ type }) => type === 'Unreadable');
    expect(found.map(({ follower, stream }) => [follower, stream]).sort()).toEqual(
      unreadable.map((name) => ['follow-ups', taskStream(tasks.get(name)!)]).sort(),
    );
  });

  it('is exported, with the names of what cannot be read', async () => {
    const lines: string[] = [];
    const file = join(folder, 'export.gz');
    expect(await gos.service<Operations>(Operations).run('export', [file], (line) => lines.push(line))).toBe(true);
    expect(lines.filter((line) => line.endsWith('its content cannot be read'))).toHaveLength(unreadable.length);
    expect(lines.some((line) => /^\d+ events were altered or cannot be read\./.test(line))).toBe(true);
  });

  it('is rebuilt', async () => {
    const lines: string[] = [];
    await gos.service<Operations>(Operations).run('rebuild', [], (line) => lines.push(line));
    expect((await admin.get(`/api/tasks/${fine}`)).body).toMatchObject({ name: 'Základy domu', priority: 7 });
  });
});

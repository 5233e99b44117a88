import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { comparePositions, type Message, type RecordedEvent } from '@gos/domain';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Worker } from '../engine/jobs/worker';
import { verifyLog } from '../operator/ops/verify-log';
import { EVENT_LOG, type EventLog } from '../stores/event-log/event-log';
import { JOBS, type Jobs } from '../stores/jobs/jobs';
import { append } from '../testing/appended';
import { Harness, type Json, type Person } from '../testing/harness';
import { type Watchdog, watchdog } from '../testing/watchdog';

const now = '2026-11-27T12:00:00.000Z';
const ends = [
  { at: '0001-01-01T08:00:00.000Z', day: '0001-01-01', number: 1_001 },
  { at: '0100-06-15T08:00:00.000Z', day: '0100-06-15', number: 1_002 },
  { at: '1969-12-31T23:59:59.999Z', day: '1969-12-31', number: 1_003 },
  { at: '9998-12-31T23:59:59.999Z', day: '9998-12-31', number: 1_004 },
  { at: '9999-12-31T23:59:59.999Z', day: '9999-12-31', number: 1_005 },
] as const;

describe('a log with days that nobody can enter any more', () => {
  let gos: Harness;
  let dog: Watchdog;
  let admin: Person;
  let member: Person;
  let log: EventLog;
  /** The newest event of a type that a command caused. */
  let valid: (type: string) => RecordedEvent;

  beforeAll(async () => {
    dog = watchdog(60_000);
    dog.beat('the start');
    gos = await Harness.startEmbedded();
    gos.clock.set(now);
    admin = await gos.person('Alena');
    member = await gos.person('Marek');
    log = gos.service<EventLog>(EVENT_LOG);
    const deadline = '2027-05-05T10:00:00.000Z';
    const { id: projectId } = (await member.post('/api/projects', { name: 'Projekt', finishDate: '2027-06-01' })).body;
    const { id: boardId } = (await member.post(`/api/projects/${projectId}/boards`, { name: 'Tabule', deadline })).body;
    await member.task({ name: 'Úkol', projectId, boardId, deadline, shownDate: '2027-05-01', solverId: member.id });
    await member.post('/api/plans', {
      type: 'at_work',
      date: '2027-01-04',
      from: '08:00',
      to: '16:00',
      location: 'Brno',
      repeatUntil: '2027-01-08',
    });
    await member.post('/api/repeated-tasks', { name: 'Úklid', firstDeadline: deadline, repeat: 'daily' });
    await member.post('/api/work/entries', { taskId: 1, from: '2026-11-27T08:00:00Z', to: '2026-11-27T09:00:00Z' });
    await gos.applied();
    const events = await log.readAll(null, 500);
    valid = (type) => {
      const found = events.findLast((event) => event.type === type);
      if (!found) throw new Error(`No ${type}`);
      return found;
    };
    for (const { at, day, number } of ends) await writeEnd(at, day, number);
  });
  afterAll(async () => {
    await gos.stop();
    await dog.stop();
  });

  async function writeEnd(at: string, day: string, number: number): Promise<void> {
    const like = (type: string, changed: object): Message => ({
      type,
      data: { ...(valid(type).data as object), ...changed },
    });
    const task = { deadline: at, shownDate: day, solverId: member.id };
    await append(log, `project-${number}`, [like('ProjectCreated', { projectId: number, finishDate: day })]);
    await append(log, `task-${number}`, [like('TaskCreated', { taskId: number, ...task })]);
    await append(log, `task-${number + 100}`, [
      like('TaskCreated', { taskId: number + 100, ...task, type: 'meeting', estimateMinutes: 10_000_000 }),
    ]);
    await append(log, `plans-${member.id}`, [
      like('PlanAdded', { planId: number, date: day, repeatUntil: null }),
      like('PlanAdded', { planId: number + 100, date: day, repeatUntil: '9999-12-31' }),
    ]);
    await append(log, `repeatedTask-${number}`, [
      like('RepeatedTaskCreated', {
        repeatedTaskId: number,
        firstDeadline: at,
        firstPlannedDeadline: ends[0].at,
        // One of them makes up for a hundred days, the others for some years.
        ...(number !== ends[1].number && { repeat: 'yearly', period: 'two-years', repeatDay: day.slice(5) }),
      }),
    ]);
    if (at < now) {
      const to = `${day.slice(0, 4)}-12-31T23:59:59.999Z`;
      await append(log, `worklog-${member.id}`, [like('TimeAdded', { entryId: number, from: at, to })]);
    }
  }

  /** Waits until the followers of the log have read all of it. */
  async function followed(): Promise<boolean> {
    await gos.applied();
    const jobs = gos.service<Jobs>(JOBS);
    const reader = `${gos.service<Worker>(Worker).reader}-${await log.identity()}`;
    const end = (await log.end())!;
    for (let tries = 0; tries < 1_000; tries++) {
      if (comparePositions((await jobs.checkpoint(reader)) ?? '0', end) >= 0) return true;
      await sleep(20);
    }
    return false;
  }

  const reads = [
    '/api/tasks?list=all&pageSize=100',
    '/api/tasks?list=to-complete&sort=-deadline',
    '/api/projects?sort=-finishDate',
    '/api/plans?pageSize=100',
    '/api/repeated-tasks?pageSize=100',
    '/api/work/entries?pageSize=100',
    '/api/calendar?from=2026-11-01&to=2026-11-30',
    '/api/attendance/month?month=11&year=2026',
    '/api/attendance/availability?from=2026-11-27',
    '/api/attendance/activity?from=1970-01-01&to=1970-12-31',
    '/api/attendance/activity?from=9998-01-01&to=9998-12-31',
    '/api/presence',
    '/api/search?q=uk',
    '/api/me/notifications',
    ...ends.flatMap(({ number }) => [
      `/api/tasks/${number}`,
      `/api/tasks/${number}/activity`,
      `/api/tasks/${number + 100}`,
      `/api/projects/${number}`,
      `/api/projects/${number}/statistics?period=month`,
      `/api/plans/${number}`,
      `/api/plans/${number + 100}`,
      `/api/repeated-tasks/${number}`,
      `/api/repeated-tasks/${number}/activity`,
    ]),
  ];

  async function answers(): Promise<readonly Json[]> {
    const found: Json[] = [];
    for (const path of reads) {
      dog.beat(path);
      const { status, body } = await admin.get(path);
      found.push([path, status, body]);
    }
    return found;
  }

  it('is followed to its end, and nothing of it is set aside', async () => {
    dog.beat('the followers');
    expect(await followed()).toBe(true);
    await gos.service<Worker>(Worker).tickNow();
    expect(await followed()).toBe(true);
    expect((await gos.stranger().get('/api/health/ready')).body.status).toBe('ok');
  });

  it('is read, and the same after a rebuild of all documents', async () => {
    const before = await answers();
    expect(before.filter(([, status]) => status !== 200).map(([path, status]) => `${path} ${status}`)).toEqual([]);
    expect(before.find(([path]) => path === '/api/plans/1005')[2]).toMatchObject({ date: '9999-12-31' });
    expect(before.find(([path]) => path === '/api/projects/1001')[2]).toMatchObject({ finishDate: '0001-01-01' });
    await gos.down();
    for (const name of readdirSync(gos.folder)) if (name.startsWith('views.sqlite')) rmSync(join(gos.folder, name));
    dog.beat('the rebuild');
    await gos.up();
    log = gos.service<EventLog>(EVENT_LOG);
    for (const person of [admin, member]) person.origin = gos.origin;
    expect(await followed()).toBe(true);
    const volatile = /"(since|at|lastSeenAt|next)":"[^"]*"/g;
    const told = (all: readonly Json[]) => all.map((one) => JSON.stringify(one).replace(volatile, ''));
    expect(told(await answers())).toEqual(told(before));
  });

  it('is verified', async () => {
    expect((await verifyLog(log)).errors).toEqual([]);
  });

  it('is in the calendar feed and in the export of a person', async () => {
    dog.beat('the feed');
    const { calendarUrl } = (await member.post('/api/calendar/subscription', {})).body;
    const { pathname } = new URL(calendarUrl);
    expect((await gos.stranger().get(pathname)).status).toBe(200);
    expect((await admin.get(`/api/users/${member.id}/export`)).status).toBe(200);
  });

  it.each(ends.map(({ number, day }) => [day, number] as const))('can be changed: %s', async (day, number) => {
    const asked: [string, string, object?][] = [
      ['PATCH', `/api/tasks/${number}`, { name: 'Jiný úkol' }],
      ['POST', `/api/tasks/${number}/deadline`, { deadline: null }],
      ['PATCH', `/api/projects/${number}`, { name: 'Jiný projekt' }],
      ['PATCH', `/api/plans/${number}`, { location: 'Praha' }],
      ['PATCH', `/api/plans/${number + 100}`, { repeatUntil: '2027-01-08' }],
      ['DELETE', `/api/plans/${number}`],
      ['POST', `/api/plans/${number}/undelete`, {}],
      ['DELETE', `/api/plans/${number + 100}`],
      ['PATCH', `/api/repeated-tasks/${number}`, { name: 'Jiný úklid', updateGenerated: true }],
      ['POST', `/api/repeated-tasks/${number}/deactivate`, {}],
      ['POST', `/api/repeated-tasks/${number}/activate`, {}],
      ['DELETE', `/api/work/entries/${number}`],
    ];
    for (const [method, path, body] of asked) {
      dog.beat(`${method} ${path} of ${day}`);
      const { status } = await member.call(method, path, body);
      expect([method, path, status < 500]).toEqual([method, path, true]);
    }
    expect(await followed()).toBe(true);
  });
});

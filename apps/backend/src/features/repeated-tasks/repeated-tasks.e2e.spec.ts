import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Worker } from '../../engine/jobs/worker';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { Harness, type Json, type Person } from '../../testing/harness';

/** A Wednesday noon in Prague, wintertime. */
const now = '2026-11-25T11:00:00.000Z';
const weekly = { name: 'Kontrola zásob', firstDeadline: '2026-11-30T08:00:00.000Z', repeat: 'weekly' };

describe('repeated tasks', () => {
  let harness: Harness;
  let admin: Person;
  let member: Person;
  let other: Person;
  let stranger: Person;
  let auditor: Person;
  let external: Person;

  beforeAll(async () => {
    harness = await Harness.start();
    harness.clock.set(now);
    admin = await harness.person('Alena');
    member = await harness.person('Martin');
    other = await harness.person('Olga');
    stranger = await harness.person('Cyril');
    auditor = await harness.person('Audit');
    external = await harness.person('Externista');
    await admin.patch(`/api/users/${auditor.id}`, { role: 'auditor' });
    await admin.patch(`/api/users/${external.id}`, { role: 'collaborator' });
  });
  beforeEach(() => harness.clock.set(now));
  afterAll(() => harness.stop());

  async function created(body: object = {}, by = member): Promise<number> {
    const { status, body: answer } = await by.post('/api/repeated-tasks', { ...weekly, ...body });
    expect([status, answer.code]).toEqual([201, undefined]);
    return answer.id;
  }
  const read = async (id: number, by = member): Promise<Json> => (await by.get(`/api/repeated-tasks/${id}`)).body;
  const deadlines = async (id: number, by = member) =>
    (await read(id, by)).generated.map(({ deadline }: Json) => deadline);

  /** The definition once it has this many tasks. */
  async function withTasks(id: number, count: number, by = member): Promise<Json> {
    for (;;) {
      const answer = await read(id, by);
      if (answer.generated.length >= count) return answer;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  /** Runs everything that is due at an instant; sessions continue at the present time. */
  async function later(instant: string): Promise<void> {
    harness.clock.set(instant);
    await harness.service<Worker>(Worker).tickNow();
    await harness.applied();
    harness.clock.set(now);
  }
  const events = async (stream: string) => harness.service<EventLog>(EVENT_LOG).readStream(stream);
  const codes = ({ body }: Json) => (body.errors ?? []).map(({ path, code }: Json) => `${path}: ${code}`);

  it('make a task of the first occurrence at once, and of the next one when it is over', async () => {
    const id = await created({
      solverId: other.id,
      template: { priority: 8, description: '<b>Sklad</b>', tags: ['sklad'] },
    });
    const answer = await withTasks(id, 1);
    expect(answer).toMatchObject({
      id,
      name: weekly.name,
      active: true,
      contractor: { id: member.id },
      solver: { id: other.id, name: 'Olga' },
      position: null,
      repeat: 'weekly',
      repeatDay: 1,
      period: 'week',
      endRepeat: 'never',
      generateAhead: 1,
      createFor: 'user',
      next: weekly.firstDeadline,
      revision: 1,
      can: { edit: true, activate: true },
    });
    expect(answer.upcoming[0]).toBe('2026-12-07T08:00:00.000Z');
    const [{ taskId }] = answer.generated;
    expect((await other.get(`/api/tasks/${taskId}`)).body).toMatchObject({
      name: weekly.name,
      state: 'assigned',
      deadline: weekly.firstDeadline,
      priority: 8,
      tags: ['sklad'],
      description: '<b>Sklad</b>',
      contractor: { id: member.id },
      solver: { id: other.id },
      repeatedTask: { id, name: weekly.name },
    });
    await later('2026-11-30T07:59:59.000Z');
    expect(await deadlines(id)).toHaveLength(1);
    await later('2026-11-30T08:00:00.000Z');
    expect(await deadlines(id)).toEqual([weekly.firstDeadline, '2026-12-07T08:00:00.000Z']);
    await later('2026-11-30T08:00:00.000Z');
    expect(await deadlines(id)).toHaveLength(2);
    const rows = (await other.get(`/api/tasks?repeatedTask=${id}&sort=repeatedTask,deadline`)).body;
    expect(rows.items.map((row: Json) => row.repeatedTask.id)).toEqual([id, id]);
  });

  it('exist as many ahead as is asked, are shown when it is asked, and end', async () => {
    const id = await created({
      generateAhead: 3,
      showFrom: 24 * 60,
      endRepeat: 'after',
      repeatCount: 4,
    });
    const { generated } = await withTasks(id, 3);
    const shown = await Promise.all(
      generated.map(async ({ taskId }: Json) => (await member.get(`/api/tasks/${taskId}`)).body.shownDate),
    );
    expect(shown).toEqual(['2026-11-29', '2026-12-06', '2026-12-13']);
    await later('2027-03-01T08:00:00.000Z');
    expect(await deadlines(id)).toHaveLength(4);
    expect(await read(id)).toMatchObject({ upcoming: [], next: weekly.firstDeadline });
    const planned = await created({ firstPlannedDeadline: '2026-11-26T09:00:00.000Z', showFrom: 10 });
    const first = (await withTasks(planned, 1)).generated[0].taskId;
    expect((await member.get(`/api/tasks/${first}`)).body.shownDate).toBe('2026-11-26');
  });

  it('are caught up after a pause: the latest hundred, earlier ones are skipped in one event', async () => {
    const id = await created({ repeat: 'daily', firstDeadline: '2026-11-25T15:00:00.000Z' });
    await withTasks(id, 1);
    await later('2027-04-01T15:00:00.000Z');
    const all = await events(`repeatedTask-${id}`);
    const skipped = all.filter(({ type }) => type === 'OccurrenceSkipped').map(({ data }) => data as Json);
    expect(skipped).toMatchObject([{ reason: 'missed', from: '2026-11-26', count: 27, to: '2026-12-22' }]);
    const generated = all.filter(({ type }) => type === 'OccurrenceGenerated').map(({ data }) => data as Json);
    expect(generated.map(({ deadline }) => deadline.slice(0, 10)).slice(0, 2)).toEqual(['2026-11-25', '2026-12-23']);
    expect(generated).toHaveLength(102);
    expect(new Set(generated.map(({ number }) => number)).size).toBe(102);
    const tasks = (await member.get(`/api/tasks?repeatedTask=${id}&pageSize=1`)).body.total;
    expect(tasks).toBe(102);
  });

  it('stand at the same local time over the change of the clock', async () => {
    const id = await created({ repeat: 'daily', firstDeadline: '2027-03-27T08:30:00.000Z', generateAhead: 3 });
    await withTasks(id, 3);
    expect(await deadlines(id)).toEqual([
      '2027-03-27T08:30:00.000Z',
      '2027-03-28T07:30:00.000Z',
      '2027-03-29T07:30:00.000Z',
    ]);
  });

  it('are made for every active holder of a position, or as a meeting with all of them', async () => {
    const positionId = (await admin.post('/api/positions', { name: 'Skladník' })).body.id;
    for (const { id } of [other, stranger, auditor])
      await admin.patch(`/api/users/${id}`, { positionIds: [positionId] });
    const id = await created({ createFor: 'position', positionId });
    const { generated, position } = await withTasks(id, 2);
    expect(position).toEqual({ id: positionId, name: 'Skladník' });
    expect(generated.map(({ solver }: Json) => solver.id).sort()).toEqual([other.id, stranger.id].sort());
    const meeting = await created({ createFor: 'meeting', positionId, template: { estimateMinutes: 30 } });
    const [{ taskId }] = (await withTasks(meeting, 1)).generated;
    const { type, participants, solver } = (await member.get(`/api/tasks/${taskId}`)).body;
    expect([type, solver, participants.acknowledged.map((one: Json) => one.id)]).toEqual([
      'meeting',
      null,
      [other.id, stranger.id],
    ]);
    const mine = (await admin.get('/api/repeated-tasks?mine=true')).body;
    expect(mine).toEqual({ items: [], total: 0, page: 1, pageSize: 25 });
    expect((await admin.delete(`/api/positions/${positionId}`)).status).toBe(409);
    const seen = async () => {
      const { items } = (await stranger.get('/api/repeated-tasks?mine=true&sort=id')).body;
      return [items.map((row: Json) => row.id), (await stranger.get(`/api/repeated-tasks/${id}`)).status];
    };
    expect(await seen()).toEqual([[id, meeting], 200]);
    expect((await stranger.post(`/api/repeated-tasks/${id}/deactivate`)).status).toBe(403);
    for (const one of [other, stranger, auditor]) await admin.patch(`/api/users/${one.id}`, { positionIds: [] });
    expect(await seen()).toEqual([[], 404]);
    expect((await stranger.post(`/api/repeated-tasks/${id}/deactivate`)).status).toBe(404);
    await later('2026-11-30T08:00:00.000Z');
    const tasks = (await withTasks(id, 3)).generated;
    expect(tasks.at(-1).solver).toBeNull();
  });

  it('leave out an inactive solver, and are skipped in an inactive project', async () => {
    const leaver = await harness.person('Odcházející');
    const projectId = (await member.post('/api/projects', { name: 'Sklad' })).body.id;
    const boardId = (await member.post(`/api/projects/${projectId}/boards`, { name: 'Měsíc', section: 'todo' })).body
      .id;
    const id = await created({ solverId: leaver.id, template: { projectId, boardId } });
    const [{ taskId }] = (await withTasks(id, 1)).generated;
    expect((await member.get(`/api/tasks/${taskId}`)).body).toMatchObject({
      project: { id: projectId },
      board: { id: boardId },
      solver: { id: leaver.id },
    });
    await admin.patch(`/api/users/${leaver.id}`, { active: false });
    await later('2026-11-30T08:00:00.000Z');
    expect((await read(id)).generated[1].solver).toBeNull();
    await member.patch(`/api/projects/${projectId}`, { active: false });
    await later('2026-12-07T08:00:00.000Z');
    expect((await events(`repeatedTask-${id}`)).at(-1)).toMatchObject({
      type: 'OccurrenceSkipped',
      data: { reason: 'project-inactive', from: '2026-12-14', count: 1 },
      metadata: { actor: null, via: 'job' },
    });
    await member.patch(`/api/projects/${projectId}`, { active: true });
    await later('2026-12-14T08:00:00.000Z');
    expect((await deadlines(id)).at(-1)).toBe('2026-12-21T08:00:00.000Z');
  });

  it('stop and go on by hand; what would have been meanwhile is skipped', async () => {
    const id = await created();
    await withTasks(id, 1);
    expect((await member.post(`/api/repeated-tasks/${id}/deactivate`)).body).toMatchObject({ id, revision: 2 });
    await later('2026-12-16T11:00:00.000Z');
    expect(await read(id)).toMatchObject({ active: false, generated: [{ number: 1 }], upcoming: [] });
    harness.clock.set('2026-12-16T11:00:00.000Z');
    await member.post('/api/auth/refresh');
    await member.post(`/api/repeated-tasks/${id}/activate`);
    await withTasks(id, 2);
    expect(await deadlines(id)).toEqual([weekly.firstDeadline, '2026-12-21T08:00:00.000Z']);
    const history = (await member.get(`/api/repeated-tasks/${id}/activity`)).body.items;
    expect(history.map(({ event }: Json) => event)).toEqual([
      'RepeatedTaskCreated',
      'OccurrenceGenerated',
      'RepeatedTaskDeactivated',
      'RepeatedTaskActivated',
      'OccurrenceSkipped',
      'OccurrenceGenerated',
    ]);
    expect(history[4]).toMatchObject({ reason: 'inactive', count: 2, from: '2026-12-07', by: { id: member.id } });
    expect(history[5]).toMatchObject({ by: null, tasks: [{ name: weekly.name }] });
  });

  it('change what is not generated yet; untouched tasks ahead follow when asked', async () => {
    const id = await created({ generateAhead: 3, solverId: other.id });
    const [first, second, third] = (await withTasks(id, 3)).generated.map(({ taskId }: Json) => taskId);
    await other.post(`/api/tasks/${second}/comments`, { text: 'Počítám s tím' });
    await member.patch(`/api/repeated-tasks/${id}`, { name: 'Inventura', template: { priority: 9 } });
    expect((await member.get(`/api/tasks/${first}`)).body).toMatchObject({ name: weekly.name, priority: 5 });
    const edited = await member.patch(`/api/repeated-tasks/${id}`, {
      repeatDay: 2,
      solverId: stranger.id,
      template: { tags: ['inventura'] },
      updateGenerated: true,
    });
    expect(edited.body).toMatchObject({ id, revision: 3 });
    for (;;) {
      const { deadline } = (await member.get(`/api/tasks/${third}`)).body;
      if (deadline !== '2026-12-14T08:00:00.000Z') break;
    }
    const [one, two, three] = await Promise.all(
      [first, second, third].map(async (taskId) => (await member.get(`/api/tasks/${taskId}`)).body),
    );
    expect(two).toMatchObject({ name: weekly.name, deadline: '2026-12-07T08:00:00.000Z', solver: { id: other.id } });
    expect(one).toMatchObject({ name: 'Inventura', priority: 9, tags: ['inventura'], solver: { id: stranger.id } });
    expect([one.deadline, three.deadline]).toEqual(['2026-12-08T08:00:00.000Z', '2026-12-15T08:00:00.000Z']);
    await later('2026-12-07T08:00:00.000Z');
    expect((await deadlines(id)).sort()).toEqual([
      '2026-12-07T08:00:00.000Z',
      '2026-12-08T08:00:00.000Z',
      '2026-12-15T08:00:00.000Z',
      '2026-12-22T08:00:00.000Z',
    ]);
  });

  it('skip one occurrence ahead, or make it a task early', async () => {
    const id = await created();
    const { generated } = await withTasks(id, 1);
    const coming = await member.post(`/api/repeated-tasks/${id}/skip`, { deadline: '2026-12-14T08:00:00.000Z' });
    expect(coming.status).toBe(200);
    expect((await read(id)).upcoming.slice(0, 2)).toEqual(['2026-12-07T08:00:00.000Z', '2026-12-21T08:00:00.000Z']);
    const early = await member.post(`/api/repeated-tasks/${id}/occurrences`, { deadline: '2026-12-21T08:00:00.000Z' });
    expect([early.status, (await member.get(`/api/tasks/${early.body.taskId}`)).body.deadline]).toEqual([
      201,
      '2026-12-21T08:00:00.000Z',
    ]);
    await member.post(`/api/repeated-tasks/${id}/skip`, { number: generated[0].number });
    expect((await member.get(`/api/tasks/${generated[0].taskId}`)).status).toBe(404);
    await later('2027-01-04T08:00:00.000Z');
    expect(await deadlines(id)).toEqual([
      '2026-12-07T08:00:00.000Z',
      '2026-12-21T08:00:00.000Z',
      '2026-12-28T08:00:00.000Z',
      '2027-01-04T08:00:00.000Z',
      '2027-01-11T08:00:00.000Z',
    ]);
    const unknown = await member.post(`/api/repeated-tasks/${id}/skip`, { deadline: '2027-01-12T08:00:00.000Z' });
    expect(codes(unknown)).toEqual(['deadline: repeated-task.occurrence.unknown']);
    expect((await member.post(`/api/repeated-tasks/${id}/skip`, {})).status).toBe(422);
  });

  it('are previewed before they are saved', async () => {
    const reply = await member.post('/api/repeated-tasks/preview', { ...weekly, repeat: 'monthly', repeatDay: 31 });
    expect([reply.status, reply.body.dates.length]).toEqual([200, 10]);
    expect(reply.body.dates.slice(0, 4)).toEqual([
      '2026-11-30T08:00:00.000Z',
      '2026-12-31T08:00:00.000Z',
      '2027-01-31T08:00:00.000Z',
      '2027-02-28T08:00:00.000Z',
    ]);
    const working = { ...weekly, repeat: 'monthly', repeatDay: 31, onDayOff: 'previous' };
    const lastWorking = await member.post('/api/repeated-tasks/preview', working);
    expect(lastWorking.body.dates.slice(0, 6).map((date: string) => date.slice(0, 10))).toEqual([
      '2026-11-30',
      '2026-12-31',
      '2027-01-29',
      '2027-02-26',
      '2027-03-31',
      '2027-04-30',
    ]);
    const easter = { ...working, firstDeadline: '2027-03-29T08:00:00.000Z', repeatDay: 29, onDayOff: 'next' };
    expect((await member.post('/api/repeated-tasks/preview', easter)).body.dates[0]).toBe('2027-03-30T08:00:00.000Z');
    const daily = { ...weekly, firstDeadline: '2026-12-23T08:00:00.000Z', repeat: 'daily', onDayOff: 'skip' };
    expect((await member.post('/api/repeated-tasks/preview', daily)).body.dates.slice(0, 2)).toEqual([
      '2026-12-23T08:00:00.000Z',
      '2026-12-28T08:00:00.000Z',
    ]);
    const few = await member.post('/api/repeated-tasks/preview', { ...weekly, endRepeat: 'after', repeatCount: 2 });
    expect(few.body.dates).toHaveLength(2);
    const never = { ...weekly, repeatDay: 7, endRepeat: 'by-date', endDate: '2026-12-05' };
    expect(codes(await member.post('/api/repeated-tasks/preview', never))).toEqual(['endDate: repeated-task.never']);
  });

  it('move from days off, skip them, and keep their days where nothing else was chosen', async () => {
    const ofMonth = { firstDeadline: '2027-01-31T08:00:00.000Z', repeat: 'monthly', generateAhead: 2 };
    for (const [onDayOff, first, second] of [
      [undefined, '2027-01-31', '2027-02-28'],
      ['previous', '2027-01-29', '2027-02-26'],
      ['next', '2027-02-01', '2027-03-01'],
      ['skip', '2027-03-31', '2027-04-30'],
    ]) {
      const id = await created({ ...ofMonth, onDayOff });
      const { generated, onDayOff: shown } = await withTasks(id, 2);
      expect([shown, ...generated.map(({ deadline }: Json) => deadline.slice(0, 10))]).toEqual([
        onDayOff ?? 'keep',
        first,
        second,
      ]);
    }
  });

  it.each([
    ['firstDeadline: task.deadline.past', { firstDeadline: '2026-11-24T08:00:00.000Z' }],
    ['period: repeated-task.period', { repeat: 'monthly', period: 'week' }],
    ['repeatDay: repeated-task.repeat-day', { repeatDay: 9 }],
    ['repeatDay: repeated-task.repeat-day', { repeat: 'yearly', repeatDay: '02-30' }],
    ['onDayOff: repeated-task.day-off-daily', { repeat: 'daily', onDayOff: 'next' }],
    ['firstDeadline: repeated-task.never', { repeatDay: 7, onDayOff: 'skip' }],
    ['endDate: repeated-task.end-before-start', { endRepeat: 'by-date', endDate: '2026-11-29' }],
    ['endDate: validation.required', { endRepeat: 'by-date' }],
    ['repeatCount: validation.required', { endRepeat: 'after' }],
    ['generateAhead: validation.too-large', { generateAhead: 10_000 }],
    ['generateAhead: validation.too-small', { generateAhead: 0 }],
    ['firstPlannedDeadline: repeated-task.planned', { firstPlannedDeadline: '2026-12-01T08:00:00.000Z' }],
    ['positionId: validation.required', { createFor: 'position' }],
    ['positionId: position.unknown', { createFor: 'position', positionId: 999 }],
    ['solverId: task.solver.unknown', { solverId: 999 }],
    ['template.estimateMinutes: task.estimate.required', { template: { type: 'meeting' } }],
    ['template.projectId: project.not-found', { template: { projectId: 999 } }],
    ['template.deadline: validation.unknown-field', { template: { deadline: now } }],
    ['template.priority: task.priority.range', { template: { priority: 11 } }],
    ['name: task.name.too-short', { name: 'ab' }],
  ])('are refused with %s', async (error, body) => {
    const reply = await member.post('/api/repeated-tasks', { ...weekly, ...body });
    expect([reply.status, codes(reply)]).toEqual([422, [error]]);
  });

  it('are changed by their contractor, who manages the project, and admins; others do not see them', async () => {
    const projectId = (await admin.post('/api/projects', { name: 'Účtárna' })).body.id;
    for (const [one, permission] of [
      [member, 'edit'],
      [other, 'view'],
    ] as const)
      await admin.post(`/api/projects/${projectId}/members`, { userId: one.id, permission, notification: 'all' });
    const id = await created({ template: { projectId } });
    const change = { name: 'Závěrka' };
    expect((await other.patch(`/api/repeated-tasks/${id}`, change)).body.code).toBe('repeated-task.forbidden');
    expect((await read(id, other)).can.edit).toBe('repeated-task.forbidden');
    expect((await stranger.patch(`/api/repeated-tasks/${id}`, change)).status).toBe(404);
    expect((await stranger.get(`/api/repeated-tasks/${id}`)).status).toBe(404);
    expect((await auditor.patch(`/api/repeated-tasks/${id}`, change)).body.code).toBe('task.auditor');
    expect((await auditor.get(`/api/repeated-tasks/${id}`)).status).toBe(200);
    expect((await admin.patch(`/api/repeated-tasks/${id}`, change)).status).toBe(200);
    expect((await other.post('/api/repeated-tasks', { ...weekly, template: { projectId } })).body.code).toBe(
      'project.forbidden',
    );
    expect((await auditor.post('/api/repeated-tasks', weekly)).body.code).toBe('task.auditor');
    expect((await external.post('/api/repeated-tasks', weekly)).status).toBe(201);
    expect(
      (await stranger.get('/api/repeated-tasks?pageSize=100')).body.items.map((one: Json) => one.id),
    ).not.toContain(id);
  });

  it('happen once with one Idempotency-Key, and tell who changed the same field meanwhile', async () => {
    const key = { 'idempotency-key': 'repeated-once' };
    const [one, two] = await Promise.all([1, 2].map(() => member.post('/api/repeated-tasks', weekly, key)));
    expect([one!.status, two!.body]).toEqual([201, one!.body]);
    const { id } = one!.body;
    await withTasks(id, 1);
    await member.patch(`/api/repeated-tasks/${id}`, { template: { priority: 3 } });
    const outdated = { 'if-match': '"1"' };
    expect((await member.patch(`/api/repeated-tasks/${id}`, { template: { tags: ['a'] } }, outdated)).status).toBe(200);
    const conflict = await member.patch(`/api/repeated-tasks/${id}`, { template: { priority: 4 } }, outdated);
    expect([conflict.status, conflict.body.code, conflict.body.conflicts[0].path]).toEqual([
      409,
      'conflict',
      'template',
    ]);
    expect(await read(id)).toMatchObject({ revision: 3, template: { priority: 3, tags: ['a'] } });
  });
});

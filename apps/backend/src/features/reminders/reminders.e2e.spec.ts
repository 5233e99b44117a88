import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Worker } from '../../engine/jobs/worker';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { Harness, type Json, type Person } from '../../testing/harness';

/** A Wednesday noon in Prague, wintertime. */
const now = '2026-11-25T11:00:00.000Z';

describe('what the clock does', () => {
  let harness: Harness;
  let member: Person;
  let other: Person;

  beforeAll(async () => {
    harness = await Harness.start();
    harness.clock.set(now);
    await harness.person('Alena');
    member = await harness.person('Martin');
    other = await harness.person('Olga');
  });
  beforeEach(() => harness.clock.set(now));
  afterAll(() => harness.stop());

  /** Runs twice everything that is due at an instant; sessions continue at the present time. */
  async function later(instant: string): Promise<void> {
    harness.clock.set(instant);
    await harness.service<Worker>(Worker).tickNow();
    await harness.applied();
    await harness.service<Worker>(Worker).tickNow();
    await harness.applied();
    harness.clock.set(now);
  }
  const eventsOf = async (stream: string) =>
    (await harness.service<EventLog>(EVENT_LOG).readStream(stream)).map(({ type, data, metadata }) => ({
      type,
      data: data as Json,
      by: metadata.actor,
      via: metadata.via,
    }));
  const last = async (stream: string) => (await eventsOf(stream)).at(-1);
  const state = async (taskId: number, by = member) => (await by.get(`/api/tasks/${taskId}`)).body;

  async function until(holds: () => Promise<boolean>): Promise<void> {
    while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  it('reminds the solver a day before the deadline and when it has passed, each once', async () => {
    const id = await member.task({ name: 'Nabídka', solverId: other.id, deadline: '2026-11-27T11:00:00.000Z' });
    await later('2026-11-26T10:59:00.000Z');
    expect(await eventsOf(`task-${id}`)).toHaveLength(1);
    await later('2026-11-26T11:00:00.000Z');
    const notified = { type: 'UsersNotified', by: null, via: 'job' };
    expect(await last(`task-${id}`)).toEqual({ ...notified, data: { kind: 'deadline-soon', userIds: [other.id] } });
    await later('2026-11-28T11:00:00.000Z');
    expect(await last(`task-${id}`)).toEqual({ ...notified, data: { kind: 'deadline-passed', userIds: [other.id] } });
    expect(await eventsOf(`task-${id}`)).toHaveLength(3);
    expect((await state(id)).revision).toBe(1);
    const { items } = (await member.get(`/api/tasks/${id}/activity`)).body;
    expect(items.map((item: Json) => [item.event, item.class, item.by, item.changes])).toEqual([
      ['TaskCreated', 'task-created', { id: member.id, name: 'Martin' }, expect.any(Array)],
      ...['deadline-soon', 'deadline-passed'].map((kind) => [
        'UsersNotified',
        'automatic-user-notification',
        null,
        [{ field: 'reminder', from: null, to: kind }],
      ]),
    ]);
  });

  it('reminds of nothing that was handed over, or was due more than a week ago', async () => {
    const done = await member.task({ name: 'Nabídka', solverId: other.id, deadline: '2026-11-27T11:00:00.000Z' });
    await other.post(`/api/tasks/${done}/complete`, { result: 'Hotovo' });
    const old = await member.task({ name: 'Poptávka', solverId: other.id, deadline: '2026-11-27T11:00:00.000Z' });
    await later('2026-12-04T11:00:01.000Z');
    expect((await last(`task-${done}`))!.type).toBe('TaskCompleted');
    expect(await eventsOf(`task-${old}`)).toHaveLength(1);
  });

  it('ends a meeting when it is over', async () => {
    const id = await member.task({
      name: 'Porada',
      type: 'meeting',
      deadline: '2026-11-26T09:00:00.000Z',
      estimateMinutes: 60,
      acknowledged: [other.id],
    });
    await later('2026-11-26T09:59:59.000Z');
    expect((await state(id)).state).toBe('created');
    await later('2026-11-26T10:00:00.000Z');
    expect(await state(id)).toMatchObject({ state: 'solved', outcome: 'ended-automatically' });
    expect(await last(`task-${id}`)).toEqual({
      type: 'TaskEndedAutomatically',
      data: { cause: 'meeting-over' },
      by: null,
      via: 'job',
    });
  });

  it('ends continuous tasks once their project has finished, whenever they come into it', async () => {
    const project = async (finishDate: string | null) =>
      (await member.post('/api/projects', { name: 'Sklad', finishDate })).body.id;
    const projectId = await project('2026-11-30');
    const continuous = { name: 'Podpora', type: 'continuous', projectId };
    const [id, normal] = [await member.task(continuous), await member.task({ name: 'Úkol', projectId })];
    await member.patch(`/api/projects/${projectId}`, { finishDate: '2026-11-20' });
    await until(async () => (await state(id)).state === 'solved');
    expect((await last(`task-${id}`))!.data).toEqual({ cause: 'project-finished' });
    expect((await state(normal)).state).toBe('created');
    await member.post(`/api/tasks/${id}/restore`, {});
    const late = await member.task(continuous);
    await until(async () => (await state(late)).state === 'solved');
    const elsewhere = await member.task({ ...continuous, projectId: await project(null) });
    await member.post(`/api/tasks/${elsewhere}/move`, { projectId, boardId: null });
    await until(async () => (await state(elsewhere)).state === 'solved');
    expect((await state(id)).state).toBe('created');
  });

  it('tells a person once that their running work looks forgotten', async () => {
    const taskId = await member.task({ name: 'Inventura', solverId: member.id });
    await member.post('/api/work/start', { taskId });
    const stream = `worklog-${member.id}`;
    await later('2026-11-25T22:59:59.000Z');
    expect(await eventsOf(stream)).toHaveLength(1);
    await later('2026-11-25T23:00:01.000Z');
    const [started, notified, ...more] = await eventsOf(stream);
    expect([notified, more]).toEqual([
      {
        type: 'UsersNotified',
        data: { kind: 'work-forgotten', userIds: [member.id], entryId: started!.data.entryId, taskId },
        by: null,
        via: 'job',
      },
      [],
    ]);
    const { items } = (await member.get(`/api/tasks/${taskId}/activity`)).body;
    expect(items.at(-1)).toMatchObject({
      event: 'UsersNotified',
      changes: [{ field: 'reminder', to: 'work-forgotten' }],
    });
  });
});

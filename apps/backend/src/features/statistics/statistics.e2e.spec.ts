import { type Message, projectStream, taskStream } from '@gos/domain';
import { taskSamples } from '@gos/domain/task/task.samples';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { append } from '../../testing/appended';
import { Harness, type Json, type Person } from '../../testing/harness';

/** Everybody signs in later than all requested periods, so that the clock may be set to any moment before that. */
const signInAt = '2027-12-01T12:00:00.000Z';

let gos: Harness;
let log: EventLog;
let admin: Person;
let member: Person;
let other: Person;
let projectId = 100;
let tasks = 100;

beforeAll(async () => {
  gos = await Harness.start();
  gos.clock.set(signInAt);
  log = gos.service<EventLog>(EVENT_LOG);
  admin = await gos.person('Adam Admin');
  member = await gos.person('Marie Malá');
  other = await gos.person('Otto Čech');
});
afterAll(() => gos.stop());

const read = async (path: string, person = member): Promise<Json> => {
  await gos.service<ActiveReadModels>(ActiveReadModels).waitUntilApplied(await log.end());
  return person.get(`/api/projects/${projectId}/statistics${path}`);
};
const numbers = async (now: string, period = 'month', person = member): Promise<Json> => {
  gos.clock.set(now);
  const { status, body } = await read(`?period=${period}`, person);
  expect([status, body]).toEqual([200, expect.any(Object)]);
  return body;
};
const items = async (query: string): Promise<Json> => {
  const { status, body } = await read(`/items?${query}`);
  expect([status, body]).toEqual([200, expect.any(Object)]);
  return body;
};
const brief = ({ created, solved, ended, returned, overdue }: Json) => [created, solved, ended, returned, overdue];

const contract = (contractId: string) => ({ contractId, name: 'Web', client: 'Novák' });
const inProject = (id: number, ...events: Message[]) => append(log, projectStream(id), events);
async function newProject(contracts: readonly object[] = []): Promise<number> {
  const id = ++projectId;
  await inProject(
    id,
    {
      type: 'ProjectCreated',
      data: {
        projectId: id,
        name: 'Nový web',
        description: '',
        externalTicketSystemUrl: null,
        finishDate: null,
        active: true,
        contracts,
      },
    },
    { type: 'MemberAdded', data: { projectId: id, userId: member.id, permission: 'view', notification: 'none' } },
  );
  return id;
}

/** A task of the project, created at that moment. */
async function task(at: string, more: object = {}): Promise<number> {
  const taskId = ++tasks;
  const data = {
    ...taskSamples.TaskCreated.data,
    ...{ taskId, name: `Úkol ${taskId}`, deadline: null, shownDate: null, projectId, boardId: null, parentId: null },
    ...{ contractorId: admin.id, solverId: member.id, predecessors: [], acknowledged: [], passive: [], files: [] },
    ...{ description: '', tags: [] },
    ...more,
  };
  await append(log, taskStream(taskId), [{ type: 'TaskCreated', data }], at);
  return taskId;
}
const happens = (taskId: number, at: string, type: string, data: object = {}) =>
  append(log, taskStream(taskId), [{ type, data }], at);
const accept = (taskId: number, at: string) =>
  happens(taskId, at, 'TaskAccepted', { reservation: null, rating: null, comment: null, costReduction: null });
const giveBack = (taskId: number, at: string) => happens(taskId, at, 'TaskReturned', { reason: 'Chybí doprava.' });
const move = (taskId: number, to: number | null, from: number | null = projectId) =>
  happens(taskId, '2026-11-25T08:00:00.000Z', 'TaskMoved', {
    from: { projectId: from, boardId: null },
    to: { projectId: to, boardId: null },
    order: null,
  });

const now = '2026-11-25T10:00:00.000Z';

describe('statistics of a project', () => {
  beforeEach(() => newProject());

  it('count what happened in the present period and the two before it', async () => {
    const first = await task('2026-09-10T08:00:00.000Z', { deadline: '2026-10-05T08:00:00.000Z' });
    const second = await task('2026-10-10T08:00:00.000Z', { solverId: other.id });
    const third = await task('2026-11-02T08:00:00.000Z', { solverId: null, deadline: '2026-11-20T08:00:00.000Z' });
    await giveBack(first, '2026-10-12T08:00:00.000Z');
    await accept(first, '2026-10-20T08:00:00.000Z');
    await happens(second, '2026-11-05T08:00:00.000Z', 'TaskEndedByContractor', { reason: null });
    const body = await numbers(now);
    expect(body).toMatchObject({
      period: 'month',
      current: { from: '2026-11-01', to: '2026-11-30' },
      previous: { from: '2026-10-01', to: '2026-10-31' },
      before: { from: '2026-09-01', to: '2026-09-30' },
    });
    expect(brief(body.current)).toEqual([1, 0, 1, 0, 1]);
    expect(brief(body.previous)).toEqual([1, 1, 0, 1, 1]);
    expect(brief(body.before)).toEqual([1, 0, 0, 0, 0]);
    expect(body.current.bySolver.map((row: Json) => [row.solver?.name ?? null, ...brief(row)])).toEqual([
      ['Otto Čech', 0, 0, 1, 0, 0],
      [null, 1, 0, 0, 0, 1],
    ]);
    expect(body.previous.bySolver.map((row: Json) => [row.solver.id, ...brief(row)])).toEqual([
      [member.id, 0, 1, 0, 1, 1],
      [other.id, 1, 0, 0, 0, 0],
    ]);
    expect(await items('kind=overdue&from=2026-11-01&to=2026-11-30')).toEqual({
      items: [
        {
          task: { id: third, name: `Úkol ${third}` },
          at: '2026-11-20T08:00:00.000Z',
          solver: null,
          acceptedBy: null,
          onBehalfOf: null,
        },
      ],
      total: 1,
      page: 1,
      pageSize: 25,
    });
  });

  it('are empty for an empty project', async () => {
    const { current } = await numbers(now, 'week', admin);
    expect(brief(current)).toEqual([0, 0, 0, 0, 0]);
    const nothing = { workedMinutes: 0, estimateMinutes: 0, usedBudget: { amount: '0.00', currency: 'CZK' } };
    expect(current).toMatchObject({ ...nothing, bySolver: [], byContract: [{ contractId: null, ...nothing }] });
    expect(current.burnUp).toEqual([
      { date: '2026-11-23', created: 0, solved: 0 },
      { date: '2026-11-24', created: 0, solved: 0 },
      { date: '2026-11-25', created: 0, solved: 0 },
    ]);
  });

  it('are by the month unless said otherwise', async () => {
    gos.clock.set(now);
    expect((await read('')).body).toMatchObject({ period: 'month', current: { from: '2026-11-01' } });
  });

  it('begin and end weeks over the turn of the year on Monday and Sunday', async () => {
    await task('2026-12-27T22:59:59.999Z');
    await task('2026-12-27T23:00:00.000Z');
    await task('2027-01-03T22:59:59.999Z');
    const body = await numbers('2026-12-31T23:30:00.000Z', 'week');
    expect(body.current).toMatchObject({ from: '2026-12-28', to: '2027-01-03', created: 2 });
    expect(body.previous).toMatchObject({ from: '2026-12-21', to: '2026-12-27', created: 1 });
    expect(body.current.burnUp.map(({ date }: Json) => date)).toEqual([
      '2026-12-28',
      '2026-12-29',
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
    ]);
  });

  it('know that a day may have 23 or 25 hours', async () => {
    await task('2027-03-27T23:00:00.000Z');
    await task('2027-03-28T21:59:59.999Z');
    await task('2027-03-28T22:00:00.000Z');
    const spring = await numbers('2027-03-28T12:00:00.000Z', 'day');
    expect(spring.current).toMatchObject({ from: '2027-03-28', to: '2027-03-28', created: 2 });
    await task('2027-10-30T21:59:59.999Z');
    await task('2027-10-30T22:00:00.000Z');
    await task('2027-10-31T22:59:59.999Z');
    const autumn = await numbers('2027-10-31T22:59:59.999Z', 'day');
    expect(autumn.current).toMatchObject({ from: '2027-10-31', created: 2 });
    expect(autumn.previous).toMatchObject({ from: '2027-10-30', created: 1 });
    expect(await items('kind=created&from=2027-10-31&to=2027-10-31')).toMatchObject({ total: 2 });
  });

  it('add up from the beginning of the project in the burn-up', async () => {
    await task('2026-05-01T08:00:00.000Z');
    const second = await task('2026-11-23T08:00:00.000Z');
    await accept(second, '2026-11-24T08:00:00.000Z');
    await happens(second, '2026-11-24T09:00:00.000Z', 'TaskRestored');
    await accept(second, '2026-11-25T09:00:00.000Z');
    const { current, previous } = await numbers(now, 'week');
    expect(current.burnUp).toEqual([
      { date: '2026-11-23', created: 2, solved: 0 },
      { date: '2026-11-24', created: 2, solved: 1 },
      { date: '2026-11-25', created: 2, solved: 2 },
    ]);
    expect(previous.burnUp).toHaveLength(7);
    expect(previous.burnUp.at(-1)).toEqual({ date: '2026-11-22', created: 1, solved: 0 });
  });

  it('count a task as overdue once its deadline has passed, also when it was solved later', async () => {
    const deadline = '2026-11-25T10:00:00.000Z';
    const late = await task('2026-11-20T08:00:00.000Z', { deadline });
    const inTime = await task('2026-11-20T08:00:00.000Z', { deadline });
    await accept(inTime, '2026-11-24T08:00:00.000Z');
    expect((await numbers('2026-11-25T09:59:59.999Z', 'day')).current.overdue).toBe(0);
    expect((await numbers(deadline, 'day')).current.overdue).toBe(1);
    await accept(late, '2026-11-26T08:00:00.000Z');
    const next = await numbers('2026-11-26T10:00:00.000Z', 'day');
    expect([next.previous.overdue, next.current.overdue]).toEqual([1, 0]);
    await happens(inTime, '2026-11-26T08:00:00.000Z', 'TaskRestored');
    const to = '2026-11-27T08:00:00.000Z';
    await happens(inTime, '2026-11-26T08:00:00.000Z', 'DeadlineMoved', { from: deadline, to });
    expect((await numbers('2026-11-27T10:00:00.000Z', 'day')).current.overdue).toBe(1);
  });

  it('count acceptances: again when a task was restored and accepted again', async () => {
    const taskId = await task('2026-11-02T08:00:00.000Z');
    await accept(taskId, '2026-11-03T08:00:00.000Z');
    await happens(taskId, '2026-11-04T08:00:00.000Z', 'TaskRestored');
    expect((await numbers(now)).current.solved).toBe(1);
    await accept(taskId, '2026-11-05T08:00:00.000Z');
    expect((await numbers(now)).current.solved).toBe(2);
    expect((await items('kind=solved&from=2026-11-01&to=2026-11-30')).items.map(({ at }: Json) => at)).toEqual([
      '2026-11-05T08:00:00.000Z',
      '2026-11-03T08:00:00.000Z',
    ]);
  });

  it('follow a task to the project where it is now', async () => {
    const from = projectId;
    const taskId = await task('2026-11-02T08:00:00.000Z');
    await accept(taskId, '2026-11-03T08:00:00.000Z');
    const outside = await task('2026-11-02T08:00:00.000Z', { projectId: null });
    const to = await newProject();
    await move(taskId, to, from);
    await move(outside, to, null);
    expect(brief((await numbers(now)).current)).toEqual([2, 1, 0, 0, 0]);
    projectId = from;
    expect(brief((await numbers(now)).current)).toEqual([0, 0, 0, 0, 0]);
    expect((await items('kind=created&from=2026-11-01&to=2026-11-30')).total).toBe(0);
    projectId = to;
  });

  it('leave deleted tasks out until they are brought back', async () => {
    const taskId = await task('2026-11-02T08:00:00.000Z');
    await accept(taskId, '2026-11-03T08:00:00.000Z');
    await happens(taskId, '2026-11-04T08:00:00.000Z', 'TaskDeleted');
    expect(brief((await numbers(now)).current)).toEqual([0, 0, 0, 0, 0]);
    await happens(taskId, '2026-11-04T08:00:00.000Z', 'TaskUndeleted');
    expect(brief((await numbers(now)).current)).toEqual([1, 1, 0, 0, 0]);
  });

  it('belong to the only contract, and to none where there are several', async () => {
    const of = async (...contracts: object[]) => {
      await newProject(contracts);
      await task('2026-11-02T08:00:00.000Z');
      return (await numbers(now)).current.byContract;
    };
    expect(await of(contract('S-1'))).toEqual([expect.objectContaining({ contractId: 'S-1', created: 1 })]);
    expect(await of(contract('S-1'), contract('S-2'))).toEqual([
      expect.objectContaining({ contractId: null, created: 1 }),
    ]);
  });
});

describe('what makes a number', () => {
  beforeEach(() => newProject());

  it('is narrowed to solvers, sorted, paged and found by words', async () => {
    const first = await task('2026-11-02T08:00:00.000Z', { name: 'Připravit nabídku' });
    const second = await task('2026-11-03T08:00:00.000Z', { solverId: null });
    const third = await task('2026-11-03T09:00:00.000Z', { solverId: other.id });
    gos.clock.set(now);
    const of = async (more: string) => {
      const body = await items(`kind=created&from=2026-11-01&to=2026-11-30${more}`);
      return [body.total, ...body.items.map((item: Json) => item.task.id)];
    };
    expect(await of('')).toEqual([3, third, second, first]);
    expect(await of('&sort=at')).toEqual([3, first, second, third]);
    expect(await of('&pageSize=2&page=2')).toEqual([3, first]);
    expect(await of(`&solver=${other.id}`)).toEqual([1, third]);
    expect(await of('&solver=none')).toEqual([1, second]);
    expect(await of(`&solver=none&solver=${member.id}`)).toEqual([2, second, first]);
    expect(await of('&q=nabidk')).toEqual([1, first]);
    expect(await items('kind=created&from=2026-11-02&to=2026-11-02')).toMatchObject({ total: 1 });
    expect(await items('kind=created&from=2026-11-30&to=2026-11-01')).toMatchObject({ total: 0 });
  });

  it('adds up to the numbers of the period', async () => {
    const taskId = await task('2026-11-02T08:00:00.000Z', { deadline: '2026-11-03T08:00:00.000Z' });
    await giveBack(taskId, '2026-11-04T08:00:00.000Z');
    await accept(taskId, '2026-11-05T08:00:00.000Z');
    const { current } = await numbers(now);
    for (const kind of ['created', 'solved', 'ended', 'returned', 'overdue']) {
      const { total } = await items(`kind=${kind}&from=${current.from}&to=${current.to}&solver=${member.id}`);
      expect([kind, total]).toEqual([kind, current.bySolver[0][kind]]);
    }
  });
});

describe('statistics are read', () => {
  beforeEach(async () => {
    await newProject();
    gos.clock.set(now);
  });
  const paths = ['', '?period=day', '/items?kind=created&from=2026-11-01&to=2026-11-30'];

  it('by members whatever they may, admins and auditors', async () => {
    const auditor = await promoted();
    gos.clock.set(now);
    for (const path of paths) {
      for (const person of [member, admin, auditor]) expect((await read(path, person)).status).toBe(200);
    }
  });

  it('by nobody else: not by a stranger, not by who was a member', async () => {
    for (const path of paths) expect((await read(path, other)).body.code).toBe('project.not-found');
    const added = { projectId, userId: other.id, permission: 'edit', notification: 'all' };
    await inProject(projectId, { type: 'MemberAdded', data: added });
    for (const path of paths) expect((await read(path, other)).status).toBe(200);
    await inProject(projectId, { type: 'MemberRemoved', data: { projectId, userId: other.id } });
    for (const path of paths) expect((await read(path, other)).status).toBe(404);
  });

  it('of projects that there are, by who is signed in', async () => {
    for (const id of ['9999999', '0', 'x', '1.5', '-1']) {
      const { status, body } = await admin.get(`/api/projects/${id}/statistics`);
      expect([status, body.code]).toEqual([404, 'project.not-found']);
    }
    expect((await read('', gos.stranger())).status).toBe(401);
  });

  it('with queries that mean something', async () => {
    const errorsOf = async (path: string) => {
      const { status, body } = await read(path);
      expect(status).toBe(422);
      return body.errors.map((error: Json) => [error.path, error.code]);
    };
    expect(await errorsOf('?period=year')).toEqual([['period', 'validation.choice']]);
    expect(await errorsOf('?period=day&period=week')).toEqual([['period', 'validation.choice']]);
    expect(await errorsOf('?from=2026-11-01')).toEqual([['from', 'validation.unknown-field']]);
    expect(await errorsOf('/items')).toEqual([
      ['kind', 'validation.required'],
      ['from', 'validation.required'],
      ['to', 'validation.required'],
    ]);
    expect(await errorsOf('/items?kind=created&from=2026-11-01&to=9999-12-31')).toEqual([['to', 'validation.year']]);
    expect(await errorsOf('/items?kind=late&from=2026-11-31&to=today&solver=me&sort=task&x=1')).toEqual([
      ['sort', 'validation.choice'],
      ['kind', 'validation.choice'],
      ['from', 'validation.day'],
      ['to', 'validation.day'],
      ['solver', 'validation.choice'],
      ['x', 'validation.unknown-field'],
    ]);
  });
});

/** A new person whom the admin makes an auditor. */
async function promoted(): Promise<Person> {
  gos.clock.set(signInAt);
  const person = await gos.person('Aneta Auditorka');
  const { status } = await admin.patch(`/api/users/${person.id}`, { role: 'auditor' });
  expect(status).toBe(200);
  return person;
}

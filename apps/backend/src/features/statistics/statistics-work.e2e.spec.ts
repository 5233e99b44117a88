import { addDays, instantOf, type Message, minutesWithin, projectStream, taskStream, worklogStream } from '@gos/domain';
import { taskSamples } from '@gos/domain/task/task.samples';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { append } from '../../testing/appended';
import { Chance } from '../../testing/chance';
import { Harness, type Json, type Person } from '../../testing/harness';

const zone = 'Europe/Prague';
const signInAt = '2027-12-01T12:00:00.000Z';
const projectId = 50;
const rate = { amount: '600.00', currency: 'CZK' };

let gos: Harness;
let log: EventLog;
let manager: Person;
let viewer: Person;
let jana: Person;
let petr: Person;
let entries = 0;
const entriesOf: { userId: number; contractId: string | null; from: string; to: string }[] = [];

async function newTask(taskId: number, estimateMinutes: number): Promise<number> {
  const data = {
    ...taskSamples.TaskCreated.data,
    ...{ taskId, projectId, boardId: null, parentId: null, deadline: null, estimateMinutes, files: [] },
    ...{ contractorId: manager.id, solverId: null, predecessors: [], acknowledged: [jana.id, petr.id], passive: [] },
  };
  await append(log, taskStream(taskId), [{ type: 'TaskCreated', data }], '2026-01-01T08:00:00.000Z');
  return taskId;
}
async function worked(who: Person, taskId: number, from: string, to: string, contractId: string | null): Promise<void> {
  const data = { entryId: ++entries, taskId, projectId, contractId, from, to, rate, note: null };
  await append(log, worklogStream(who.id), [{ type: 'TimeAdded', data }], '2026-11-30T08:00:00.000Z');
  entriesOf.push({ userId: who.id, contractId, from, to });
}
async function statistics(now: string, period: string, who = manager): Promise<Json> {
  gos.clock.set(now);
  await gos.service<ActiveReadModels>(ActiveReadModels).waitUntilApplied(await log.end());
  const { status, body } = await who.get(`/api/projects/${projectId}/statistics?period=${period}`);
  expect(status).toBe(200);
  return body;
}

beforeAll(async () => {
  gos = await Harness.start();
  gos.clock.set(signInAt);
  log = gos.service<EventLog>(EVENT_LOG);
  manager = await gos.person('Marie Malá');
  viewer = await gos.person('Věra Dívková');
  jana = await gos.person('Jana Černá');
  petr = await gos.person('Petr Novák');
  const created: Message = {
    type: 'ProjectCreated',
    data: {
      ...{
        projectId,
        name: 'Nový web',
        description: '',
        externalTicketSystemUrl: null,
        finishDate: null,
        active: true,
      },
      contracts: ['S-1', 'S-2'].map((contractId) => ({ contractId, name: 'Web', client: 'Novák' })),
    },
  };
  const members = (
    [
      [manager, 'manage'],
      [viewer, 'view'],
    ] as const
  ).map(
    ([{ id }, permission]): Message => ({
      type: 'MemberAdded',
      data: { projectId, userId: id, permission, notification: 'none' },
    }),
  );
  await append(log, projectStream(projectId), [created, ...members]);
});
afterAll(() => gos.stop());

test('work counts where it was done: over midnight, over the end of a month, by worker and contract', async () => {
  const [one, other] = [await newTask(501, 120), await newTask(502, 30)];
  // From half past eleven on the last of October to a quarter to two, local time.
  await worked(jana, one, '2026-10-31T22:30:00.000Z', '2026-11-01T00:45:00.000Z', 'S-1');
  await worked(petr, one, '2026-11-01T09:00:00.000Z', '2026-11-01T10:00:00.000Z', 'S-2');
  await worked(petr, other, '2026-11-01T10:00:00.000Z', '2026-11-01T10:20:00.000Z', null);
  const { current, previous, before } = await statistics('2026-11-15T12:00:00.000Z', 'month');
  expect(current).toMatchObject({ workedMinutes: 185, estimateMinutes: 150, usedBudget: { amount: '1850.00' } });
  expect(previous).toMatchObject({ workedMinutes: 30, estimateMinutes: 120, usedBudget: { amount: '300.00' } });
  expect(before).toMatchObject({ workedMinutes: 0, estimateMinutes: 0, usedBudget: { amount: '0.00' } });
  const bySolver = current.bySolver.map(({ solver, workedMinutes, estimateMinutes }: Json) => [
    solver?.id,
    workedMinutes,
    estimateMinutes,
  ]);
  expect(bySolver).toEqual([
    [jana.id, 105, 120],
    [petr.id, 80, 150],
  ]);
  const byContract = current.byContract.map(({ contractId, workedMinutes }: Json) => [contractId, workedMinutes]);
  expect(byContract).toEqual(
    expect.arrayContaining([
      [null, 20],
      ['S-1', 105],
      ['S-2', 60],
    ]),
  );
  const day = await statistics('2026-11-01T12:00:00.000Z', 'day');
  expect([day.current.workedMinutes, day.previous.workedMinutes]).toEqual([185, 30]);
});

test('what a project costs is told to who manages it', async () => {
  const { current } = await statistics('2026-11-15T12:00:00.000Z', 'month', viewer);
  expect(current).toMatchObject({ workedMinutes: 185, usedBudget: null });
  for (const one of [...current.bySolver, ...current.byContract]) expect(one.usedBudget).toBeNull();
});

test('every day agrees with the entries, whatever they reach over', async () => {
  const chance = new Chance(20261123);
  const task = await newTask(503, 60);
  let at = Date.parse('2026-03-20T05:00:00.000Z');
  const end = Date.parse('2026-04-05T05:00:00.000Z');
  const instant = (ms: number) => new Date(ms).toISOString();
  while (at < end) {
    const to = at + (1 + chance.below(14 * 60)) * 60_000 + chance.below(60_000);
    await worked(chance.of([jana, petr]), task, instant(at), instant(to), chance.of(['S-1', 'S-2', null]));
    at = to + chance.below(6 * 60) * 60_000;
  }
  for (let day = '2026-03-20'; day < '2026-04-04'; day = addDays(day, 1)) {
    const [from, to] = [instantOf(day, '00:00', zone), instantOf(addDays(day, 1), '00:00', zone)];
    const naive = (which: (entry: (typeof entriesOf)[number]) => boolean) =>
      entriesOf.filter(which).reduce((sum, entry) => sum + minutesWithin(entry, from, to), 0);
    const { current } = await statistics(instantOf(day, '12:00', zone), 'day');
    expect([day, current.workedMinutes]).toEqual([day, naive(() => true)]);
    for (const { solver, workedMinutes } of current.bySolver) {
      expect([day, solver.id, workedMinutes]).toEqual([day, solver.id, naive(({ userId }) => userId === solver.id)]);
    }
    const cost = (naive(() => true) * 10).toFixed(2);
    expect(current.usedBudget.amount).toBe(cost);
  }
});

import type { Message } from '@gos/domain';
import { taskSamples } from '@gos/domain/task/task.samples';
import { worklogSamples } from '@gos/domain/worklog/worklog.samples';
import { describe, expect, it } from '@jest/globals';
import { taskModel } from '../task/task';
import { fed, recorded } from '../testing/fed';
import { worklogModel } from '../worklog/worklog';
import { guardOfWork, workModel } from './work';

const created = (taskId: number, more: object = {}): Message => ({
  type: 'TaskCreated',
  data: { ...taskSamples.TaskCreated.data, taskId, predecessors: [], files: [], ...more },
});
const task = (id: number, event: Message) => recorded(`task-${id}`, event);
const work = (event: Message, actor = 2) => recorded('worklog-2', event, actor);
const { WorkStarted, WorkEnded, TimeAdded, TimeChanged, TimeRemoved, TimeRestored } = worklogSamples;
const { MonthClosed, MonthReopened } = worklogSamples;

const seen = { contractorId: 1, solverId: 2, acknowledged: [3], passive: [], projectId: 5 };
const begun = [task(12, created(12, seen))];
const worked = [...begun, work(WorkStarted), work(WorkEnded)];

describe('an entry', () => {
  it('is told from its first event to its last', async () => {
    expect((await fed(workModel, [...begun, work(WorkStarted)])).get('e41')).toMatchObject({
      taskId: 12,
      deleted: false,
      entry: { userId: 2, entryId: 41, projectId: 5, to: null, minutes: 0, cost: 0, added: false, revision: 1 },
    });
    const documents = await fed(workModel, [...worked, work(TimeAdded), work(TimeChanged), work(TimeRemoved)]);
    expect(documents.get('e41')).toMatchObject({
      entry: { minutes: 150, cost: 150 * 85_000, corrected: true, note: 'zapomenuté vypnutí', revision: 3 },
    });
    expect(documents.get('e42')).toMatchObject({
      deleted: true,
      entry: { minutes: 90, added: true, note: 'schůzka u zákazníka', revision: 2 },
    });
  });

  it('is seen by whoever sees its task, and by its worker', async () => {
    const entry = (await fed(workModel, worked)).get('e41')!;
    const seenTask = { parties: [1, 3], projectId: 5, deleted: false };
    expect(guardOfWork(entry, seenTask)).toEqual({ parties: [1, 3, 2], projectId: 5, ofAttendance: true });
    expect(guardOfWork(entry, { ...seenTask, deleted: true })).toMatchObject({ parties: [2], projectId: null });
    expect(guardOfWork(entry, undefined)).toMatchObject({ parties: [2], projectId: null });
  });

  it('is not written when others come to its task', async () => {
    const come = task(12, { type: 'ParticipantAdded', data: { userId: 9, kind: 'passive' } });
    expect(await fed(workModel, [...worked, come])).toEqual(await fed(workModel, worked));
  });
});

describe('the sums of a task', () => {
  const sums = async (...events: readonly Message[]) => {
    const documents = await fed(taskModel, [...begun, ...events.map((one) => work(one))]);
    const { spentMinutes, cost, usedBudgetCents, task: state } = documents.get('12')!;
    return { spentMinutes, cost, usedBudgetCents, revision: state.revision };
  };
  const rate = 85_000;

  it('follow the work on it, and its revision does not', async () => {
    expect(await sums(WorkStarted)).toMatchObject({ spentMinutes: 0, cost: 0, revision: 1 });
    expect(await sums(WorkStarted, WorkEnded)).toMatchObject({ spentMinutes: 165, cost: 165 * rate, revision: 1 });
    expect(await sums(WorkStarted, WorkEnded, TimeChanged)).toMatchObject({ spentMinutes: 150 });
    expect(await sums(TimeAdded)).toMatchObject({ spentMinutes: 90, usedBudgetCents: 127_500 });
    expect(await sums(TimeAdded, TimeRemoved)).toMatchObject({ spentMinutes: 0, cost: 0 });
    expect(await sums(TimeAdded, TimeRemoved, TimeRestored)).toMatchObject({ spentMinutes: 90, cost: 90 * rate });
  });

  it('of work that runs and is corrected count nothing before it ends', async () => {
    const earlier = {
      ...TimeChanged,
      data: { ...TimeChanged.data, to: null, was: { ...TimeChanged.data.was, to: null } },
    };
    expect(await sums(WorkStarted, earlier)).toMatchObject({ spentMinutes: 0, cost: 0 });
    const mended = { ...TimeChanged, data: { ...TimeChanged.data, was: { ...TimeChanged.data.was, to: null } } };
    expect(await sums(WorkStarted, mended)).toMatchObject({ spentMinutes: 150 });
  });

  it('are lowered by a cost reduction, never below nothing', async () => {
    const accepted = (amount: string) =>
      task(12, {
        type: 'TaskAccepted',
        data: { reservation: null, rating: null, comment: null, costReduction: { amount, currency: 'CZK' } },
      });
    const after = async (amount: string) =>
      (await fed(taskModel, [...begun, work(TimeAdded), accepted(amount)])).get('12')!.usedBudgetCents;
    expect(await after('275.00')).toBe(100_000);
    expect(await after('5000.00')).toBe(0);
  });
});

describe("a person's worklog", () => {
  const log = async (...events: readonly Message[]) =>
    (
      await fed(
        worklogModel,
        events.map((event) => work(event, 8)),
      )
    ).get('2');

  it('says what runs', async () => {
    const running = { entryId: 41, taskId: 12, from: WorkStarted.data.from };
    expect(await log(WorkStarted)).toMatchObject({ running });
    expect(await log(WorkStarted, WorkEnded)).toMatchObject({ running: null });
    expect(await log(WorkStarted, TimeAdded)).toMatchObject({ running });
    const earlier = {
      ...TimeChanged,
      data: { ...TimeChanged.data, to: null, was: { ...TimeChanged.data.was, to: null } },
    };
    expect(await log(WorkStarted, earlier)).toMatchObject({ running: { ...running, from: TimeChanged.data.from } });
  });

  it('keeps what a closed month is corrected by, until it is opened', async () => {
    const closed = await log(TimeAdded, WorkStarted, WorkEnded, MonthClosed, TimeChanged, TimeRemoved);
    expect(closed?.closed).toMatchObject([
      {
        month: '2026-11',
        closedBy: 8,
        adjustments: [
          { entryId: 41, was: 165, is: 150, by: 8 },
          { entryId: 42, was: 90, is: 0, by: 8 },
        ],
      },
    ]);
    expect(await log(MonthClosed, TimeAdded, MonthReopened)).toMatchObject({ closed: [] });
    const october = {
      ...MonthClosed,
      data: { month: '2026-10', start: '2026-09-30T22:00:00.000Z', end: '2026-10-31T23:00:00.000Z' },
    };
    expect((await log(october, TimeAdded))?.closed[0]?.adjustments).toEqual([]);
  });

  it('counts of an entry that reaches into a closed month its part in that month', async () => {
    const data = { ...TimeAdded.data, from: '2026-11-30T22:30:00.000Z', to: '2026-11-30T23:45:00.000Z' };
    expect((await log(MonthClosed, { ...TimeAdded, data }))?.closed[0]?.adjustments).toMatchObject([
      { was: 0, is: 30 },
    ]);
  });
});

import {
  addDays,
  instantOf,
  localDay,
  plainInitials,
  plansStream,
  startOfDay,
  type TaskCreatedData,
  taskStream,
  worklogStream,
} from '@gos/domain';
import { Chance } from '../../backend/src/testing/chance';
import { withPorts } from './ports';
import { seedPeople, Writer } from './seed';

export interface AttendanceWorld {
  readonly folder: string;
  readonly people: number;
  readonly entries: number;
  readonly plans: number;
}

/** The two open tasks of each person. */
export const tasksOf = (userId: number): readonly [number, number] => [userId * 2 - 1, userId * 2];

const zone = 'Europe/Prague';
const rate = { amount: '500.00', currency: 'CZK' };
const hourMs = 3_600_000;

/** Seeds people with two tasks each, and work of half of them: four entries a day up to yesterday, and a plan for each week. */
export function seedAttendance(size: {
  readonly folder: string;
  readonly people: number;
  readonly workers: number;
  readonly entries: number;
}): Promise<AttendanceWorld> {
  return withPorts(size.folder, async (ports) => {
    const chance = new Chance(20_261_123);
    const writer = new Writer(ports);
    const now = Date.now();
    const today = localDay(now, zone);
    const days = Math.ceil(size.entries / size.workers / 4);
    const begun = Date.parse(startOfDay(addDays(today, -days - 1), zone));
    await seedPeople(ports, writer, size.people, chance);
    for (let userId = 1; userId <= size.people; userId++) {
      for (const taskId of tasksOf(userId)) {
        const data: TaskCreatedData = {
          ...{ taskId, name: `Úkol ${taskId}`, description: '', tags: [], ...plainInitials },
          ...{
            deadline: null,
            shownDate: null,
            estimateMinutes: null,
            budget: null,
          },
          ...{ contractorId: userId, solverId: userId, projectId: null, boardId: null, parentId: null },
          ...{ predecessors: [], acknowledged: [], passive: [], files: [] },
        };
        await writer.happens(taskStream(taskId), { type: 'TaskCreated', data }, userId, begun);
      }
    }
    let entryId = 0;
    let planId = 0;
    for (let ahead = -days; ahead < 0; ahead++) {
      const day = addDays(today, ahead);
      const morning = Date.parse(instantOf(day, '08:00', zone));
      for (let userId = 1; userId <= size.workers; userId++) {
        for (let n = 0; n < 4 && entryId < size.entries; n++) {
          const from = morning + n * 2 * hourMs + chance.below(1_200_000);
          const to = from + hourMs + chance.below(2_000_000);
          const [taskId] = [chance.of(tasksOf(userId))];
          const span = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
          const data = { entryId: ++entryId, taskId, projectId: null, contractId: null, ...span, rate, note: null };
          await writer.happens(worklogStream(userId), { type: 'TimeAdded', data }, userId, to);
        }
        if (ahead % 7 !== 0) continue;
        const week = { date: addDays(day, 14), repeatUntil: addDays(day, 18), excludeWeekends: false, weekend: [] };
        const fields = { type: 'at_work', from: '08:00', to: '16:30', location: 'Brno', positionId: null };
        const data = { planId: ++planId, userId, ...week, ...fields, without: [], cutFrom: null };
        await writer.happens(plansStream(userId), { type: 'PlanAdded', data }, userId, morning);
      }
    }
    await writer.flush();
    await ports.claims.raise('task', size.people * 2);
    await ports.claims.raise('user', size.people);
    await ports.claims.raise('work-entry', entryId);
    await ports.claims.raise('plan', planId);
    return { folder: size.folder, people: size.people, entries: entryId, plans: planId };
  });
}

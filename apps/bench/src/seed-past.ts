import { boardStream, projectStream, rankBetween, taskStream } from '@gos/domain';
import { Chance, sentence } from '../../backend/src/testing/chance';
import { withPorts } from './ports';
import { seedPeople, Writer } from './seed';
import { lifeOf } from './task-lives';

export interface PastSize {
  readonly folder: string;
  readonly people: number;
  /** Tasks of the only board. */
  readonly tasks: number;
  /** Events of each task; the first one has many more. */
  readonly events: number;
  readonly eventsOfFirst: number;
  readonly managerId: number;
  readonly solverId: number;
}

export const pastYears = 5;
const yearMs = 365 * 24 * 60 * 60 * 1_000;

/** Fills an empty data folder with a board whose tasks were changed during five years. */
export function seedPast(size: PastSize): Promise<{ readonly events: number }> {
  return withPorts(size.folder, async (ports) => {
    const { managerId, solverId } = size;
    const chance = new Chance(73);
    const writer = new Writer(ports);
    await seedPeople(ports, writer, size.people, chance);
    const begin = Date.now() - pastYears * yearMs;
    const fields = { description: '', externalTicketSystemUrl: null, finishDate: null, active: true, contracts: [] };
    const project = projectStream(1);
    await writer.happens(
      project,
      { type: 'ProjectCreated', data: { projectId: 1, name: 'Most', ...fields } },
      managerId,
      begin,
    );
    for (const [userId, permission] of [
      [managerId, 'manage'],
      [solverId, 'edit'],
    ] as const) {
      const data = { projectId: 1, userId, permission, notification: 'all' };
      await writer.happens(project, { type: 'MemberAdded', data }, managerId, begin);
    }
    const about = { boardId: 1, projectId: 1, name: 'Pilíře', description: '', deadline: null, assignedUserId: null };
    const board = { ...about, section: 'todo', order: rankBetween(null, null, 1) };
    await writer.happens(boardStream(1), { type: 'BoardCreated', data: board }, managerId, begin);
    let order: string | null = null;
    for (let taskId = 1; taskId <= size.tasks; taskId++) {
      order = rankBetween(order, null, taskId);
      const [created] = lifeOf(taskId, chance, {
        people: size.people,
        at: begin,
        someTask: () => null,
        projectId: 1,
      }).steps;
      const own = { contractorId: managerId, solverId, boardId: 1, order, type: 'normal', acknowledged: [] };
      const task = { ...created!.event.data, ...own, shownDate: null };
      await writer.happens(taskStream(taskId), { type: 'TaskCreated', data: task }, managerId, begin);
    }
    const last = Math.max(size.events, size.eventsOfFirst);
    for (let round = 1; round < last; round++) {
      for (let taskId = 1; taskId <= size.tasks; taskId++) {
        const of = taskId === 1 ? size.eventsOfFirst : size.events;
        if (round >= of) continue;
        const at = begin + (round / of) * pastYears * yearMs;
        const changes = [{ field: 'name', from: 'x', to: sentence(chance, 2, 6) }];
        await writer.happens(taskStream(taskId), { type: 'TaskEdited', data: { changes } }, managerId, at);
      }
    }
    await writer.flush();
    await ports.claims.raise('user', size.people);
    for (const name of ['project', 'board']) await ports.claims.raise(name, 1);
    await ports.claims.raise('task', size.tasks);
    return { events: writer.count };
  });
}

import { boardStream, projectStream, rankBetween, taskStream } from '@gos/domain';
import { Chance } from '../../backend/src/testing/chance';
import { withPorts } from './ports';
import { seedPeople, Writer } from './seed';
import { lifeOf } from './task-lives';

export interface ProjectSize {
  /** The manager of the project and contractor of all its tasks. */
  readonly managerId: number;
  /** The solver of all its tasks; they have no other party. */
  readonly solverId: number;
  /** Members with the permission to edit. */
  readonly members: readonly number[];
  /** The number of tasks on each of its boards. */
  readonly boards: readonly number[];
}

/** Fills an empty data folder with people and with projects, numbered in this order, with untouched tasks on their boards. */
export function seedBoards(size: {
  folder: string;
  people: number;
  projects: readonly ProjectSize[];
}): Promise<{ readonly tasks: number }> {
  return withPorts(size.folder, async (ports) => {
    const chance = new Chance(11);
    const writer = new Writer(ports);
    await seedPeople(ports, writer, size.people, chance);
    const at = Date.now() - 24 * 60 * 60 * 1_000;
    let boards = 0;
    let tasks = 0;
    for (const [index, { managerId, solverId, members, boards: sizes }] of size.projects.entries()) {
      const projectId = index + 1;
      const fields = { description: '', externalTicketSystemUrl: null, finishDate: null, active: true, contracts: [] };
      const name = `Projekt ${projectId}`;
      const project = projectStream(projectId);
      await writer.happens(project, { type: 'ProjectCreated', data: { projectId, name, ...fields } }, managerId, at);
      for (const userId of new Set([managerId, ...members])) {
        const permission = userId === managerId ? 'manage' : 'edit';
        const data = { projectId, userId, permission, notification: 'all' };
        await writer.happens(project, { type: 'MemberAdded', data }, managerId, at);
      }
      let above: string | null = null;
      for (const count of sizes) {
        const boardId = ++boards;
        above = rankBetween(above, null, boardId);
        const about = { boardId, projectId, name: `Nástěnka ${boardId}`, description: '', deadline: null };
        const data = { ...about, assignedUserId: null, section: 'todo', order: above };
        await writer.happens(boardStream(boardId), { type: 'BoardCreated', data }, managerId, at);
        let order: string | null = null;
        for (let place = 0; place < count; place++) {
          const taskId = ++tasks;
          order = rankBetween(order, null, taskId);
          const people = { people: size.people, at, someTask: () => null, projectId };
          const [created] = lifeOf(taskId, chance, people).steps;
          const own = { contractorId: managerId, solverId, boardId, order, type: 'normal', acknowledged: [] };
          const task = { ...created!.event.data, ...own, shownDate: null };
          await writer.happens(taskStream(taskId), { type: 'TaskCreated', data: task }, managerId, at);
        }
      }
    }
    await writer.flush();
    await ports.claims.raise('user', size.people);
    await ports.claims.raise('project', size.projects.length);
    await ports.claims.raise('board', boards);
    await ports.claims.raise('task', tasks);
    return { tasks };
  });
}

import { type Message, projectStream, taskStream, userStream } from '@gos/domain';
import { Chance } from '../../backend/src/testing/chance';
import { withPorts } from './ports';
import { seedPeople, Writer } from './seed';
import { lifeOf } from './task-lives';

/** The people: one who causes the greatest load, their neighbours, and a collaborator with many tasks. */
export const neighbourhood = { people: 40, worstId: 2, collaboratorId: 3, neighbourId: 4 } as const;

export interface NeighbourSize {
  readonly folder: string;
  /** ordinary tasks of everybody */
  readonly tasks: number;
  /** tasks of one person, each with a description of so many characters */
  readonly long: { readonly tasks: number; readonly characters: number };
  /** comments of one task, of so many characters each */
  readonly said: { readonly comments: number; readonly characters: number };
  /** edits of the description of one task in the project, of so many characters each */
  readonly edits: { readonly count: number; readonly characters: number };
  /** tasks of the collaborator */
  readonly collaborators: number;
}

export interface Neighbourhood {
  /** the long tasks */
  readonly long: readonly number[];
  /** the task with many comments */
  readonly said: number;
  /** the task whose description was edited often, in this project of the same person */
  readonly edited: number;
  readonly projectId: number;
  /** tasks that the neighbour changes */
  readonly own: readonly number[];
}

const dayMs = 24 * 60 * 60 * 1_000;

/** A text of words that each appear in many tasks. */
function textOf(chance: Chance, characters: number): string {
  let text = '';
  while (text.length < characters) text += `slovo${chance.below(5_000)} `;
  return text.slice(0, characters).trim();
}

/** Fills an empty data folder with an installation in which one person has as much as the limits allow. */
export function seedNeighbours(size: NeighbourSize): Promise<Neighbourhood> {
  return withPorts(size.folder, async (ports) => {
    const { people, worstId, collaboratorId, neighbourId } = neighbourhood;
    const chance = new Chance(17);
    const writer = new Writer(ports, 50);
    await seedPeople(ports, writer, people, chance);
    const at = Date.now() - 30 * dayMs;
    const role: Message = { type: 'UserRoleChanged', data: { from: 'member', to: 'collaborator' } };
    await writer.happens(userStream(collaboratorId), role, 1, at);
    let tasks = 0;
    const create = async (own: object): Promise<number> => {
      const taskId = ++tasks;
      const [created] = lifeOf(taskId, chance, { people, at, someTask: () => null, projectId: null }).steps;
      const deadline = new Date(Date.now() + chance.below(28) * dayMs).toISOString();
      const data = { ...created!.event.data, deadline, parentId: null, predecessors: [], ...own };
      await writer.happens(taskStream(taskId), { type: 'TaskCreated', data }, worstId, at);
      return taskId;
    };
    for (let n = 0; n < size.tasks; n++) await create({});
    const own: number[] = [];
    for (let n = 0; n < 50; n++) own.push(await create({ contractorId: neighbourId, solverId: neighbourId }));
    const ofWorst = { contractorId: worstId, solverId: worstId, acknowledged: [], passive: [] };
    const long: number[] = [];
    for (let n = 0; n < size.long.tasks; n++) {
      const description = `<p>${textOf(chance, size.long.characters)}</p>`;
      const budget = { amount: `${1_000 + n}.00`, currency: 'CZK' };
      long.push(await create({ ...ofWorst, description, budget }));
    }
    for (let n = 0; n < size.collaborators; n++) await create({ ...ofWorst, solverId: collaboratorId });
    const said = await create(ofWorst);
    for (let n = 1; n <= size.said.comments; n++) {
      const data = { commentId: n, text: textOf(chance, size.said.characters), mentions: [] };
      await writer.happens(taskStream(said), { type: 'CommentAdded', data }, worstId, at);
    }
    const projectId = 1;
    const project = projectStream(projectId);
    const fields = { description: '', externalTicketSystemUrl: null, finishDate: null, active: true, contracts: [] };
    const member = { projectId, userId: worstId, permission: 'manage', notification: 'all' };
    const made = { projectId, name: 'Webhooky', ...fields };
    await writer.happens(project, { type: 'ProjectCreated', data: made }, worstId, at);
    await writer.happens(project, { type: 'MemberAdded', data: member }, worstId, at);
    const edited = await create({ ...ofWorst, projectId });
    for (let n = 0; n < size.edits.count; n++) {
      const to = `<p>${textOf(chance, size.edits.characters)}</p>`;
      const data = { changes: [{ field: 'description', to }] };
      await writer.happens(taskStream(edited), { type: 'TaskEdited', data }, worstId, at);
    }
    await writer.flush();
    await ports.claims.raise('user', people);
    await ports.claims.raise('task', tasks);
    await ports.claims.raise('project', projectId);
    return { long, said, edited, projectId, own };
  });
}

import { boardSections, boardStream, type Message, projectStream, rankBetween, taskStream } from '@gos/domain';
import { Chance, sentence } from '../../backend/src/testing/chance';
import { withPorts } from './ports';
import { seedPeople, Writer } from './seed';
import { lifeOf } from './task-lives';

export interface ReplaySize {
  readonly folder: string;
  readonly people: number;
  readonly boards: number;
  readonly tasks: number;
  /** Changes after the tasks were created, evenly within a year. */
  readonly changes: number;
  readonly managerId: number;
}

const yearMs = 365 * 24 * 60 * 60 * 1_000;

interface Card {
  boardId: number;
  order: string;
  name: string;
}

/** Fills an empty data folder with a project whose tasks and boards were moved and renamed for a year. */
export function seedReplay(size: ReplaySize): Promise<{ readonly events: number }> {
  return withPorts(size.folder, async (ports) => {
    const { managerId } = size;
    const chance = new Chance(31);
    const writer = new Writer(ports);
    await seedPeople(ports, writer, size.people, chance);
    const begin = Date.now() - yearMs;
    const happens = (stream: string, event: Message, at = begin) => writer.happens(stream, event, managerId, at);
    const fields = { description: '', externalTicketSystemUrl: null, finishDate: null, active: true, contracts: [] };
    const project = projectStream(1);
    await happens(project, { type: 'ProjectCreated', data: { projectId: 1, name: 'Most', ...fields } });
    const manager = { projectId: 1, userId: managerId, permission: 'manage', notification: 'all' } as const;
    await happens(project, { type: 'MemberAdded', data: manager });

    const places: { section: (typeof boardSections)[number]; order: string }[] = [];
    for (let boardId = 1; boardId <= size.boards; boardId++) {
      const place = { section: chance.of(boardSections), order: rankBetween(null, null, boardId) };
      places.push(place);
      const about = { boardId, projectId: 1, name: sentence(chance, 1, 2), description: '', deadline: null };
      await happens(boardStream(boardId), { type: 'BoardCreated', data: { ...about, assignedUserId: null, ...place } });
    }
    const cards: Card[] = [];
    for (let taskId = 1; taskId <= size.tasks; taskId++) {
      const people = { people: size.people, at: begin, someTask: () => null, projectId: 1 };
      const [created] = lifeOf(taskId, chance, people).steps;
      const name = sentence(chance, 2, 6);
      const card = { boardId: 1 + chance.below(size.boards), order: rankBetween(null, null, taskId), name };
      cards.push(card);
      const { boardId, order } = card;
      const own = {
        contractorId: managerId,
        boardId,
        order,
        type: 'normal',
        acknowledged: [],
        shownDate: null,
      } as const;
      await happens(taskStream(taskId), { type: 'TaskCreated', data: { ...created!.event.data, ...own } });
    }

    for (let change = 0; change < size.changes; change++) {
      const at = begin + ((change + 1) / (size.changes + 1)) * yearMs;
      const kind = chance.below(20);
      if (kind === 0) {
        const index = chance.below(size.boards);
        const from = places[index]!;
        const to = { section: chance.of(boardSections), order: from.order };
        if (to.section === from.section) continue;
        places[index] = to;
        await happens(boardStream(index + 1), { type: 'BoardMoved', data: { from, to } }, at);
        continue;
      }
      const index = chance.below(size.tasks);
      const card = cards[index]!;
      if (kind < 12) {
        const boardId = 1 + chance.below(size.boards);
        const [from, to] = [card.boardId, boardId].map((one) => ({ projectId: 1, boardId: one }));
        if (boardId === card.boardId) continue;
        card.boardId = boardId;
        await happens(
          taskStream(index + 1),
          { type: 'TaskMoved', data: { from: from!, to: to!, order: card.order } },
          at,
        );
        continue;
      }
      const name = sentence(chance, 2, 6);
      const changes = [{ field: 'name', from: card.name, to: name }] as const;
      card.name = name;
      await happens(taskStream(index + 1), { type: 'TaskEdited', data: { changes } }, at);
    }
    await writer.flush();
    await ports.claims.raise('user', size.people);
    await ports.claims.raise('project', 1);
    await ports.claims.raise('board', size.boards);
    await ports.claims.raise('task', size.tasks);
    return { events: writer.count };
  });
}

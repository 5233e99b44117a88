import type { BoardAnswer, TaskRowAnswer } from '@gos/contract';
import {
  type Actor,
  type BoardSection,
  boardSections,
  byRank,
  noBlockers,
  type Rank,
  type RefusalCode,
  rankBetween,
  type TaskState,
  taskRefusalOf,
  taskRolesOf,
  taskStates,
} from '@gos/domain';
import { tableOf } from '@gos/domain/kernel/tables';
import { type BoardPlaceId, noBoard } from '../../../entities/board/boards.api';
import { subjectOf } from '../../../entities/task/task-subject';

export type Container = BoardPlaceId | BoardSection;

/**
 * A place said by its neighbours, so that it stays the same place whatever others move meanwhile. Among tasks of no board there is
 * no order, and neighbours mean nothing.
 */
export interface Place {
  readonly container: Container;
  readonly beforeId: number | null;
  readonly afterId: number | null;
}

/** The dragged object: a task between boards, or a board between sections. */
export type Lifted =
  | { readonly kind: 'task'; readonly id: number; readonly name: string; readonly from: Place }
  | { readonly kind: 'board'; readonly id: number; readonly name: string; readonly from: Place };

/** A move that is shown already and not yet in what the server says. */
export interface PendingMove {
  readonly lifted: Lifted;
  readonly to: Place;
  readonly order: Rank | null;
}

export type Tasks = ReadonlyMap<BoardPlaceId, readonly TaskRowAnswer[]>;
export type Sections = Readonly<Record<BoardSection, readonly BoardAnswer[]>>;

/** The shown dashboard; a board without loaded tasks is missing in `tasks`. */
export interface Dashboard {
  readonly sections: Sections;
  readonly tasks: Tasks;
}

export const boardOf = ({ sections }: Dashboard, id: Container): BoardAnswer | undefined =>
  Object.values(sections)
    .flat()
    .find((board) => board.id === id);

export const taskOf = ({ tasks }: Dashboard, id: number): TaskRowAnswer | undefined =>
  [...tasks.values()].flat().find((row) => row.id === id);

export function isSection(container: Container): container is BoardSection {
  return boardSections.includes(container as BoardSection);
}

const byOrder = (a: TaskRowAnswer, b: TaskRowAnswer) =>
  byRank({ id: a.id, order: a.order ?? '' }, { id: b.id, order: b.order ?? '' });

/** Tasks of a board by their order; those of none as they came. */
function sortedTasks(board: BoardPlaceId, rows: readonly TaskRowAnswer[]): readonly TaskRowAnswer[] {
  return rows.toSorted(board === noBoard ? (a, b) => a.id - b.id : byOrder);
}

function sectionsOf(boards: readonly BoardAnswer[]): Sections {
  const of = (section: BoardSection) => boards.filter((board) => board.section === section).sort(byRank);
  return { backlog: of('backlog'), todo: of('todo'), done: of('done') };
}

const boardRef = (boards: readonly BoardAnswer[], place: BoardPlaceId) => {
  const board = boards.find(({ id }) => id === place);
  return board === undefined ? null : { id: board.id, name: board.name };
};

function withPendingTask(tasks: Tasks, boards: readonly BoardAnswer[], { lifted, to, order }: PendingMove): Tasks {
  const target = to.container as BoardPlaceId;
  const row = [...tasks.values()].flat().find(({ id }) => id === lifted.id);
  if (row === undefined) return tasks;
  return new Map(
    [...tasks].map(([place, rows]) => {
      const there = rows.some(({ id }) => id === row.id);
      if (place === target) {
        const others = rows.filter(({ id }) => id !== row.id);
        return [place, sortedTasks(place, [...others, { ...row, order, board: boardRef(boards, target) }])];
      }
      return [place, there ? rows.filter(({ id }) => id !== row.id) : rows];
    }),
  );
}

/** A board whose tasks are not shown counts those that are on their way to it. */
function withComing(board: BoardAnswer, tasks: Tasks, moves: readonly PendingMove[]): BoardAnswer {
  const ids = new Set(moves.filter(({ to }) => to.container === board.id).map(({ lifted }) => lifted.id));
  const coming = ids.size === 0 ? [] : [...tasks.values()].flat().filter(({ id }) => ids.has(id));
  if (coming.length === 0) return board;
  const taskCounts = { ...board.taskCounts };
  for (const { state } of coming) taskCounts[state]++;
  return { ...board, taskCounts };
}

/** Returns the server's dashboard with the moves in flight applied. */
export function dashboardOf(
  boards: readonly BoardAnswer[],
  tasks: Tasks,
  pending: readonly PendingMove[] = [],
): Dashboard {
  const moves = new Map(pending.filter(({ lifted }) => lifted.kind === 'board').map((move) => [move.lifted.id, move]));
  const ofTasks = pending.filter(({ lifted }) => lifted.kind === 'task');
  const placed = boards.map((board) => {
    const move = moves.get(board.id);
    const counted = tasks.has(board.id) ? board : withComing(board, tasks, ofTasks);
    return move === undefined
      ? counted
      : { ...counted, section: move.to.container as BoardSection, order: move.order ?? board.order };
  });
  return {
    sections: sectionsOf(placed),
    tasks: ofTasks.reduce((present, move) => withPendingTask(present, boards, move), tasks),
  };
}

/** The cards of a container in their order, without the one that is in the air; undefined where they are not known. */
export function cardsIn(
  { sections, tasks }: Dashboard,
  container: Container,
  without: number,
): readonly { readonly id: number; readonly order: Rank | null }[] | undefined {
  const cards = isSection(container) ? sections[container] : tasks.get(container);
  return cards?.filter(({ id }) => id !== without);
}

/** Where among the cards a place is now: its neighbours lead, the end where both are gone. */
export function indexOfPlace(cards: readonly { readonly id: number }[], place: Place, id: number): number {
  if (place.container === noBoard) {
    const later = cards.findIndex((card) => card.id > id);
    return later < 0 ? cards.length : later;
  }
  const before = cards.findIndex((card) => card.id === place.beforeId);
  if (before >= 0) return before;
  const after = cards.findIndex((card) => card.id === place.afterId);
  return after >= 0 ? after + 1 : cards.length;
}

export function placeAt(container: Container, cards: readonly { readonly id: number }[], index: number): Place {
  if (container === noBoard) return { container, beforeId: null, afterId: null };
  return { container, beforeId: cards[index]?.id ?? null, afterId: cards[index - 1]?.id ?? null };
}

/** The same place said by the neighbours that it has now. */
export function placeNow(dashboard: Dashboard, place: Place, id: number): Place {
  const cards = cardsIn(dashboard, place.container, id);
  return cards === undefined
    ? { ...place, beforeId: null, afterId: null }
    : placeAt(place.container, cards, indexOfPlace(cards, place, id));
}

/** Where a card is. */
export function placeOfCard(dashboard: Dashboard, container: Container, id: number): Place {
  const all = (isSection(container) ? dashboard.sections[container] : dashboard.tasks.get(container)) ?? [];
  const index = all.findIndex((card) => card.id === id);
  const cards = all.filter((card) => card.id !== id);
  return placeAt(container, cards, index < 0 ? cards.length : index);
}

export function samePlace(a: Place, b: Place): boolean {
  return a.container === b.container && a.beforeId === b.beforeId && a.afterId === b.afterId;
}

/** Returns the rank that the server will most likely assign. */
export function orderAt(dashboard: Dashboard, place: Place, id: number): Rank | null {
  if (place.container === noBoard) return null;
  const cards = cardsIn(dashboard, place.container, id) ?? [];
  const index = indexOfPlace(cards, place, id);
  return rankBetween(cards[index - 1]?.order ?? null, cards[index]?.order ?? null, id);
}

export type MoveKey = 'up' | 'down' | 'left' | 'right' | 'first' | 'last';

/** Returns the places of tasks in a section from the top down; tasks without a board are last in the backlog. */
function taskPlacesIn(dashboard: Dashboard, section: BoardSection): readonly BoardPlaceId[] {
  const boards = dashboard.sections[section].map(({ id }) => id);
  return section === 'backlog' ? [...boards, noBoard] : boards;
}

const sectionOf = (dashboard: Dashboard, board: BoardPlaceId): BoardSection =>
  boardSections.find((section) => taskPlacesIn(dashboard, section).includes(board)) ?? 'backlog';

const clamp = (index: number, length: number) => Math.max(0, Math.min(index, length));

/** How many cards one can be put among there; a collapsed board takes what is put into it at its end. */
function depthOf(dashboard: Dashboard, container: Container, id: number, collapsed: ReadonlySet<number>) {
  const closed = container === noBoard || (typeof container === 'number' && collapsed.has(container));
  const cards = closed ? undefined : cardsIn(dashboard, container, id);
  return { cards: cards ?? [], only: cards === undefined };
}

function steppedTask(
  dashboard: Dashboard,
  id: number,
  place: Place,
  key: MoveKey,
  collapsed: ReadonlySet<number>,
): Place | null {
  const board = place.container as BoardPlaceId;
  const { cards } = depthOf(dashboard, board, id, collapsed);
  const index = indexOfPlace(cards, place, id);
  const section = sectionOf(dashboard, board);
  const boards = taskPlacesIn(dashboard, section);
  const put = (into: BoardPlaceId, at: 'top' | 'bottom' | number): Place => {
    const there = depthOf(dashboard, into, id, collapsed);
    if (there.only) return { container: into, beforeId: null, afterId: null };
    const wanted = at === 'top' ? 0 : at === 'bottom' ? there.cards.length : at;
    return placeAt(into, there.cards, clamp(wanted, there.cards.length));
  };
  const neighbour = (by: 1 | -1) => boards[boards.indexOf(board) + by];
  switch (key) {
    case 'up': {
      if (index > 0) return put(board, index - 1);
      const above = neighbour(-1);
      return above === undefined ? null : put(above, 'bottom');
    }
    case 'down': {
      if (index < cards.length) return put(board, index + 1);
      const below = neighbour(1);
      return below === undefined ? null : put(below, 'top');
    }
    case 'first':
      return index === 0 ? null : put(board, 'top');
    case 'last':
      return index === cards.length ? null : put(board, 'bottom');
    default: {
      const by = key === 'right' ? 1 : -1;
      for (let at = boardSections.indexOf(section) + by; at >= 0 && at < boardSections.length; at += by) {
        const others = taskPlacesIn(dashboard, boardSections[at]!);
        if (others.length > 0) return put(others[clamp(boards.indexOf(board), others.length - 1)]!, index);
      }
      return null;
    }
  }
}

function steppedBoard(dashboard: Dashboard, id: number, place: Place, key: MoveKey): Place | null {
  const section = place.container as BoardSection;
  const cards = cardsIn(dashboard, section, id) ?? [];
  const index = indexOfPlace(cards, place, id);
  const to = { up: index - 1, down: index + 1, first: 0, last: cards.length, left: index, right: index }[key];
  if (key !== 'left' && key !== 'right') {
    return to < 0 || to > cards.length || to === index ? null : placeAt(section, cards, to);
  }
  const next = boardSections[boardSections.indexOf(section) + (key === 'right' ? 1 : -1)];
  if (next === undefined) return null;
  const others = cardsIn(dashboard, next, id) ?? [];
  return placeAt(next, others, clamp(index, others.length));
}

/** Where a key takes what is in the air; null where there is no further place that way. */
export function stepped(
  dashboard: Dashboard,
  { kind, id }: Lifted,
  place: Place,
  key: MoveKey,
  collapsed: ReadonlySet<number> = new Set(),
): Place | null {
  return kind === 'task' ? steppedTask(dashboard, id, place, key, collapsed) : steppedBoard(dashboard, id, place, key);
}

export type StateCounts = Readonly<Record<TaskState, number>>;

export function countStates(rows: readonly Pick<TaskRowAnswer, 'state'>[]): StateCounts {
  const counts = tableOf(taskStates, () => 0);
  for (const { state } of rows) counts[state]++;
  return counts;
}

export const totalOf = (counts: StateCounts): number => taskStates.reduce((sum, state) => sum + counts[state], 0);

/** Why the reader may not move a task of this project within it, or null; the board at the other end takes it by the same right. */
export function moveRefusalOf(row: TaskRowAnswer, actor: Actor): RefusalCode | null {
  const subject = subjectOf(row);
  return taskRefusalOf('move', subject, taskRolesOf(subject, actor), noBlockers);
}

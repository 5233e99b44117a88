import type { BoardAnswer, TaskRowAnswer } from '@gos/contract';
import type { BoardSection } from '@gos/domain';
import { type BoardPlaceId, noBoard } from '../../../entities/board/boards.api';
import { aBoard, aRow, karla, me } from '../../../testing/task-fixtures';
import {
  countStates,
  dashboardOf,
  indexOfPlace,
  type Lifted,
  type MoveKey,
  moveRefusalOf,
  orderAt,
  type PendingMove,
  type Place,
  placeAt,
  placeNow,
  placeOfCard,
  stepped,
  type Tasks,
} from './board-model';

const board = (id: number, section: BoardSection, order: string): BoardAnswer =>
  aBoard({ id, name: `Board ${id}`, section, order });
const task = (id: number, order: string | null): TaskRowAnswer =>
  aRow({ id, name: `Task ${id}`, order, project: { id: 5, name: 'Orlice' } });

/** Boards 1 and 2 in the backlog, 3 in progress, none done. */
const boards = [board(1, 'backlog', 'a'), board(2, 'backlog', 'b'), board(3, 'todo', 'a')];
const tasks: Tasks = new Map<BoardPlaceId, readonly TaskRowAnswer[]>([
  [1, [task(11, 'a'), task(12, 'b'), task(13, 'c')]],
  [2, [task(21, 'a')]],
  [3, [task(31, 'a'), task(32, 'b')]],
  [noBoard, [task(91, null), task(95, null)]],
]);
const dashboard = dashboardOf(boards, tasks);

const lifted = (kind: Lifted['kind'], id: number, from: Place): Lifted => ({ kind, id, name: `${kind} ${id}`, from });
const liftedTask = (id: number, container: BoardPlaceId) => lifted('task', id, placeOfCard(dashboard, container, id));
const moveOf = (card: Lifted, to: Place): PendingMove => ({ lifted: card, to, order: orderAt(dashboard, to, card.id) });
const ids = (rows: readonly { readonly id: number }[] | undefined) => rows?.map(({ id }) => id);

describe('places', () => {
  const cards = [{ id: 11 }, { id: 12 }, { id: 13 }];

  it('are said by neighbours', () => {
    expect(placeAt(1, cards, 1)).toEqual({ container: 1, beforeId: 12, afterId: 11 });
    expect(placeAt(1, cards, 3)).toEqual({ container: 1, beforeId: null, afterId: 13 });
    expect(placeAt(1, [], 0)).toEqual({ container: 1, beforeId: null, afterId: null });
  });

  it('stay with the neighbour that is left when the other was moved away', () => {
    const place = { container: 1, beforeId: 12, afterId: 11 };
    expect(indexOfPlace([{ id: 11 }, { id: 13 }], place, 99)).toBe(1);
    expect(indexOfPlace([{ id: 12 }, { id: 13 }], place, 99)).toBe(0);
    expect(indexOfPlace([{ id: 13 }], place, 99)).toBe(1);
  });

  it('stay before the neighbour when others come between', () => {
    const place = { container: 1, beforeId: 12, afterId: 11 };
    expect(indexOfPlace([{ id: 11 }, { id: 77 }, { id: 12 }], place, 99)).toBe(2);
  });

  it('follow from the number where there is no order', () => {
    const place: Place = { container: noBoard, beforeId: null, afterId: null };
    expect(indexOfPlace([{ id: 91 }, { id: 95 }], place, 93)).toBe(1);
    expect(placeNow(dashboard, { container: noBoard, beforeId: 91, afterId: 3 }, 12)).toEqual(place);
  });

  it('of a card leave the card itself out', () => {
    expect(placeOfCard(dashboard, 1, 12)).toEqual({ container: 1, beforeId: 13, afterId: 11 });
    expect(placeOfCard(dashboard, 'backlog', 2)).toEqual({ container: 'backlog', beforeId: null, afterId: 1 });
  });

  it('give the rank between the two neighbours', () => {
    const order = orderAt(dashboard, { container: 3, beforeId: 32, afterId: 31 }, 12);
    expect(order !== null && order > 'a' && order < 'b').toBe(true);
    expect(orderAt(dashboard, { container: noBoard, beforeId: null, afterId: null }, 12)).toBeNull();
  });
});

describe('moves under way', () => {
  it('show a task in its new board and nowhere else, and leave other boards as they are', () => {
    const shown = dashboardOf(boards, tasks, [moveOf(liftedTask(12, 1), { container: 3, beforeId: 32, afterId: 31 })]);
    expect(ids(shown.tasks.get(1))).toEqual([11, 13]);
    expect(ids(shown.tasks.get(3))).toEqual([31, 12, 32]);
    expect(shown.tasks.get(3)?.[1]?.board).toEqual({ id: 3, name: 'Board 3' });
    expect(shown.tasks.get(2)).toBe(tasks.get(2));
  });

  it('are shown over what others moved meanwhile', () => {
    const move = moveOf(liftedTask(12, 1), { container: 3, beforeId: 32, afterId: 31 });
    const meanwhile = new Map(tasks).set(3, [task(31, 'a'), task(33, 'aV'), task(32, 'b')]).set(1, [task(12, 'b')]);
    const shown = dashboardOf(boards, meanwhile, [move]);
    expect(ids(shown.tasks.get(3))).toContain(33);
    expect(ids(shown.tasks.get(3))?.at(-1)).toBe(32);
    expect(ids(shown.tasks.get(1))).toEqual([]);
  });

  it('bring the task back to where the server says when they are gone', () => {
    expect(dashboardOf(boards, tasks, []).tasks.get(1)).toBe(tasks.get(1));
  });

  it('are counted by a board whose tasks are not shown', () => {
    const without = new Map(tasks);
    without.delete(3);
    const move: PendingMove = {
      lifted: liftedTask(12, 1),
      to: { container: 3, beforeId: null, afterId: null },
      order: 'z',
    };
    const shown = dashboardOf(boards, without, [move]);
    expect(shown.sections.todo[0]?.taskCounts.assigned).toBe(1);
    expect(ids(shown.tasks.get(1))).toEqual([11, 13]);
  });

  it('take a board to its section and place', () => {
    const card = lifted('board', 1, placeOfCard(dashboard, 'backlog', 1));
    const shown = dashboardOf(boards, tasks, [moveOf(card, { container: 'todo', beforeId: 3, afterId: null })]);
    expect(ids(shown.sections.backlog)).toEqual([2]);
    expect(ids(shown.sections.todo)).toEqual([1, 3]);
  });
});

describe('keys', () => {
  /** Where each key takes the card, one after the other: board and index, `-` where it does not go. */
  function walk(card: Lifted, keys: readonly MoveKey[], collapsed: ReadonlySet<number> = new Set()): string[] {
    let place = card.from;
    return keys.map((key) => {
      const next = stepped(dashboard, card, place, key, collapsed);
      if (next === null) return '-';
      place = next;
      const cards = (
        card.kind === 'task'
          ? dashboard.tasks.get(place.container as BoardPlaceId)
          : dashboard.sections[place.container as BoardSection]
      )?.filter(({ id }) => id !== card.id);
      return `${place.container}:${indexOfPlace(cards ?? [], place, card.id)}`;
    });
  }

  it('take a task through the places of its board and on into the next', () => {
    expect(walk(liftedTask(12, 1), ['up', 'up', 'down', 'down', 'down', 'down', 'down'])).toEqual([
      '1:0',
      '-',
      '1:1',
      '1:2',
      '2:0',
      '2:1',
      'none:0',
    ]);
  });

  it('take a task to the columns beside and not past the last', () => {
    expect(walk(liftedTask(13, 1), ['right', 'right', 'left', 'left'])).toEqual(['3:2', '-', '1:2', '-']);
  });

  it('put a task at the end of a collapsed board, as one place', () => {
    expect(walk(liftedTask(13, 1), ['down', 'down'], new Set([2]))).toEqual(['2:1', 'none:0']);
  });

  it('take a task out of its board and back', () => {
    expect(walk(liftedTask(21, 2), ['down', 'down', 'down', 'up'])).toEqual(['none:0', '-', '-', '2:0']);
  });

  it('jump to the first and the last place', () => {
    expect(walk(liftedTask(12, 1), ['last', 'last', 'first'])).toEqual(['1:2', '-', '1:0']);
  });

  it('take a board through its section and to those beside, empty ones too', () => {
    const card = lifted('board', 1, placeOfCard(dashboard, 'backlog', 1));
    expect(walk(card, ['down', 'down', 'right', 'up', 'right', 'right', 'left'])).toEqual([
      'backlog:1',
      '-',
      'todo:1',
      'todo:0',
      'done:0',
      '-',
      'todo:0',
    ]);
  });
});

it('counts states', () => {
  expect(countStates([{ state: 'solved' }, { state: 'solved' }, { state: 'created' }])).toEqual({
    created: 1,
    assigned: 0,
    fulfilled: 0,
    returned: 0,
    solved: 2,
  });
});

it('lets those move who may, and only what is not solved', () => {
  const row = aRow({ contractor: karla, solver: me, project: { id: 5, name: 'Orlice' } });
  const as = (permission: 'view' | 'edit') => ({ id: me.id, role: 'member' as const, projects: { 5: permission } });
  expect(moveRefusalOf(row, as('edit'))).toBeNull();
  expect(moveRefusalOf(row, as('view'))).toBe('task.forbidden');
  expect(moveRefusalOf({ ...row, state: 'solved' }, as('edit'))).toBe('task.already-solved');
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { limits } from '../kernel/limits';
import { byRank } from '../kernel/rank';
import { isRefusal } from '../kernel/refusal';
import { boardDecider } from '../testing/flat-commands';
import { given } from '../testing/given-when-then';
import { colleague, inactive, people, project as projectId } from '../testing/task-scene';
import { type Board, type BoardEvent, type BoardSection, boardSections, deadlineOfBoard } from './board';
import { type BoardFacts } from './board.facts';
import { canOfBoard } from './board.rights';
import { boardSamples } from './board.samples';

const { editor, viewer, admin, auditor, stranger, manager } = people;

type Neighbour = BoardFacts['neighbours'][number];
const facts = (actor: BoardFacts['actor'], neighbours: readonly Neighbour[] = []): BoardFacts => ({
  actor,
  nameable: [colleague],
  neighbours,
});
const card = (id: number, order: string, section: BoardSection = 'backlog'): Neighbour => ({ id, section, order });

const created = (more: object = {}): BoardEvent => ({
  type: 'BoardCreated',
  data: { ...boardSamples.BoardCreated.data, ...more } as (typeof boardSamples)['BoardCreated']['data'],
});
const own = card(8, boardSamples.BoardCreated.data.order);
const { BoardDeleted: deleted, BoardUndeleted: undeleted } = boardSamples;

describe('creating a board', () => {
  const create = {
    type: 'create',
    boardId: 8,
    projectId,
    board: { name: ' Platby ', section: 'todo', deadline: '2026-12-18T17:00:00+01:00', assignedUserId: colleague },
  } as const;

  test('puts it at the end of its section', () => {
    const beside = [card(1, 'V000011V', 'todo'), card(2, 'V000022V', 'todo'), card(3, 'V000093V', 'done')];
    given(boardDecider, [])
      .when(create, facts(editor, beside))
      .thenEvents({
        type: 'BoardCreated',
        data: {
          boardId: 8,
          projectId,
          name: 'Platby',
          description: '',
          deadline: '2026-12-18T16:00:00.000Z',
          assignedUserId: colleague,
          section: 'todo',
          order: 'V000038V',
        },
      });
  });

  test('is for those who edit the project', () => {
    given(boardDecider, []).when(create, facts(viewer)).thenRefused('project.forbidden');
    given(boardDecider, []).when(create, facts(stranger)).thenRefused('project.forbidden');
    given(boardDecider, []).when(create, facts(auditor)).thenRefused('task.auditor');
  });

  test.each([
    [{ name: '  ' }, 'validation.required'],
    [{ name: 'x'.repeat(101) }, 'board.name.too-long'],
    [{ description: 'x'.repeat(limits.text.max + 1) }, 'validation.too-long'],
    [{ deadline: '2026-12-18' }, 'validation.instant'],
    [{ assignedUserId: inactive }, 'board.assigned.unknown'],
    [{ name: '', assignedUserId: inactive }, 'validation.required'],
  ] as const)('refuses %j', (more, code) => {
    given(boardDecider, [])
      .when({ ...create, board: { ...create.board, ...more } }, facts(editor))
      .thenRefused(code);
  });

  test('happens once', () => {
    given(boardDecider, [created()]).when(create, facts(editor)).thenNothing();
  });
});

describe('editing a board', () => {
  test('says what changed from what; long text only what it is now', () => {
    given(boardDecider, [created()])
      .when(
        { type: 'edit', fields: { name: 'Platby', description: 'Jen platby.', assignedUserId: colleague } },
        facts(editor),
      )
      .thenEvents({
        type: 'BoardEdited',
        data: {
          changes: [
            { field: 'name', from: 'Košík a platby', to: 'Platby' },
            { field: 'description', to: 'Jen platby.' },
            { field: 'assignedUserId', from: 2, to: colleague },
          ],
        },
      });
  });

  test('is refused to who may not, and of what is not there', () => {
    const command = { type: 'edit', fields: { name: 'Platby' } } as const;
    given(boardDecider, [created()]).when(command, facts(viewer)).thenRefused('project.forbidden');
    given(boardDecider, [created(), deleted]).when(command, facts(editor)).thenRefused('board.not-found');
    given(boardDecider, []).when(command, facts(editor)).thenRefused('board.not-found');
    given(boardDecider, [created()])
      .when({ type: 'edit', fields: { assignedUserId: inactive } }, facts(editor))
      .thenRefused('board.assigned.unknown');
  });

  test('to what it is changes nothing, whoever the assigned person has become', () => {
    const fields = { name: ' Košík a platby', deadline: '2026-12-18T17:00:00+01:00', assignedUserId: 2 };
    given(boardDecider, [created()]).when({ type: 'edit', fields }, facts(editor)).thenNothing();
  });
});

describe('moving a board', () => {
  const history = [created()];
  const from = { section: 'backlog', order: own.order } as const;
  const moved = (section: BoardSection, order: string): BoardEvent => ({
    type: 'BoardMoved',
    data: { from, to: { section, order } },
  });

  test('puts it at the end of a section, or ahead of one of its boards', () => {
    const others = [own, card(1, 'V000011V', 'todo'), card(2, 'V000052V', 'todo')];
    given(boardDecider, history)
      .when({ type: 'move', section: 'todo' }, facts(editor, others))
      .thenEvents(moved('todo', 'V000068V'));
    given(boardDecider, history)
      .when({ type: 'move', section: 'todo', beforeId: 2 }, facts(editor, others))
      .thenEvents(moved('todo', 'V000028V'));
    given(boardDecider, history)
      .when({ type: 'move', section: 'done', beforeId: null }, facts(editor, others))
      .thenEvents(moved('done', 'V000008V'));
  });

  test('is refused where the neighbour is not in that section any more', () => {
    const others = [own, card(1, 'V000011V', 'todo')];
    for (const command of [
      { type: 'move', section: 'done', beforeId: 1 },
      { type: 'move', section: 'todo', beforeId: 99 },
      { type: 'move', section: 'todo', beforeId: 8 },
    ] as const) {
      given(boardDecider, history).when(command, facts(editor, others)).thenRefused('board.neighbour-moved');
    }
  });

  test('is refused to who may not, and of what is not there', () => {
    const command = { type: 'move', section: 'done' } as const;
    given(boardDecider, history).when(command, facts(viewer)).thenRefused('project.forbidden');
    given(boardDecider, [...history, deleted])
      .when(command, facts(editor))
      .thenRefused('board.not-found');
    given(boardDecider, history)
      .when({ type: 'move', section: 'doing' as BoardSection }, facts(editor))
      .thenRefused('validation.choice');
  });

  test('to where it is changes nothing', () => {
    const others = [card(1, 'V000001V'), own, card(2, 'V000092V')];
    for (const beforeId of [2, 8]) {
      given(boardDecider, history)
        .when({ type: 'move', section: 'backlog', beforeId }, facts(editor, others))
        .thenNothing();
    }
    given(boardDecider, history)
      .when({ type: 'move', section: 'backlog' }, facts(editor, [own, card(1, 'V000001V')]))
      .thenNothing();
  });

  test('goes by where the board is, not by what was read of it before', () => {
    const stale = [card(1, 'V000021V'), card(8, 'V000031V'), card(2, 'V000052V')];
    given(boardDecider, history)
      .when({ type: 'move', section: 'backlog', beforeId: 2 }, facts(editor, stale))
      .thenEvents(moved('backlog', 'V000038V'));
  });

  test('puts it ahead of equal neighbours, whichever of them is meant', () => {
    const equals = [card(1, 'V000011V'), card(2, 'V000022V'), card(3, 'V000022V'), card(4, 'V000034V')];
    for (const beforeId of [2, 3]) {
      const board = [created({ section: 'todo' })].reduce<Board | null>(boardDecider.evolve, null);
      const decided = boardDecider.decide(board, { type: 'move', section: 'backlog', beforeId }, facts(editor, equals));
      if (isRefusal(decided)) throw new Error(decided.refused);
      const { order } = (decided[0]! as Extract<BoardEvent, { type: 'BoardMoved' }>).data.to;
      expect('V000011V' < order && order < 'V000022V').toBe(true);
    }
  });

  test('gives any moves, one after the other, the order that was asked for', () => {
    const moves = fc.array(fc.record({ id: fc.nat(6), before: fc.nat(7) }), { maxLength: 60 });
    fc.assert(
      fc.property(moves, (asked) => {
        const boards = new Map<number, Board>();
        const neighbours = () => [...boards.values()];
        const inOrder = () =>
          neighbours()
            .sort(byRank)
            .map(({ id }) => id);
        const run = (id: number, command: Parameters<typeof boardDecider.decide>[1]) => {
          const decided = boardDecider.decide(boards.get(id) ?? null, command, facts(editor, neighbours()));
          if (isRefusal(decided)) throw new Error(decided.refused);
          boards.set(id, decided.reduce(boardDecider.evolve, boards.get(id) ?? null)!);
        };
        for (let id = 1; id <= 7; id++) {
          run(id, { type: 'create', boardId: id, projectId, board: { name: 'B', section: 'todo' } });
        }
        for (const { id: place, before } of asked) {
          const id = place + 1;
          const beforeId = before === 7 ? null : before + 1;
          if (beforeId === id) continue;
          const expected = inOrder().filter((one) => one !== id);
          expected.splice(beforeId === null ? expected.length : expected.indexOf(beforeId), 0, id);
          run(id, { type: 'move', section: 'todo', beforeId });
          expect(inOrder()).toEqual(expected);
        }
      }),
    );
  });
});

describe('deleting a board', () => {
  test('is an event, and so is bringing it back', () => {
    given(boardDecider, [created()]).when({ type: 'delete' }, facts(editor)).thenEvents(deleted);
    given(boardDecider, [created(), deleted]).when({ type: 'undelete' }, facts(editor)).thenEvents(undeleted);
  });

  test('is for those who edit the project', () => {
    for (const [history, type] of [
      [[created()], 'delete'],
      [[created(), deleted], 'undelete'],
    ] as const) {
      given(boardDecider, history).when({ type }, facts(viewer)).thenRefused('project.forbidden');
      given(boardDecider, history).when({ type }, facts(auditor)).thenRefused('task.auditor');
      given(boardDecider, history)
        .when({ type }, facts(admin))
        .thenEvents(type === 'delete' ? deleted : undeleted);
    }
  });

  test('happens to what is there, bringing back to what is not', () => {
    given(boardDecider, [created(), deleted]).when({ type: 'delete' }, facts(editor)).thenRefused('board.not-found');
    given(boardDecider, [created()]).when({ type: 'undelete' }, facts(editor)).thenRefused('board.not-deleted');
    given(boardDecider, []).when({ type: 'undelete' }, facts(editor)).thenRefused('board.not-found');
  });
});

test('says who may do what, by the code of the refusal', () => {
  const can = (actor: BoardFacts['actor'], { active = true, deleted = false } = {}) =>
    canOfBoard({ projectId, deleted }, actor, active);
  const no = 'project.forbidden';
  const there = { edit: true, move: true, accept: true, delete: true, undelete: 'board.not-deleted', tasks: true };
  for (const actor of [editor, manager, admin]) expect(can(actor)).toEqual(there);
  expect(can(viewer)).toEqual({ edit: no, move: no, accept: true, delete: no, undelete: no, tasks: no });
  expect(can(editor, { active: false })).toEqual({ ...there, tasks: 'project.inactive' });
  const gone = 'board.not-found';
  expect(can(editor, { deleted: true })).toEqual({
    edit: gone,
    move: gone,
    accept: gone,
    delete: gone,
    undelete: true,
    tasks: gone,
  });
  expect(new Set(Object.values(can(auditor)))).toEqual(new Set(['task.auditor']));
  expect(boardSections).toEqual(['backlog', 'todo', 'done']);
});

test('gives its deadline to its tasks, or says that it has none', () => {
  expect(deadlineOfBoard({ deadline: '2026-12-18T16:00:00.000Z' })).toBe('2026-12-18T16:00:00.000Z');
  expect(deadlineOfBoard({ deadline: null })).toMatchObject({ refused: 'board.no-date' });
});

test('folds every event, and counts it', () => {
  const all = Object.values(boardSamples) as BoardEvent[];
  expect(all.reduce<Board | null>(boardDecider.evolve, null)).toEqual({
    id: 8,
    projectId: 5,
    revision: all.length,
    deleted: false,
    name: 'Platby',
    description: 'Jen platby.',
    deadline: null,
    assignedUserId: 3,
    section: 'todo',
    order: 'V000018V',
  });
  expect(all.slice(0, -2).reduce<Board | null>(boardDecider.evolve, null)!.deleted).toBe(true);
  for (const event of all) expect(boardDecider.evolve(null, event) === null).toBe(event.type !== 'BoardCreated');
});

import { describe, expect, test } from '@jest/globals';
import { rankBetween } from '../kernel/rank';
import { type TaskCommand, taskDecider } from '../testing/flat-commands';
import { given } from '../testing/given-when-then';
import { factsOf, historyTo, people, project, taskIn } from '../testing/task-scene';

import type { TaskFacts } from './task.rules';

const there = { id: project, active: true };
const elsewhere = { id: 6, active: true };
const board = { id: 8, projectId: project, solverId: 2 };
const [low, high] = [rankBetween(null, null, 1), rankBetween(rankBetween(null, null, 1), null, 2)];
const onBoard = { boardId: 8, order: low };

const move = (body: Omit<Extract<TaskCommand, { type: 'move' }>, 'type'>): TaskCommand => ({ type: 'move', ...body });
const facts = (who: keyof typeof people, more: Partial<TaskFacts> = {}) =>
  factsOf(people[who], { project: there, board, gap: { before: null, after: null }, ...more });

describe('moving a task', () => {
  const loose = given(taskDecider, historyTo('assigned'));
  const held = given(taskDecider, historyTo('assigned', onBoard));

  test('to a board of its project, at the end', () => {
    loose.when(move({ boardId: 8 }), facts('editor', { gap: { before: low, after: null } })).thenEvents({
      type: 'TaskMoved',
      data: {
        from: { projectId: project, boardId: null },
        to: { projectId: project, boardId: 8 },
        order: rankBetween(low, null, 12),
      },
    });
  });

  test('ahead of another one of its board is no movement between boards', () => {
    held
      .when(
        move({ projectId: project, boardId: 8, beforeId: 3 }),
        facts('editor', { gap: { before: low, after: high } }),
      )
      .thenEvents({ type: 'TaskReordered', data: { from: low, to: rankBetween(low, high, 12) } });
    held
      .when(move({ boardId: 8, beforeId: null }), facts('editor', { gap: { before: high, after: null } }))
      .thenEvents({ type: 'TaskReordered', data: { from: low, to: rankBetween(high, null, 12) } });
  });

  test('to where it is changes nothing', () => {
    held.when(move({ projectId: project, boardId: 8 }), facts('editor')).thenNothing();
    held.when(move({ boardId: 8, beforeId: 12 }), facts('editor')).thenNothing();
    held.when(move({ boardId: 8, beforeId: 3 }), facts('editor', { gap: { before: null, after: high } })).thenNothing();
    loose.when(move({ projectId: project, boardId: null }), facts('editor', { board: undefined })).thenNothing();
  });

  test('out of its project needs the right only where it leaves', () => {
    const nowhere = move({ projectId: null, boardId: null });
    held.when(nowhere, facts('contractor', { project: undefined, board: undefined })).thenEvents({
      type: 'TaskMoved',
      data: { from: { projectId: project, boardId: 8 }, to: { projectId: null, boardId: null }, order: null },
    });
    held.when(nowhere, facts('viewer')).thenRefused('task.forbidden');
    held.when(nowhere, facts('solver')).thenRefused('task.forbidden');
  });

  test('needs `edit` where it comes to, from a contractor too', () => {
    const to = move({ projectId: 6 });
    const away = { project: elsewhere, board: undefined, gap: null };
    loose.when(to, facts('contractor', away)).thenRefused('project.forbidden');
    loose.when(to, facts('manager', away)).thenRefused('project.forbidden');
    loose.when(to, facts('auditor', away)).thenRefused('task.auditor');
    loose.when(to, facts('admin', away)).thenEvents({
      type: 'TaskMoved',
      data: { from: { projectId: project, boardId: null }, to: { projectId: 6, boardId: null }, order: null },
    });
  });

  test('to what is not there is refused and changes nothing', () => {
    loose
      .when(move({ projectId: 99 }), facts('editor', { project: null, board: undefined }))
      .thenRefused('project.not-found', {
        errors: [{ path: 'projectId', code: 'project.not-found', params: undefined }],
      });
    loose.when(move({ boardId: 9 }), facts('editor', { board: null })).thenRefused('board.not-found');
    loose
      .when(move({ projectId: 6, boardId: 8 }), facts('editor', { project: elsewhere }))
      .thenRefused('board.not-found');
    loose.when(move({ boardId: 8, beforeId: 3 }), facts('editor', { gap: null })).thenRefused('board.neighbour-moved');
  });

  test('an inactive project takes nothing new, and lets its own be moved', () => {
    const inactive = { project: { ...there, active: false } };
    given(taskDecider, historyTo('assigned', { projectId: 6 }))
      .when(move({ boardId: 8 }), facts('admin', inactive))
      .thenRefused('project.inactive');
    expect(taskDecider.decide(taskIn('assigned'), move({ boardId: 8 }), facts('editor', inactive))).toHaveLength(1);
  });

  test('is for open tasks', () => {
    given(taskDecider, historyTo('solved'))
      .when(move({ boardId: 8 }), facts('editor'))
      .thenRefused('task.already-solved');
  });
});

describe('creating a task in a project', () => {
  const nothing = given(taskDecider, []);
  const create = (more: object): TaskCommand => ({ type: 'create', task: { taskId: 12, name: 'Nový úkol', ...more } });

  test('a board implies its project, gives the solver, and takes it at its end', () => {
    const decided = taskDecider.decide(
      null,
      create({ boardId: 8 }),
      facts('editor', { gap: { before: low, after: null } }),
    );
    expect(decided).toMatchObject([
      { data: { projectId: project, boardId: 8, solverId: 2, order: rankBetween(low, null, 12) } },
    ]);
    expect(taskDecider.decide(null, create({ boardId: 8, solverId: 20 }), facts('editor'))).toMatchObject([
      { data: { solverId: 20 } },
    ]);
  });

  test('needs `edit`', () => {
    nothing.when(create({ projectId: project }), facts('viewer')).thenRefused('project.forbidden');
    nothing.when(create({ boardId: 8 }), facts('auditor')).thenRefused('task.auditor');
    nothing
      .when(create({ projectId: project }), facts('manager', { project: { ...there, active: false } }))
      .thenRefused('project.inactive');
  });

  test('says what is not there beside all else that is wrong', () => {
    nothing
      .when(create({ solverId: 99, projectId: 99, boardId: 8 }), facts('editor', { project: null }))
      .thenRefused('validation.failed', {
        errors: [
          expect.objectContaining({ path: 'solverId', code: 'task.solver.unknown' }) as never,
          expect.objectContaining({ path: 'projectId', code: 'project.not-found' }) as never,
        ],
      });
  });
});

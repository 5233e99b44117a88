import { describe, expect, test } from '@jest/globals';
import { canOfBoard } from '../board/board.rights';
import type { Actor } from '../kernel/actor';
import { boardDecider, decideTask, type TaskToCreate } from '../testing/flat-commands';
import { factsOf, people, project as projectId, taskIn, verdict } from '../testing/task-scene';
import { canOfProject } from './project.rights';

const everybody = Object.values<Actor>(people);
const board = { id: 8, projectId, solverId: null };
const gap = { before: null, after: null };

const createdBoard = (actor: Actor) =>
  boardDecider.decide(
    null,
    { type: 'create', boardId: 8, projectId, board: { name: 'Platby', section: 'todo' } },
    { actor, nameable: [], neighbours: [] },
  );
const createdTask = (place: Pick<TaskToCreate, 'projectId' | 'boardId'>, active: boolean, actor: Actor) =>
  decideTask(
    null,
    { type: 'create', task: { taskId: 12, name: 'Nový úkol', contractorId: 1, ...place } },
    factsOf(actor, { project: { id: projectId, active }, board, gap }),
  );
const moved = (active: boolean, actor: Actor) =>
  decideTask(
    taskIn('assigned', { projectId: null, contractorId: actor.id! }),
    { type: 'move', projectId },
    factsOf(actor, { project: { id: projectId, active } }),
  );

describe.each([true, false])('in a project whose activity is %p, the button is the decision', (active) => {
  const can = (actor: Actor) => canOfProject({ id: projectId, active }, actor);

  test('about a new board', () => {
    expect(everybody.map((actor) => verdict(createdBoard(actor)))).toEqual(everybody.map((actor) => can(actor).boards));
  });

  test('about a new task, and one that comes from elsewhere', () => {
    const tasks = everybody.map((actor) => can(actor).tasks);
    expect(everybody.map((actor) => verdict(createdTask({ projectId }, active, actor)))).toEqual(tasks);
    const persons = everybody.filter(({ role }) => role !== 'system');
    expect(persons.map((actor) => verdict(moved(active, actor)))).toEqual(persons.map((actor) => can(actor).tasks));
  });

  test('about a new task in a board', () => {
    expect(everybody.map((actor) => verdict(createdTask({ boardId: 8 }, active, actor)))).toEqual(
      everybody.map((actor) => canOfBoard({ projectId, deleted: false }, actor, active).tasks),
    );
  });
});

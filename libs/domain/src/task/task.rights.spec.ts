import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Actor, globalRoles, projectPermissions } from '../kernel/actor';
import { fold } from '../kernel/decider';
import type { RefusalCode } from '../kernel/refusal';
import { decideTask, dependenciesDecider, type TaskCommand } from '../testing/flat-commands';
import { factsOf, type PersonName, people, project, taskIn, verdict } from '../testing/task-scene';
import { type Task, type TaskState, taskStates } from './task';
import { taskTypes } from './task.registry';

import {
  canOfTask,
  may,
  mayRemoveComment,
  partiesOf,
  type TaskAction,
  type TaskBlockers,
  taskActions,
  taskRefusalOf,
  taskRolesOf,
} from './task.rights';

const names = Object.keys(people) as PersonName[];
const solvers: PersonName[] = ['solver', 'solvingCollaborator'];
const editors: PersonName[] = ['contractor', 'editor', 'manager', 'admin'];
const deciders: PersonName[] = ['contractor', 'manager', 'admin'];
const parties: PersonName[] = ['contractor', ...solvers, 'acknowledged', 'passive'];

/**
 * product.md section 2, by hand: "who" of the table of states, and "Who else may what"; the system as section 6 says. The task's
 * estimate is set.
 */
const granted: Record<TaskAction, readonly PersonName[]> = {
  assign: editors,
  complete: [...solvers, 'system'],
  accept: deciders,
  return: [...deciders, 'system'],
  end: ['contractor', 'admin'],
  restore: ['contractor', 'admin', 'system'],
  deadline: deciders,
  plan: ['contractor', ...solvers],
  estimate: deciders,
  budget: deciders,
  move: [...editors, 'system'],
  comments: [...parties, 'editor', 'manager', 'admin', 'system'],
  participants: editors,
  subtasks: [...editors, ...solvers],
  predecessors: editors,
  files: [...editors, ...solvers],
  edit: [...editors, ...solvers, 'system'],
  delete: deciders,
  undelete: deciders,
  work: parties,
};

/** The codes of the states that do not take an action; the states left out take it. */
type Refusals = Partial<Record<TaskState, RefusalCode>>;
const onlyOpen: Refusals = { solved: 'task.already-solved' };
const notYet = 'task.not-fulfilled';
const whenFulfilled: Refusals = { ...onlyOpen, created: notYet, assigned: notYet, returned: notYet };
const open = 'task.not-solved';
const closed: Record<TaskAction, Refusals> = {
  assign: { ...onlyOpen, fulfilled: 'task.already-fulfilled' },
  complete: { ...onlyOpen, created: 'task.not-assigned', fulfilled: 'task.already-fulfilled' },
  accept: whenFulfilled,
  return: whenFulfilled,
  end: onlyOpen,
  restore: { created: open, assigned: open, fulfilled: open, returned: open },
  deadline: onlyOpen,
  plan: onlyOpen,
  estimate: onlyOpen,
  budget: onlyOpen,
  move: onlyOpen,
  comments: {},
  participants: onlyOpen,
  subtasks: onlyOpen,
  predecessors: onlyOpen,
  files: {},
  edit: onlyOpen,
  delete: {},
  undelete: {},
  work: onlyOpen,
};

function expected(action: TaskAction, task: Task, name: PersonName): true | RefusalCode {
  if (people[name].role === 'auditor') return 'task.auditor';
  const isSolver = people[name].id !== null && task.solverId === people[name].id;
  const holds = granted[action].includes(name) && (isSolver || !solvers.includes(name));
  if (!holds) {
    if (action === 'complete') return 'task.not-solver';
    return action === 'estimate' && isSolver ? 'task.estimate.set' : 'task.forbidden';
  }
  if (action === 'undelete') return task.deleted ? true : 'task.not-deleted';
  if (task.deleted) return 'task.deleted';
  const refused = closed[action][task.state];
  if (refused) return refused;
  return action === 'complete' && task.type === 'continuous' ? 'task.continuous' : true;
}

/** A body that nothing but the right and the state could refuse; moving and work are decided by other aggregates. */
const commands: Partial<Record<TaskAction, TaskCommand>> = {
  assign: { type: 'assign', solverId: 20 },
  complete: { type: 'complete', result: 'Hotovo' },
  accept: { type: 'accept' },
  return: { type: 'return', reason: 'Chybí doprava' },
  end: { type: 'end' },
  restore: { type: 'restore' },
  deadline: { type: 'deadline', deadline: '2026-12-01T12:00:00.000Z' },
  plan: { type: 'plan', shownDate: '2026-11-30' },
  estimate: { type: 'estimate', estimateMinutes: 90 },
  budget: { type: 'budget', budget: { amount: '10.00', currency: 'CZK' } },
  comments: { type: 'comment', text: 'Dobrý den' },
  participants: { type: 'addParticipant', userId: 20, kind: 'passive' },
  files: { type: 'addFile', file: { fileId: 1, name: 'a.txt', size: 1, mime: 'text/plain', sha256: 'ab' } },
  edit: { type: 'edit', fields: { description: '<p>Jinak</p>' } },
  delete: { type: 'delete' },
  undelete: { type: 'undelete' },
};

function decided(action: TaskAction, task: Task, actor: Actor, { waiting, openSubtasks }: TaskBlockers) {
  const facts = factsOf(actor, {
    waitingFor: waiting ? [11] : [],
    openSubtasks: Array.from({ length: openSubtasks }, (_, index) => ({ id: 30 + index, name: 'Část' })),
  });
  if (action === 'subtasks') {
    const command = { type: 'create', task: { taskId: 13, name: 'Podúkol', contractorId: 1, parentId: 12 } } as const;
    return decideTask(null, command, { ...facts, parent: task });
  }
  if (action === 'predecessors') {
    const command = { type: 'addPredecessor', taskId: 12, predecessorId: 11 } as const;
    return dependenciesDecider.decide(fold(dependenciesDecider, []), command, { actor, task, predecessorKnown: true });
  }
  const command = commands[action];
  return command && decideTask(task, command, facts);
}

const nothingAround = { waiting: false, openSubtasks: 0 };

describe('the table of states and the permissions', () => {
  test.each(taskActions)('%s: every person, state and type, deleted or not', (action) => {
    const wanted: Record<string, unknown> = {};
    const offered: Record<string, unknown> = {};
    const done: Record<string, unknown> = {};
    for (const state of taskStates) {
      for (const type of taskTypes) {
        for (const deleted of [false, true]) {
          const task = { ...taskIn(state, { type, deadline: '2026-11-30T12:00:00.000Z' }), deleted };
          for (const name of names) {
            const key = `${name}, ${state} ${type}${deleted ? ', deleted' : ''}`;
            wanted[key] = expected(action, task, name);
            offered[key] = canOfTask(task, people[name], nothingAround)[action];
            const result = decided(action, task, people[name], nothingAround);
            done[key] = result === undefined ? wanted[key] : verdict(result);
          }
        }
      }
    }
    expect(offered).toEqual(wanted);
    expect(done).toEqual(wanted);
  });

  test('the solver sets the first estimate and no second one', () => {
    const estimate = (estimateMinutes: number | null) =>
      canOfTask(taskIn('assigned', { estimateMinutes }), people.solver, nothingAround).estimate;
    expect(estimate(null)).toBe(true);
    expect(estimate(60)).toBe('task.estimate.set');
  });

  test.each([
    ['view', [...parties, 'viewer', 'editor', 'manager', 'admin', 'auditor', 'formerContractor']],
    ['seeBudget', [...deciders, 'auditor', 'formerContractor']],
    ['removeAnyComment', ['admin']],
    ['seeRemovedComments', ['admin', 'auditor', 'formerContractor']],
    ['endAutomatically', ['system']],
  ] as const)('%s is for those parts only', (permission, who) => {
    const task = taskIn('assigned');
    expect(names.filter((name) => may(taskRolesOf(task, people[name]), permission)).sort()).toEqual([...who].sort());
  });
});

test('a comment is removed by its author who sees the task, and by admins; by an auditor never', () => {
  const task = taskIn('solved');
  const removers = (by: number) => names.filter((name) => mayRemoveComment(task, by, people[name])).sort();
  expect(removers(people.passive.id!)).toEqual(['admin', 'passive']);
  expect(removers(people.auditor.id!)).toEqual(['admin']);
  expect(removers(people.stranger.id!)).toEqual(['admin']);
});

describe('what stands in the way', () => {
  test('a task that waits is not completed, and may be worked on', () => {
    const can = canOfTask(taskIn('assigned'), people.solver, { waiting: true, openSubtasks: 0 });
    expect(can).toMatchObject({ complete: 'task.waiting', work: true, comments: true });
  });

  test.each(taskTypes)('open subtasks and a %s task: never ended, as a graph not completed', (type) => {
    const task = taskIn('assigned', { type });
    const around = { waiting: false, openSubtasks: 1 };
    expect(canOfTask(task, people.contractor, around).end).toBe('task.open-subtasks');
    const complete = { graph: 'task.open-subtasks', continuous: 'task.continuous', normal: true, meeting: true }[type];
    expect(canOfTask(task, people.solver, around).complete).toBe(complete);
  });

  test('the system ends what is not solved, nobody else does', () => {
    for (const state of taskStates) {
      const ends = taskRefusalOf(
        'endAutomatically',
        taskIn(state),
        taskRolesOf(taskIn(state), people.system),
        nothingAround,
      );
      expect(ends).toBe(state === 'solved' ? 'task.already-solved' : null);
      const task = taskIn(state);
      for (const name of names.filter((other) => other !== 'system' && people[other].role !== 'auditor')) {
        expect(taskRefusalOf('endAutomatically', task, taskRolesOf(task, people[name]), nothingAround)).toBe(
          'task.forbidden',
        );
      }
    }
  });
});

describe('parts', () => {
  test('manage includes edit, edit includes view, and only in the project of the task', () => {
    expect([...taskRolesOf(taskIn('assigned'), people.manager)]).toEqual([
      'project-view',
      'project-edit',
      'project-manage',
    ]);
    expect([...taskRolesOf(taskIn('assigned'), people.editor)]).toEqual(['project-view', 'project-edit']);
    expect([...taskRolesOf(taskIn('assigned', { projectId: 6 }), people.manager)]).toEqual([]);
    expect([...taskRolesOf(taskIn('assigned', { projectId: null }), people.manager)]).toEqual([]);
  });

  test('an auditor holds no part, whatever they were', () => {
    expect([...taskRolesOf(taskIn('assigned'), people.formerContractor)]).toEqual(['auditor']);
  });

  test('a task without a solver is nobody’s', () => {
    expect([...taskRolesOf(taskIn('created'), people.solver)]).toEqual([]);
    expect([...taskRolesOf(taskIn('created'), people.system)]).toEqual(['system']);
  });

  test('the parties are named once each', () => {
    expect(partiesOf({ contractorId: 3, solverId: 3, acknowledged: [2, 3], passive: [1] })).toEqual([1, 2, 3]);
    expect(partiesOf({ contractorId: 3, solverId: null, acknowledged: [], passive: [] })).toEqual([3]);
  });
});

const anyId = fc.integer({ min: 1, max: 4 });
const anyActor: fc.Arbitrary<Actor> = fc.oneof(
  fc.constant(people.system),
  fc.record({
    id: anyId,
    role: fc.constantFrom(...globalRoles),
    projects: fc.oneof(
      fc.constant({}),
      fc.constantFrom(...projectPermissions).map((permission) => ({ [project]: permission })),
    ),
  }),
);
const anyTask = fc
  .record({
    state: fc.constantFrom(...taskStates),
    deleted: fc.boolean(),
    creation: fc.record({
      type: fc.constantFrom(...taskTypes),
      contractorId: anyId,
      solverId: fc.option(anyId),
      acknowledged: fc.uniqueArray(anyId),
      passive: fc.uniqueArray(anyId),
      projectId: fc.constantFrom(project, 6, null),
      estimateMinutes: fc.option(fc.constant(60)),
      deadline: fc.constant('2026-11-30T12:00:00.000Z'),
    }),
  })
  .filter(({ creation }) => creation.type !== 'meeting' || creation.estimateMinutes !== null)
  .map(({ state, deleted, creation }) => ({ ...taskIn(state, creation), deleted }));
const anyBlockers = fc.record({ waiting: fc.boolean(), openSubtasks: fc.integer({ min: 0, max: 2 }) });

test('what `can` offers is what a command does, for every action, task and person', () => {
  fc.assert(
    fc.property(anyTask, anyActor, anyBlockers, (task, actor, around) => {
      const can = canOfTask(task, actor, around);
      for (const action of taskActions) {
        const result = decided(action, task, actor, around);
        if (result !== undefined) expect([action, verdict(result)]).toEqual([action, can[action]]);
      }
    }),
    { numRuns: 1_000 },
  );
});

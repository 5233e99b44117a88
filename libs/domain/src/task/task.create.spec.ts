import { describe, expect, test } from '@jest/globals';
import { isRefusal } from '../kernel/refusal';
import { type TaskToCreate as NewTask, taskDecider } from '../testing/flat-commands';
import { given } from '../testing/given-when-then';
import { colleague, creation, crowns, factsOf, historyTo, inactive, people, taskIn } from '../testing/task-scene';
import type { Task, TaskCreatedData } from './task';

import type { TaskFacts } from './task.rules';

const minimal: TaskCreatedData = {
  ...creation,
  solverId: null,
  projectId: null,
  acknowledged: [],
  passive: [],
  estimateMinutes: null,
};
const name = minimal.name;

const create = (task: Partial<NewTask>, more: Partial<TaskFacts> = {}, actor = people.contractor) =>
  given(taskDecider, []).when({ type: 'create', task: { taskId: 12, name, ...task } }, factsOf(actor, more));

describe('creating a task', () => {
  test('needs nothing but a name', () => {
    create({}).thenEvents({ type: 'TaskCreated', data: minimal });
  });

  test('keeps all that is given, tidied', () => {
    const files = [{ fileId: 1, name: 'a.txt', size: 1, mime: 'text/plain', sha256: 'ab' }];
    create(
      {
        name: '  Pr\u030cipravit nabi\u0301dku ',
        solverId: 2,
        acknowledged: [3, 3, 4],
        passive: [4, 5, 5],
        tags: [' nabídka', 'nabi\u0301dka', 'spěchá'],
        deadline: '2026-11-21T13:00:00+01:00',
        shownDate: '2026-11-20',
        priority: 10,
        estimateMinutes: 30,
        budget: crowns('12.50'),
        gitBranch: ' feature/12 ',
        externalUrl: ' https://example.org/12 ',
        predecessors: [10, 10],
        parentId: 9,
        files,
      },
      { parent: taskIn('assigned'), knownPredecessors: [10] },
    ).thenEvents({
      type: 'TaskCreated',
      data: {
        ...minimal,
        name: 'Připravit nabídku',
        solverId: 2,
        acknowledged: [3, 4],
        passive: [5],
        tags: ['nabídka', 'spěchá'],
        deadline: '2026-11-21T12:00:00.000Z',
        shownDate: '2026-11-20',
        priority: 10,
        estimateMinutes: 30,
        budget: crowns('12.50'),
        gitBranch: 'feature/12',
        externalUrl: 'https://example.org/12',
        predecessors: [10],
        parentId: 9,
        files,
      },
    });
  });

  test('for another contractor is an event of its own', () => {
    create({ contractorId: colleague }).thenEvents({
      type: 'TaskCreatedForContractor',
      data: { ...minimal, contractorId: colleague },
    });
    create({ contractorId: 1 }, { nameable: [] }).thenEvents({ type: 'TaskCreated', data: minimal });
  });

  test('a second time changes nothing', () => {
    given(taskDecider, historyTo('solved'))
      .when({ type: 'create', task: { taskId: 12, name } }, factsOf(people.contractor))
      .thenNothing();
  });

  test('is for members and collaborators, not for auditors; the system names a contractor', () => {
    create({}, {}, people.auditor).thenRefused('task.auditor');
    create({}, {}, people.collaborator).thenEvents({ type: 'TaskCreated', data: { ...minimal, contractorId: 11 } });
    create({}, {}, people.system).thenRefused('task.contractor.unknown');
  });

  test('names only people who are known, active and seen, each at its place', () => {
    create({
      contractorId: inactive,
      solverId: inactive,
      acknowledged: [3, inactive],
      passive: [inactive],
    }).thenRefused('validation.failed', {
      errors: [
        { path: 'contractorId', code: 'task.contractor.unknown' },
        { path: 'solverId', code: 'task.solver.unknown' },
        { path: 'acknowledged.1', code: 'task.participant.unknown' },
        { path: 'passive.0', code: 'task.participant.unknown' },
      ],
    });
  });

  test('with predecessors or a parent that are not seen is refused', () => {
    create({ predecessors: [10, 11] }, { knownPredecessors: [10] }).thenRefused('task.predecessor.unknown', {
      errors: [{ path: 'predecessors.1', code: 'task.predecessor.unknown' }],
    });
    create({ predecessors: [10] }).thenRefused('task.predecessor.unknown');
    create({ parentId: 10 }, { parent: null }).thenRefused('task.parent.unknown');
    create({ parentId: 10 }).thenRefused('task.parent.unknown');
  });

  test('below a task that one only looks at, or that is solved, is refused', () => {
    create({ parentId: 12 }, { parent: taskIn('assigned') }, people.passive).thenRefused('task.forbidden');
    create({ parentId: 12 }, { parent: taskIn('assigned') }, people.solver).thenEvents({
      type: 'TaskCreated',
      data: { ...minimal, contractorId: 2, parentId: 12 },
    });
    create({ parentId: 12 }, { parent: taskIn('solved') }).thenRefused('task.already-solved');
  });

  test('a meeting needs its start and its length', () => {
    create({ type: 'meeting' }).thenRefused('validation.failed', {
      errors: [
        { path: 'deadline', code: 'task.deadline.required' },
        { path: 'estimateMinutes', code: 'task.estimate.required' },
      ],
    });
    create({ type: 'meeting', deadline: '2026-11-18T12:00:00.000Z' }).thenRefused('task.estimate.required');
    const meeting = { type: 'meeting', deadline: '2026-11-18T12:00:00.000Z', estimateMinutes: 30 } as const;
    create(meeting).thenEvents({ type: 'TaskCreated', data: { ...minimal, ...meeting } });
  });

  test('at most a thousand participants', () => {
    const many = Array.from({ length: 1_001 }, (_, index) => index + 1);
    create({ acknowledged: many }, { nameable: many }).thenRefused('validation.too-many', { params: { max: 1_000 } });
    const command = { type: 'create', task: { taskId: 12, name, acknowledged: many.slice(1) } } as const;
    expect(isRefusal(taskDecider.decide(null, command, factsOf(people.contractor, { nameable: many })))).toBe(false);
  });

  test('at most a thousand subtasks, a hundred predecessors and 500 files', () => {
    const full: Task = { ...taskIn('assigned'), subtasks: Array.from({ length: 1_000 }, (_, n) => 100 + n) };
    const tooMany = (path: string, what: string, max: number) => ({
      errors: [{ path, code: 'validation.too-many' as const, params: { max, what } }],
    });
    create({ parentId: 12 }, { parent: full }).thenRefused(
      'validation.too-many',
      tooMany('parentId', 'subtasks', 1_000),
    );
    const oneLess: Task = { ...full, subtasks: full.subtasks.slice(1) };
    create({ parentId: 12 }, { parent: oneLess }).thenEvents({
      type: 'TaskCreated',
      data: { ...minimal, parentId: 12 },
    });
    const others = Array.from({ length: 101 }, (_, n) => 100 + n);
    create({ predecessors: others }, { knownPredecessors: others }).thenRefused(
      'validation.too-many',
      tooMany('predecessors', 'predecessors', 100),
    );
    const files = Array.from({ length: 501 }, (_, n) => ({
      fileId: 100 + n,
      name: 'a.pdf',
      size: 1,
      mime: 'application/pdf',
      sha256: 'ab',
    }));
    create({ files }).thenRefused('validation.too-many', tooMany('files', 'files', 500));
  });

  test('whoever creates it for another contractor is one of the thousand', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => index + 100);
    const nameable = [...many, 2];
    create({ acknowledged: many, contractorId: 2 }, { nameable }).thenRefused('validation.too-many');
    const command = {
      type: 'create',
      task: { taskId: 12, name, acknowledged: many.slice(1), contractorId: 2 },
    } as const;
    expect(isRefusal(taskDecider.decide(null, command, factsOf(people.contractor, { nameable })))).toBe(false);
  });

  test('all wrong fields are named together', () => {
    create({
      name: 'ab',
      priority: 11,
      deadline: 'tomorrow',
      shownDate: '2026-02-30',
      tags: ['ok', ' '],
      estimateMinutes: 0,
      externalUrl: 'javascript:alert(1)',
      budget: crowns('x'),
    }).thenRefused('validation.failed', {
      errors: [
        { path: 'name', code: 'task.name.too-short', params: { min: 3 } },
        { path: 'priority', code: 'task.priority.range' },
        { path: 'deadline', code: 'validation.instant' },
        { path: 'shownDate', code: 'validation.day' },
        { path: 'tags.1', code: 'task.tag.length', params: { max: 50 } },
        { path: 'estimateMinutes', code: 'validation.too-small', params: { min: 1 } },
        { path: 'budget', code: 'validation.money', params: { currency: '' } },
        { path: 'externalUrl', code: 'validation.url' },
      ],
    });
  });
});

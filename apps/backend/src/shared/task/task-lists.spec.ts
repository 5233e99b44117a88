import { conditionOf, isInList, type ListedTask, taskLists } from '@gos/contract';
import {
  type Actor,
  globalRoles,
  may,
  outcomes,
  partiesOf,
  projectPermissions,
  taskRolesOf,
  taskStates,
  taskTypes,
} from '@gos/domain';
import { budgetsSeenBy, isVisibleTo, seesBudget, visibleTo } from '@gos/projections';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Filter } from '../../stores/read-models/read-models';
import { findByReference } from '../../stores/read-models/testing/read-models.reference';
import { holdsWords, sortedAsSeen, taskListFilter, taskListSort, wordsFilter } from './task-lists';

const lookedUp = (q: string) =>
  wordsFilter(q).map((filter) => (filter as { words: { $prefix: string } }).words.$prefix);

test('a list is asked for no word twice, none that another one begins with, and not for hundreds', () => {
  expect(lookedUp('Žlutý kůň')).toEqual(['zluty', 'kun']);
  expect(lookedUp('ku kun KUN kuň k')).toEqual(['kun']);
  expect(lookedUp([...'abcdefghijklmnopqrstuvwxyz'].join(' '))).toHaveLength(12);
  expect(wordsFilter(null)).toEqual([]);
});

test('what has no word in it is found nowhere', () => {
  for (const q of [' ? ', '😀', '#']) {
    expect(wordsFilter(q)).toEqual([{ $or: [] }]);
    expect(holdsWords('Opravdu? 😀 #', q)).toBe(false);
  }
  expect(holdsWords('Žlutý kůň', 'zlut kun')).toBe(true);
  expect(holdsWords(null, null)).toBe(true);
});

const today = '2026-11-21';

test('a choice is sorted in its own order, not by its letters', () => {
  const none = () => [];
  const named = { people: none, parents: none, repeatedTasks: none, projects: none, boards: none };
  const orderOf = (field: 'state' | 'type' | 'outcome' | 'priority') => {
    const sort = [{ field, direction: 'asc' }] as const;
    const [key] = taskListSort('all', { page: 1, pageSize: 1, sort, q: null, filters: {}, own: {} }, named);
    return key!.ranking;
  };
  expect([orderOf('state'), orderOf('type'), orderOf('outcome')]).toEqual([taskStates, taskTypes, outcomes]);
  expect(orderOf('priority')).toBeUndefined();
});

test('a list is sorted by money as it stands only where every task of it is the reader’s own to see', () => {
  const byBudget = [{ field: 'budgetCents', direction: 'asc' }] as const;
  const sortedAsItStands = (role: 'member' | 'admin' | 'auditor') =>
    taskLists.filter((list) =>
      sortedAsSeen(list, byBudget, { id: 1, role, projects: {} }, today).every(({ where }) => where === undefined),
    );
  expect(sortedAsItStands('member')).toEqual(['given', 'to-accept', 'accepted']);
  for (const role of ['admin', 'auditor'] as const) expect(sortedAsItStands(role)).toEqual(taskLists);
  const ofAnother = { contractorId: 2 };
  for (const list of sortedAsItStands('member')) expect(isInList(conditionOf[list](1, today), ofAnother)).toBe(false);
});

test('a list is asked for by what its membership says of a task', () => {
  const person = fc.constantFrom(1, 2, 3);
  const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values);
  const tasks: fc.Arbitrary<ListedTask> = fc.record({
    contractorId: person,
    solverId: orNull(person),
    participants: fc.uniqueArray(person),
    parties: fc.uniqueArray(person),
    completedBy: orNull(person),
    acceptedBy: orNull(person),
    state: fc.constantFrom(...taskStates),
    outcome: orNull(fc.constantFrom(...outcomes)),
    shownDate: orNull(fc.constantFrom('2026-11-20', today, '2026-11-22')),
    waiting: fc.boolean(),
  });
  const everything = { page: 1, pageSize: 1, sort: [], q: null, filters: {}, own: {} };
  const reader = { id: 1, role: 'admin', projects: {} } as const;
  fc.assert(
    fc.property(fc.constantFrom(...taskLists), tasks, (list, task) => {
      const { participants, parties, waiting } = task;
      const document = { id: '7', task, participants, parties, waiting, deleted: false };
      const found = findByReference(
        [document],
        taskListFilter(list, everything, reader, { today, zone: 'Europe/Prague' }),
        {},
      );
      expect(found.length > 0).toBe(isInList(conditionOf[list](reader.id, today), task));
    }),
    { numRuns: 1_000 },
  );
});

test('tasks, and their money, are filtered by the right to see one of them', () => {
  const person = fc.constantFrom(1, 2, 3);
  const projectId = fc.option(fc.constantFrom(7, 8));
  const people = fc.uniqueArray(person);
  const tasks = fc.record({
    contractorId: person,
    solverId: fc.option(person),
    acknowledged: people,
    passive: people,
    projectId,
  });
  const permission = fc.constantFrom(...projectPermissions);
  const readers: fc.Arbitrary<Actor> = fc.record({
    id: fc.constant(1),
    role: fc.constantFrom(...globalRoles),
    projects: fc.dictionary(fc.constantFrom('7', '8'), permission),
  });
  fc.assert(
    fc.property(tasks, readers, (task, reader) => {
      const document = { id: '7', task, projectId: task.projectId, parties: partiesOf(task) };
      const found = (filter: object) => findByReference([document], filter as Filter, {}).length > 0;
      const seen = may(taskRolesOf(task, reader), 'view');
      expect([found(visibleTo(reader)), isVisibleTo(document, reader)]).toEqual([seen, seen]);
      expect(found(budgetsSeenBy(reader))).toBe(seesBudget(task, reader));
    }),
    { numRuns: 1_000 },
  );
});

import type {
  ActivityItem,
  BoardAnswer,
  CommentAnswer,
  PlainAnswers,
  ProjectAnswer,
  TaskAnswer,
  TaskGraphNode,
  TaskRowAnswer,
} from '@gos/contract';
import {
  canOfBoard,
  canOfProject,
  canOfTask,
  type GlobalRole,
  type ProjectPermission,
  plainInitials,
} from '@gos/domain';
import { subjectOf } from '../entities/task/task-subject';
import { jan } from './server';

// jsdom has no fonts, and fields that grow wait for them.
Object.defineProperty(document, 'fonts', {
  configurable: true,
  value: { addEventListener: () => undefined, removeEventListener: () => undefined },
});

export const me = { id: jan.id, name: jan.name };
export const karla = { id: 2, name: 'Karla Svobodová' };
export const petr = { id: 4, name: 'Petr Dvořák' };

/** A row given by Karla to the reader, unless said otherwise. */
export function aRow(given: Partial<TaskRowAnswer> = {}): TaskRowAnswer {
  return {
    id: 12,
    name: 'Migrace skladových karet',
    state: 'assigned',
    outcome: null,
    deadline: null,
    shownDate: null,
    createdAt: '2026-11-20T08:00:00.000Z',
    contractor: karla,
    solver: me,
    project: null,
    board: null,
    parent: null,
    repeatedTask: null,
    participants: { acknowledged: [], passive: [] },
    tags: [],
    estimateMinutes: null,
    spentMinutes: 0,
    budget: null,
    usedBudget: null,
    reservation: null,
    rating: null,
    ...(plainInitials as unknown as PlainAnswers),
    waiting: false,
    openSubtasks: 0,
    order: null,
    revision: 3,
    ...given,
  };
}

type Held = Readonly<Record<number, ProjectPermission>>;

/** A detail with the rights that the domain gives the reader, a plain member. */
/** A comment by Karla, as the contract has it. */
export const aComment = (given: Partial<CommentAnswer> = {}): CommentAnswer => ({
  id: 1,
  at: '2026-11-20T09:00:00.000Z',
  by: karla,
  text: 'Ano.',
  html: null,
  editedAt: null,
  replyTo: null,
  reactions: [],
  rating: null,
  costReduction: null,
  ...given,
});

export function aTask(given: Partial<TaskAnswer> = {}, role: GlobalRole = 'member', projects: Held = {}): TaskAnswer {
  const row = aRow(given);
  const can = canOfTask(subjectOf(row), { id: me.id, role, projects }, { waiting: row.waiting, openSubtasks: 0 });
  const empty = { description: '', predecessors: [], subtasks: [], files: [], result: null, costReduction: null };
  return { ...row, ...empty, can, ...given };
}

export function aProject(given: Partial<ProjectAnswer> = {}, held: ProjectPermission | null = 'edit'): ProjectAnswer {
  const project = { id: 5, name: 'Orlice 2.0', active: true, ...given };
  return {
    description: '',
    externalTicketSystemUrl: null,
    finishDate: null,
    contracts: [],
    members: held === null ? [] : [{ user: me, permission: held, notification: 'all' }],
    revision: 1,
    can: canOfProject(project, { id: me.id, role: 'member', projects: held === null ? {} : { [project.id]: held } }),
    ...project,
  };
}

export function aBoard(given: Partial<BoardAnswer> = {}): BoardAnswer {
  const board = { id: 8, name: 'Evidence', projectId: 5, ...given };
  return {
    assignedUser: null,
    description: '',
    deadline: null,
    section: 'todo',
    order: 'V00000',
    taskCounts: { created: 0, assigned: 0, fulfilled: 0, returned: 0, solved: 0 },
    revision: 1,
    can: canOfBoard(
      { projectId: board.projectId, deleted: board.deleted === true },
      { id: me.id, role: 'member', projects: { [board.projectId]: 'edit' } },
      true,
    ),
    ...board,
  };
}

export function anItem(given: Partial<ActivityItem> = {}): ActivityItem {
  return {
    id: `item-${given.event ?? 'TaskCreated'}`,
    event: 'TaskCreated',
    class: 'task-created',
    at: '2026-11-20T08:00:00.000Z',
    by: karla,
    byThen: null,
    via: 'web',
    taskId: 12,
    revision: 1,
    changes: [],
    text: null,
    hash: '0'.repeat(64),
    ...given,
  };
}

/** A subtask in the network of task 1, whose predecessors the reader may change. */
export const aNode = (id: number, given: Partial<TaskGraphNode> = {}): TaskGraphNode => ({
  id,
  name: `Úkol ${id}`,
  state: 'assigned',
  solver: null,
  waiting: false,
  deadline: null,
  parentId: 1,
  can: { predecessors: true },
  ...given,
});

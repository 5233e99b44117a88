import { plainFieldNames, type Task } from '@gos/domain';
import type { NamedRef, PersonRef, TaskRef } from '../kernel/answer';
import { plainAnswersOf } from './plain-values';
import type { TaskAnswer, TaskRowAnswer } from './task.answers';

/** The references of a task for one reader; null for things that the reader may not see. */
export interface TaskNames {
  person(id: number): PersonRef;
  project(id: number | null): NamedRef | null;
  board(id: number | null): NamedRef | null;
  parent(id: number | null): TaskRef | null;
  repeatedTask(id: number | null): TaskRef | null;
}

/** The fields of a task's row that come from other streams than the task's own. */
export type BesideTask = Pick<TaskRowAnswer, 'waiting' | 'openSubtasks' | 'spentMinutes' | 'usedBudget'>;

/** The fields of a task from which its row is built. */
export type RowTask = Omit<Task, 'description' | 'result' | 'files' | 'subtasks' | 'comments'>;

/** The row of a task, by the server's answers and the browser's instant ones alike; its money is not hidden yet. */
export function rowOf(task: RowTask, beside: BesideTask, names: TaskNames): TaskRowAnswer {
  const board = names.board(task.boardId);
  return {
    id: task.id,
    name: task.name,
    state: task.state,
    outcome: task.outcome,
    deadline: task.deadline,
    shownDate: task.shownDate,
    createdAt: task.createdAt,
    contractor: names.person(task.contractorId),
    solver: task.solverId === null ? null : names.person(task.solverId),
    project: names.project(task.projectId),
    board,
    parent: names.parent(task.parentId),
    repeatedTask: names.repeatedTask(task.repeated?.id ?? null),
    participants: {
      acknowledged: task.acknowledged.map((id) => names.person(id)),
      passive: task.passive.map((id) => names.person(id)),
    },
    tags: task.tags,
    estimateMinutes: task.estimateMinutes,
    spentMinutes: beside.spentMinutes,
    budget: task.budget,
    usedBudget: beside.usedBudget ?? (task.budget && { amount: '0.00', currency: task.budget.currency }),
    reservation: task.reservation,
    rating: task.rating,
    ...plainAnswersOf(task, plainFieldNames, (id) => names.person(id)),
    waiting: beside.waiting,
    openSubtasks: beside.openSubtasks,
    order: board && task.order,
    revision: task.revision,
  };
}

/** Returns the fields from the task's own stream that the detail adds to the row. */
export function ownDetailOf(
  task: Task,
  person: TaskNames['person'],
): Pick<TaskAnswer, 'description' | 'files' | 'result' | 'costReduction'> {
  return {
    description: task.description,
    files: task.files
      .filter(({ deleted }) => !deleted)
      .map(({ fileId, name, size, mime, addedBy, addedAt }) => ({
        id: fileId,
        name,
        size,
        mime,
        addedBy: addedBy === null ? null : person(addedBy),
        addedAt,
      })),
    result: task.result,
    costReduction: task.costReduction,
  };
}

import type { Instant } from '../kernel/message';
import { type Refusal, refuseField, refuseFields } from '../kernel/refusal';
import { same } from '../kernel/values';
import type { Task } from './task';
import type { TaskBodies } from './task.bodies';
import type { FieldEdit, TaskEvent } from './task.events';
import { type EditableField, fieldsIn, normalizedFields } from './task.fields';
import { isMoney } from './task.money';
import {
  currencyError,
  deadlineError,
  filesError,
  mayName,
  meetingErrors,
  plainFieldErrors,
  type TaskFacts,
} from './task.rules';

export function edit(task: Task, given: TaskBodies['edit'], facts: TaskFacts): readonly TaskEvent[] | Refusal {
  const { shown = [] } = facts;
  const kept = normalizedFields(given);
  const added = shown.filter(({ fileId }) => !task.files.some((file) => file.fileId === fileId));
  const refused = refuseFields([
    ...meetingErrors({ ...task, type: given.type ?? task.type }),
    added.length > 0 ? filesError(task.files.length + added.length, 'description') : null,
    ...plainFieldErrors(given, task, facts),
  ]);
  if (refused) return refused;
  const changes = fieldsIn(given)
    .filter((field) => !same(task[field], kept[field]))
    .map(
      (field: EditableField) =>
        ({ field, ...(field !== 'description' && { from: task[field] }), to: kept[field] }) as FieldEdit,
    );
  const [money, others] = [true, false].map((wanted) => changes.filter(({ field }) => isMoney(field) === wanted));
  if (changes.length === 0) return [];
  return [
    ...(others!.length > 0 ? [{ type: 'TaskEdited', data: { changes: others! } } as const] : []),
    // An event of its own is hidden from people who may not see money.
    ...(money!.length > 0 ? [{ type: 'TaskMoneyEdited', data: { changes: money! } } as const] : []),
    ...added.map((file): TaskEvent => ({ type: 'DocumentAdded', data: file })),
  ];
}

/** The event of a new deadline; none when the task has this deadline already. */
export function deadlineMoved(task: Task, to: Instant | null): readonly TaskEvent[] {
  return task.deadline === to ? [] : [{ type: 'DeadlineMoved', data: { from: task.deadline, to } }];
}

export function moveDeadline(
  task: Task,
  { deadline: to }: TaskBodies['deadline'],
  facts: TaskFacts,
): readonly TaskEvent[] | Refusal {
  const moved = deadlineMoved(task, to);
  if (moved.length === 0) return moved;
  return refuseFields([deadlineError(to, facts), ...meetingErrors({ ...task, deadline: to })]) ?? moved;
}

export function assign(
  task: Task,
  { solverId }: TaskBodies['assign'],
  facts: TaskFacts,
): readonly TaskEvent[] | Refusal {
  if (task.solverId === solverId) return [];
  if (solverId !== null && !mayName(solverId, facts)) return refuseField('solverId', 'task.solver.unknown');
  return [{ type: 'TaskAssigned', data: { from: task.solverId, to: solverId } }];
}

export function plan(task: Task, { shownDate: to }: TaskBodies['plan']): readonly TaskEvent[] {
  return task.shownDate === to ? [] : [{ type: 'TaskPlanned', data: { from: task.shownDate, to } }];
}

export function estimate(task: Task, { estimateMinutes: to }: TaskBodies['estimate']): readonly TaskEvent[] {
  const from = task.estimateMinutes;
  if (from === to) return [];
  return [{ type: from === null || to > from ? 'EstimateIncreased' : 'EstimateReduced', data: { from, to } }];
}

export function budget(
  task: Task,
  { budget: to }: TaskBodies['budget'],
  facts: TaskFacts,
): readonly TaskEvent[] | Refusal {
  const refused = refuseFields([currencyError(to, 'budget', facts)]);
  if (refused) return refused;
  const from = task.budget;
  if (from?.amount === to.amount && from.currency === to.currency) return [];
  const raised = from === null || Number(to.amount) > Number(from.amount);
  return [{ type: raised ? 'BudgetAdded' : 'BudgetReduced', data: { from, to } }];
}

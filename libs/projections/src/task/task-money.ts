import { type Actor, may, type TaskSubject, taskRolesOf } from '@gos/domain';
import { seesAll } from '../kernel/visibility';

export type BudgetFilter =
  | Record<string, never>
  | {
      readonly $or: readonly [
        { readonly 'task.contractorId': number },
        { readonly projectId: { readonly $in: readonly number[] } },
      ];
    };

/**
 * Filter for the visible tasks whose money the reader may see: tasks they are the contractor of, and tasks in projects they
 * manage.
 */
export function budgetsSeenBy(actor: Actor): BudgetFilter {
  if (seesAll(actor)) return {};
  const managed = Object.entries(actor.projects).flatMap(([id, permission]) =>
    permission === 'manage' ? Number(id) : [],
  );
  return { $or: [{ 'task.contractorId': actor.id! }, { projectId: { $in: managed } }] };
}

/** Whether the reader may see the task's money. */
export function seesBudget(
  task: Omit<TaskSubject, 'state' | 'type' | 'estimateMinutes' | 'deleted'>,
  actor: Actor,
): boolean {
  return may(taskRolesOf(task, actor), 'seeBudget');
}

import { type Actor, may, partiesOf, refuse, type Task, taskRolesOf } from '@gos/domain';
import { isVisibleTo } from '@gos/projections';
import { Refused } from '../../kernel/refused';

/** By the task's state in the log, as commands need it. */
export const seesTask = (task: Task, actor: Actor) =>
  isVisibleTo({ parties: partiesOf(task), projectId: task.projectId }, actor);

/**
 * The task if the actor sees it. A deleted task exists only with `deletedToo` and the right to read deleted ones.
 * @throws Refused with `task.not-found`
 */
export function assertVisible(task: Task | null, actor: Actor, deletedToo = false): Task {
  const seen = task !== null && seesTask(task, actor);
  const there = seen && (!task.deleted || (deletedToo && may(taskRolesOf(task, actor), 'seeDeleted')));
  if (!there) throw new Refused(refuse('task.not-found'));
  return task;
}

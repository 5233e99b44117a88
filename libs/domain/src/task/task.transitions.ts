import { localDay } from '../kernel/calendar';
import { type Refusal, refuse, refuseField, refuseFields } from '../kernel/refusal';
import { normalizedOrNull, normalizeText } from '../kernel/text';
import type { Task } from './task';
import type { TaskBodies } from './task.bodies';
import { overAtOf } from './task.due';
import { deadlineMoved } from './task.edits';
import type { TaskEvent } from './task.events';
import { currencyError, deadlineError, hasPassed, type TaskFacts } from './task.rules';
import { commentOf, commentsError, requiredText } from './task.texts';

export function accept(
  task: Task,
  { reservation = null, rating = null, comment = null, costReduction = null }: TaskBodies['accept'],
  facts: TaskFacts,
): readonly TaskEvent[] | Refusal {
  const said = comment === null || normalizedOrNull(comment) === null ? null : comment;
  const refused = refuseFields([
    reservation === null ? null : requiredText('reservation', reservation, 'task.reservation.required'),
    currencyError(costReduction, 'costReduction', facts),
    said === null ? null : commentsError(task, said, 'comment'),
  ]);
  if (refused) return refused;
  return [
    {
      type: 'TaskAccepted',
      data: {
        reservation: reservation === null ? null : normalizeText(reservation),
        rating,
        comment: said === null ? null : commentOf(task, said),
        costReduction,
        ...(facts.actor.id !== task.contractorId && { onBehalfOf: task.contractorId }),
      },
    },
  ];
}

export function complete(task: Task, { result }: TaskBodies['complete']): readonly TaskEvent[] | Refusal {
  const refused = refuseFields([requiredText('result', result, 'task.result.required')]);
  if (refused) return refused;
  const completed: TaskEvent = { type: 'TaskCompleted', data: { result: normalizeText(result) } };
  if (task.contractorId !== task.solverId) return [completed];
  return [
    completed,
    { type: 'TaskAccepted', data: { reservation: null, rating: null, comment: null, costReduction: null } },
  ];
}

export function returnTask(
  task: Task,
  { reason, deadline }: TaskBodies['return'],
  facts: TaskFacts,
): readonly TaskEvent[] | Refusal {
  const refused = refuseFields([
    requiredText('reason', reason, 'task.reason.required'),
    deadlineError(deadline, facts),
  ]);
  if (refused) return refused;
  return [
    { type: 'TaskReturned', data: { reason: normalizeText(reason) } },
    ...deadlineMoved(task, deadline ?? task.deadline),
  ];
}

export function end(_: Task, { reason }: TaskBodies['end']): readonly TaskEvent[] {
  return [{ type: 'TaskEndedByContractor', data: { reason: normalizedOrNull(reason) } }];
}

export function restore(
  task: Task,
  { deadline }: TaskBodies['restore'],
  facts: TaskFacts,
): readonly TaskEvent[] | Refusal {
  const moved = deadlineMoved(task, deadline ?? task.deadline);
  if (moved.length > 0) {
    return refuseFields([deadlineError(deadline, facts)]) ?? [{ type: 'TaskRestored', data: {} }, ...moved];
  }
  return task.deadline !== null && hasPassed(task.deadline, facts)
    ? refuseField('deadline', 'task.deadline.new-required')
    : [{ type: 'TaskRestored', data: {} }];
}

export function endAutomatically(task: Task, _: object, facts: TaskFacts): readonly TaskEvent[] | Refusal {
  const over = overAtOf(task);
  if (over !== null && over <= facts.at) {
    return [{ type: 'TaskEndedAutomatically', data: { cause: 'meeting-over' } }];
  }
  const finish = facts.projectFinishDate ?? null;
  const finished = finish !== null && finish < localDay(facts.at, facts.zone);
  // One that was brought back after the project had finished goes on.
  const goesOn = finish !== null && task.restoredAt !== null && localDay(task.restoredAt, facts.zone) > finish;
  if (task.type === 'continuous' && finished && !goesOn) {
    return [{ type: 'TaskEndedAutomatically', data: { cause: 'project-finished' } }];
  }
  return refuse('task.not-over');
}

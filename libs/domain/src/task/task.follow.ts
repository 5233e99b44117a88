import { rankBetween } from '../kernel/rank';
import { isRefusal, type Refusal } from '../kernel/refusal';
import { pick } from '../kernel/tables';
import type { FollowedTask, Task } from './task';
import { budget, deadlineMoved, edit, estimate, plan } from './task.edits';
import type { TaskEvent } from './task.events';
import { editableFields } from './task.fields';
import type { TaskFacts } from './task.rules';

const allowed = (decided: readonly TaskEvent[] | Refusal): readonly TaskEvent[] => (isRefusal(decided) ? [] : decided);

function assigned(task: Task, to: number | null): TaskEvent[] {
  return task.solverId === to ? [] : [{ type: 'TaskAssigned', data: { from: task.solverId, to } }];
}

function participants(task: Task, wanted: FollowedTask): TaskEvent[] {
  return (['acknowledged', 'passive'] as const).flatMap((kind) => [
    ...task[kind]
      .filter((id) => !wanted.acknowledged.includes(id) && !wanted.passive.includes(id))
      .map((userId): TaskEvent => ({ type: 'ParticipantRemoved', data: { userId, kind } })),
    ...wanted[kind]
      .filter((id) => !task[kind].includes(id))
      .map((userId): TaskEvent => ({ type: 'ParticipantAdded', data: { userId, kind } })),
  ]);
}

function moved(task: Task, { projectId, boardId }: FollowedTask, { gap }: TaskFacts): TaskEvent[] {
  const from = { projectId: task.projectId, boardId: task.boardId };
  if (from.projectId === projectId && from.boardId === boardId) return [];
  const order = boardId === null ? null : rankBetween(gap?.before ?? null, null, task.id);
  return [{ type: 'TaskMoved', data: { from, to: { projectId, boardId }, order } }];
}

/**
 * An untouched task becomes what its repeated task would make now; `wanted` is null where that has no such occurrence any more. One
 * that a person has changed stays as it is.
 */
export function follow(
  task: Task,
  { wanted }: { readonly wanted: FollowedTask | null },
  facts: TaskFacts,
): TaskEvent[] {
  if (!task.repeated?.untouched) return [];
  if (wanted === null) return [{ type: 'TaskDeleted', data: {} }];
  const { deadline, shownDate, estimateMinutes } = wanted;
  return [
    ...allowed(
      edit({ ...task, deadline, estimateMinutes }, pick(wanted, editableFields), {
        ...facts,
        shown: wanted.files,
        // The definition names only people who can be named.
        nameable: { includes: () => true },
      }),
    ),
    ...assigned(task, wanted.solverId),
    ...deadlineMoved(task, deadline),
    ...plan(task, { shownDate }),
    ...(estimateMinutes === null ? [] : estimate(task, { estimateMinutes })),
    ...(wanted.budget === null ? [] : allowed(budget(task, { budget: wanted.budget }, facts))),
    ...participants(task, wanted),
    ...moved(task, wanted, facts),
  ];
}

import { localDay } from '../kernel/calendar';
import type { Day, Instant, Money } from '../kernel/message';
import { type FieldError, type Refusal, refuse, refuseField, refuseFields } from '../kernel/refusal';
import { mentionsIn, tidy } from '../kernel/text';
import {
  type EditableField,
  evolveTask,
  type FieldEdit,
  type FileReference,
  type ParticipantKind,
  type Task,
  type TaskEvent,
  type TaskFields,
} from './task';
import { commandRefusalOf, commentIn, fieldsIn, fileIn, taskActionOf } from './task.command-rights';
import { createTask, type NewTask } from './task.create';
import { taskFieldChecks, taskFieldErrors } from './task.fields';
import { moveTask, type WantedPlace } from './task.place';
import { stateRefusalOf } from './task.rights';
import {
  costReductionError,
  deadlineError,
  hasPassed,
  inUtc,
  mayName,
  meetingErrors,
  moneyError,
  participantsError,
  type TaskFacts,
  tidyOrNull,
  tidyTags,
} from './task.rules';

export type TaskCommand =
  | { readonly type: 'create'; readonly task: NewTask }
  | {
      readonly type: 'edit';
      readonly fields: Partial<TaskFields>;
      /** Files that the new description shows: they become the task's. */
      readonly images?: readonly FileReference[];
    }
  | { readonly type: 'assign'; readonly solverId: number | null }
  | { readonly type: 'complete'; readonly result: string }
  | {
      readonly type: 'accept';
      readonly reservation?: string | null;
      readonly rating?: number | null;
      readonly comment?: string | null;
      readonly costReduction?: Money | null;
    }
  | { readonly type: 'return'; readonly reason: string; readonly deadline?: Instant | null }
  | { readonly type: 'end'; readonly reason?: string | null }
  | { readonly type: 'endAutomatically' }
  | { readonly type: 'restore'; readonly deadline?: Instant | null }
  | { readonly type: 'deadline'; readonly deadline: Instant | null }
  | { readonly type: 'plan'; readonly shownDate: Day | null }
  | { readonly type: 'estimate'; readonly estimateMinutes: number }
  | { readonly type: 'budget'; readonly budget: Money }
  | ({ readonly type: 'move'; readonly beforeId?: number | null } & WantedPlace)
  | { readonly type: 'comment'; readonly text: string }
  | { readonly type: 'removeComment' | 'restoreComment'; readonly commentId: number }
  | { readonly type: 'addParticipant'; readonly userId: number; readonly kind: ParticipantKind }
  | { readonly type: 'removeParticipant'; readonly userId: number }
  | { readonly type: 'addFile'; readonly file: FileReference }
  | { readonly type: 'removeFile' | 'restoreFile'; readonly fileId: number }
  | { readonly type: 'delete' | 'undelete' };

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function edit(
  task: Task,
  given: Partial<TaskFields>,
  images: readonly FileReference[] = [],
): readonly TaskEvent[] | Refusal {
  const tidied: Partial<TaskFields> = {
    ...given,
    ...(given.name !== undefined && { name: tidy(given.name) }),
    ...(given.tags !== undefined && { tags: tidyTags(given.tags) }),
    ...(given.gitBranch !== undefined && { gitBranch: tidyOrNull(given.gitBranch) }),
    ...(given.externalUrl !== undefined && { externalUrl: tidyOrNull(given.externalUrl) }),
  };
  const refused = refuseFields([
    ...taskFieldErrors({ ...tidied, tags: given.tags }),
    ...meetingErrors({ ...task, type: given.type ?? task.type }),
  ]);
  if (refused) return refused;
  const changes = fieldsIn(given)
    .filter((field) => !same(task[field], tidied[field]))
    .map(
      (field: EditableField) =>
        ({ field, ...(field !== 'description' && { from: task[field] }), to: tidied[field] }) as FieldEdit,
    );
  if (changes.length === 0) return [];
  const added = images.filter(({ fileId }) => fileIn(task, fileId) === undefined);
  return [
    { type: 'TaskEdited', data: { changes } },
    ...added.map((file): TaskEvent => ({ type: 'DocumentAdded', data: file })),
  ];
}

function deadlineMoved(task: Task, given: Instant | null): readonly TaskEvent[] {
  const to = inUtc(given);
  return task.deadline === to ? [] : [{ type: 'DeadlineMoved', data: { from: task.deadline, to } }];
}

function moveDeadline(task: Task, to: Instant | null, facts: TaskFacts): readonly TaskEvent[] | Refusal {
  const moved = deadlineMoved(task, to);
  if (moved.length === 0) return moved;
  return refuseFields([deadlineError(to, facts), ...meetingErrors({ ...task, deadline: to })]) ?? moved;
}

function requiredText(path: string, value: string | null | undefined, missing: FieldError['code']): FieldError | null {
  return value === null || value === undefined || tidy(value) === ''
    ? { path, code: missing }
    : taskFieldChecks.text(value, path);
}

function optionalText(path: string, value: string | null | undefined): FieldError | null {
  return value === null || value === undefined ? null : taskFieldChecks.text(value, path);
}

const nextCommentId = (task: Task) => task.comments.reduce((last, { commentId }) => Math.max(last, commentId), 0) + 1;
const commentOf = (task: Task, text: string) => ({
  commentId: nextCommentId(task),
  text: tidy(text),
  mentions: mentionsIn(text),
});

function accept(
  task: Task,
  command: Extract<TaskCommand, { type: 'accept' }>,
  facts: TaskFacts,
): readonly TaskEvent[] | Refusal {
  const { reservation = null, rating = null, comment = null, costReduction = null } = command;
  const refused = refuseFields([
    reservation === null ? null : requiredText('reservation', reservation, 'task.reservation.required'),
    rating === null ? null : taskFieldChecks.rating(rating),
    optionalText('comment', comment),
    costReductionError(costReduction, facts),
  ]);
  if (refused) return refused;
  return [
    {
      type: 'TaskAccepted',
      data: {
        reservation: reservation === null ? null : tidy(reservation),
        rating,
        comment: comment === null || tidyOrNull(comment) === null ? null : commentOf(task, comment),
        costReduction,
      },
    },
  ];
}

function complete(task: Task, result: string): readonly TaskEvent[] | Refusal {
  const refused = refuseFields([requiredText('result', result, 'task.result.required')]);
  if (refused) return refused;
  const completed: TaskEvent = { type: 'TaskCompleted', data: { result: tidy(result) } };
  if (task.contractorId !== task.solverId) return [completed];
  return [
    completed,
    { type: 'TaskAccepted', data: { reservation: null, rating: null, comment: null, costReduction: null } },
  ];
}

function returnTask(
  task: Task,
  reason: string,
  deadline: Instant | null | undefined,
  facts: TaskFacts,
): readonly TaskEvent[] | Refusal {
  const refused = refuseFields([
    requiredText('reason', reason, 'task.reason.required'),
    deadlineError(deadline, facts),
  ]);
  if (refused) return refused;
  return [{ type: 'TaskReturned', data: { reason: tidy(reason) } }, ...deadlineMoved(task, deadline ?? task.deadline)];
}

function restore(task: Task, deadline: Instant | null | undefined, facts: TaskFacts): readonly TaskEvent[] | Refusal {
  const moved = deadlineMoved(task, deadline ?? task.deadline);
  if (moved.length > 0) {
    return refuseFields([deadlineError(deadline, facts)]) ?? [{ type: 'TaskRestored', data: {} }, ...moved];
  }
  return task.deadline !== null && hasPassed(task.deadline, facts)
    ? refuseField('deadline', 'task.deadline.new-required')
    : [{ type: 'TaskRestored', data: {} }];
}

function endAutomatically(task: Task, facts: TaskFacts): readonly TaskEvent[] | Refusal {
  if (task.type === 'meeting' && task.deadline !== null) {
    const over = Date.parse(task.deadline) + (task.estimateMinutes ?? 0) * 60_000;
    if (over <= Date.parse(facts.at)) return [{ type: 'TaskEndedAutomatically', data: { cause: 'meeting-over' } }];
  }
  const finish = facts.projectFinishDate ?? null;
  if (task.type === 'continuous' && finish !== null && finish < localDay(facts.at, facts.zone)) {
    return [{ type: 'TaskEndedAutomatically', data: { cause: 'project-finished' } }];
  }
  return refuse('task.not-over');
}

function restoreComment(task: Task, commentId: number): readonly TaskEvent[] | Refusal {
  const { deleted } = commentIn(task, commentId)!;
  return deleted ? [{ type: 'CommentRestored', data: { commentId } }] : refuse('task.comment.there');
}

function restoreFile(task: Task, fileId: number): readonly TaskEvent[] | Refusal {
  const { deleted } = fileIn(task, fileId)!;
  return deleted ? [{ type: 'DocumentRestored', data: { fileId } }] : refuse('task.file.there');
}

function addParticipant(
  task: Task,
  userId: number,
  kind: ParticipantKind,
  facts: TaskFacts,
): readonly TaskEvent[] | Refusal {
  if (task[kind].includes(userId)) return [];
  if (!mayName(userId, facts)) return refuseField('userId', 'task.participant.unknown');
  const others = [...task.acknowledged, ...task.passive].filter((id) => id !== userId);
  const refused = refuseFields([participantsError(others.length + 1, 'userId')]);
  if (refused) return refused;
  return [{ type: 'ParticipantAdded', data: { userId, kind } }];
}

function removeParticipant(task: Task, userId: number): readonly TaskEvent[] {
  const kind = task.acknowledged.includes(userId) ? 'acknowledged' : 'passive';
  return [{ type: 'ParticipantRemoved', data: { userId, kind } }];
}

function assign(task: Task, solverId: number | null, facts: TaskFacts): readonly TaskEvent[] | Refusal {
  if (task.solverId === solverId) return [];
  if (solverId !== null && !mayName(solverId, facts)) return refuseField('solverId', 'task.solver.unknown');
  return [{ type: 'TaskAssigned', data: { from: task.solverId, to: solverId } }];
}

function plan(task: Task, to: Day | null): readonly TaskEvent[] | Refusal {
  const refused = refuseFields(taskFieldErrors({ shownDate: to }));
  if (refused) return refused;
  return task.shownDate === to ? [] : [{ type: 'TaskPlanned', data: { from: task.shownDate, to } }];
}

function estimate(task: Task, to: number): readonly TaskEvent[] | Refusal {
  const refused = refuseFields([taskFieldChecks.estimateMinutes(to)]);
  if (refused) return refused;
  const from = task.estimateMinutes;
  if (from === to) return [];
  return [{ type: from === null || to > from ? 'EstimateIncreased' : 'EstimateReduced', data: { from, to } }];
}

function budget(task: Task, to: Money, facts: TaskFacts): readonly TaskEvent[] | Refusal {
  const refused = refuseFields([moneyError(to, 'budget', facts)]);
  if (refused) return refused;
  const from = task.budget;
  if (from?.amount === to.amount && from.currency === to.currency) return [];
  const raised = from === null || Number(to.amount) > Number(from.amount);
  return [{ type: raised ? 'BudgetAdded' : 'BudgetReduced', data: { from, to } }];
}

/** The one function that says what may happen to a task. Nothing is appended when nothing would change. */
export function decideTask(task: Task | null, command: TaskCommand, facts: TaskFacts): readonly TaskEvent[] | Refusal {
  if (command.type === 'create') return task === null ? createTask(command.task, facts) : [];
  if (task === null) return refuse('task.not-found');
  const surroundings = { waiting: facts.waitingFor.length > 0, openSubtasks: facts.openSubtasks.length };
  const refused =
    commandRefusalOf(task, command, facts.actor) ?? stateRefusalOf(taskActionOf[command.type], task, surroundings);
  if (refused === 'task.open-subtasks') return refuse(refused, { details: { subtasks: facts.openSubtasks } });
  if (refused) return refuse(refused);
  switch (command.type) {
    case 'edit':
      return edit(task, command.fields, command.images);
    case 'assign':
      return assign(task, command.solverId, facts);
    case 'complete':
      return complete(task, command.result);
    case 'accept':
      return accept(task, command, facts);
    case 'return':
      return returnTask(task, command.reason, command.deadline, facts);
    case 'end':
      return (
        refuseFields([optionalText('reason', command.reason)]) ?? [
          { type: 'TaskEndedByContractor', data: { reason: tidyOrNull(command.reason) } },
        ]
      );
    case 'endAutomatically':
      return endAutomatically(task, facts);
    case 'restore':
      return restore(task, command.deadline, facts);
    case 'deadline':
      return moveDeadline(task, command.deadline, facts);
    case 'plan':
      return plan(task, command.shownDate);
    case 'estimate':
      return estimate(task, command.estimateMinutes);
    case 'budget':
      return budget(task, command.budget, facts);
    case 'move':
      return moveTask(task, command, facts);
    case 'comment':
      return (
        refuseFields([requiredText('text', command.text, 'task.comment.required')]) ?? [
          { type: 'CommentAdded', data: commentOf(task, command.text) },
        ]
      );
    case 'removeComment':
      return [{ type: 'CommentRemoved', data: { commentId: command.commentId } }];
    case 'restoreComment':
      return restoreComment(task, command.commentId);
    case 'addParticipant':
      return addParticipant(task, command.userId, command.kind, facts);
    case 'removeParticipant':
      return removeParticipant(task, command.userId);
    case 'addFile':
      return task.files.some(({ fileId }) => fileId === command.file.fileId)
        ? []
        : [{ type: 'DocumentAdded', data: command.file }];
    case 'removeFile':
      return [{ type: 'DocumentRemoved', data: { fileId: command.fileId } }];
    case 'restoreFile':
      return restoreFile(task, command.fileId);
    case 'delete':
      return [{ type: 'TaskDeleted', data: {} }];
    case 'undelete':
      return [{ type: 'TaskUndeleted', data: {} }];
  }
}

export const taskDecider = { initial: null as Task | null, evolve: evolveTask, decide: decideTask };

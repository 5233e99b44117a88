import { localDay } from '../kernel/calendar';
import { limits } from '../kernel/limits';
import type { Day, Instant, Money } from '../kernel/message';
import { type FieldError, type Refusal, refuse, refuseField } from '../kernel/refusal';
import { codePoints, mentionsIn, tidy } from '../kernel/text';
import {
  type EditableField,
  editableFields,
  evolveTask,
  type FieldEdit,
  type FileReference,
  type ParticipantKind,
  type Task,
  type TaskCreatedData,
  type TaskEvent,
  type TaskFields,
} from './task';
import { taskFieldChecks } from './task.fields';
import { type Actor, may, partsOf, refusalOf, solverFields, type TaskAction } from './task.rights';

/** A task to be created: only number and name are required; everything else is null, empty or the default when absent. */
export type NewTask = Pick<TaskCreatedData, 'taskId' | 'name'> &
  Partial<Omit<TaskCreatedData, 'contractorId'>> & {
    /** the creator when absent */
    readonly contractorId?: number | null;
  };

export type TaskCommand =
  | { readonly type: 'create'; readonly task: NewTask }
  | { readonly type: 'edit'; readonly fields: Partial<TaskFields> }
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
  | { readonly type: 'comment'; readonly text: string }
  | { readonly type: 'removeComment' | 'restoreComment'; readonly commentId: number }
  | { readonly type: 'addParticipant'; readonly userId: number; readonly kind: ParticipantKind }
  | { readonly type: 'removeParticipant'; readonly userId: number }
  | { readonly type: 'addFile'; readonly file: FileReference }
  | { readonly type: 'removeFile' | 'restoreFile'; readonly fileId: number }
  | { readonly type: 'delete' | 'undelete' };

/** What a decision needs besides the task's own history; it comes in as data. */
export interface TaskFacts {
  readonly actor: Actor;
  readonly at: Instant;
  /** IANA name of the installation's zone: days are days in it. */
  readonly zone: string;
  readonly currency: string;
  /** Of the people that the command names, those whom the actor may name: known, active, no auditors, seen by a collaborator. */
  readonly nameable: readonly number[];
  /** Predecessors that are not solved. */
  readonly waitingFor: readonly number[];
  readonly openSubtasks: readonly { readonly id: number; readonly name: string }[];
  /** create: the parent as it is; null when the actor does not see it, undefined when none is named. */
  readonly parent?: Task | null;
  /** create: of the predecessors named, those that the actor sees. */
  readonly knownPredecessors?: readonly number[];
  /** endAutomatically: the project's finish date. */
  readonly projectFinishDate?: Day | null;
}

const passed = (deadline: Instant, facts: TaskFacts) => localDay(deadline, facts.zone) < localDay(facts.at, facts.zone);

function deadlineError(deadline: Instant | null | undefined, facts: TaskFacts): FieldError | null {
  if (deadline === null || deadline === undefined) return null;
  return passed(deadline, facts) ? { path: 'deadline', code: 'task.deadline.past' } : null;
}

/** One refusal of several fields at once. */
function refuseFields(errors: readonly FieldError[]): Refusal | null {
  const [first] = errors;
  if (first === undefined) return null;
  return errors.length === 1
    ? refuse(first.code, { params: first.params, errors })
    : refuse('validation.failed', { errors });
}

function moneyError(money: Money | null | undefined, path: string, facts: TaskFacts): FieldError | null {
  if (money === null || money === undefined) return null;
  const right = /^\d{1,12}\.\d{2}$/.test(money.amount) && money.currency === facts.currency;
  return right ? null : { path, code: 'validation.money', params: { currency: facts.currency } };
}

const present = (errors: readonly (FieldError | null)[]) => errors.filter((error) => error !== null);

/** Field checks of what is there; null and absent ones pass. */
export function taskFieldErrors(fields: Partial<Record<keyof typeof taskFieldChecks, unknown>>): FieldError[] {
  return present(
    Object.entries(taskFieldChecks).map(([name, check]) => {
      const value = fields[name as keyof typeof taskFieldChecks];
      return value === null || value === undefined ? null : (check as (value: unknown) => FieldError | null)(value);
    }),
  );
}

const tidyTags = (tags: readonly string[]) => [...new Set(tags.map(tidy))];

const sortedOut = (ids: readonly number[] | undefined) => [...new Set(ids ?? [])];

function create(given: NewTask, facts: TaskFacts): readonly TaskEvent[] | Refusal {
  const { actor } = facts;
  if (actor.role === 'auditor') return refuse('task.auditor');
  if (facts.parent !== undefined && facts.parent !== null) {
    const parts = partsOf(facts.parent, actor);
    const refused = refusalOf('subtasks', facts.parent, parts, { waiting: false, openSubtasks: 0 });
    if (refused) return refuse(refused);
  }
  const contractorId = given.contractorId ?? actor.id;
  if (contractorId === null) return refuseField('contractorId', 'task.contractor.unknown');
  const task: TaskCreatedData = {
    taskId: given.taskId,
    name: tidy(given.name),
    description: given.description ?? '',
    type: given.type ?? 'normal',
    priority: given.priority ?? limits.priority.default,
    deadline: given.deadline ?? null,
    shownDate: given.shownDate ?? null,
    contractorId,
    solverId: given.solverId ?? null,
    projectId: given.projectId ?? null,
    boardId: given.boardId ?? null,
    parentId: given.parentId ?? null,
    predecessors: sortedOut(given.predecessors),
    acknowledged: sortedOut(given.acknowledged),
    passive: sortedOut(given.passive).filter((id) => !given.acknowledged?.includes(id)),
    tags: tidyTags(given.tags ?? []),
    estimateMinutes: given.estimateMinutes ?? null,
    budget: given.budget ?? null,
    gitBranch: given.gitBranch ? tidy(given.gitBranch) : null,
    externalUrl: given.externalUrl ? tidy(given.externalUrl) : null,
    files: given.files ?? [],
  };
  const unnamed = (id: number) => id !== actor.id && !facts.nameable.includes(id);
  const people = (ids: readonly number[], path: string) =>
    ids.map((id, index): FieldError | null =>
      unnamed(id) ? { path: `${path}.${index}`, code: 'task.participant.unknown' } : null,
    );
  const refused = refuseFields([
    ...taskFieldErrors(task),
    ...present([
      deadlineError(task.deadline, facts),
      moneyError(task.budget, 'budget', facts),
      facts.parent === null ? { path: 'parentId', code: 'task.parent.unknown' } : null,
      unnamed(task.contractorId) ? { path: 'contractorId', code: 'task.contractor.unknown' } : null,
      task.solverId !== null && unnamed(task.solverId) ? { path: 'solverId', code: 'task.solver.unknown' } : null,
      ...people(task.acknowledged, 'acknowledged'),
      ...people(task.passive, 'passive'),
      ...task.predecessors.map((id, index): FieldError | null =>
        facts.knownPredecessors?.includes(id)
          ? null
          : { path: `predecessors.${index}`, code: 'task.predecessor.unknown' },
      ),
      task.projectId === null ? null : { path: 'projectId', code: 'project.not-found' },
      task.boardId === null ? null : { path: 'boardId', code: 'board.not-found' },
    ]),
    ...meetingErrors(task),
  ]);
  if (refused) return refused;
  return [{ type: contractorId === actor.id ? 'TaskCreated' : 'TaskCreatedForContractor', data: task }];
}

function meetingErrors(task: Pick<Task, 'type' | 'deadline' | 'estimateMinutes'>): FieldError[] {
  if (task.type !== 'meeting') return [];
  return present([
    task.deadline === null ? { path: 'deadline', code: 'task.deadline.required' } : null,
    task.estimateMinutes === null ? { path: 'estimateMinutes', code: 'task.estimate.required' } : null,
  ]);
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function edit(task: Task, given: Partial<TaskFields>, facts: TaskFacts): readonly TaskEvent[] | Refusal {
  const parts = partsOf(task, facts.actor);
  const named = editableFields.filter((field) => given[field] !== undefined);
  if (!may(parts, 'editAnyField') && named.some((field) => !solverFields.includes(field)))
    return refuse('task.forbidden');
  const tidied: Partial<TaskFields> = {
    ...given,
    ...(given.name !== undefined && { name: tidy(given.name) }),
    ...(given.tags !== undefined && { tags: tidyTags(given.tags) }),
    ...(given.gitBranch !== undefined && { gitBranch: tidy(given.gitBranch ?? '') || null }),
    ...(given.externalUrl !== undefined && { externalUrl: tidy(given.externalUrl ?? '') || null }),
  };
  const refused = refuseFields([...taskFieldErrors(tidied), ...meetingErrors({ ...task, ...tidied })]);
  if (refused) return refused;
  const changes = named
    .filter((field) => !same(task[field], tidied[field]))
    .map(
      (field: EditableField) =>
        ({ field, ...(field !== 'description' && { from: task[field] }), to: tidied[field] }) as FieldEdit,
    );
  return changes.length === 0 ? [] : [{ type: 'TaskEdited', data: { changes } }];
}

function moveDeadline(task: Task, to: Instant | null | undefined, facts: TaskFacts): readonly TaskEvent[] | Refusal {
  if (to === undefined || task.deadline === to) return [];
  const error = deadlineError(to, facts);
  if (error) return refuseField(error.path, error.code);
  if (to === null && task.type === 'meeting') return refuseField('deadline', 'task.deadline.required');
  return [{ type: 'DeadlineMoved', data: { from: task.deadline, to } }];
}

function requiredText(path: string, value: string | null | undefined, missing: FieldError['code']): FieldError | null {
  return value === null || value === undefined || tidy(value) === ''
    ? { path, code: missing }
    : taskFieldChecks.text(value, path);
}

function optionalText(path: string, value: string | null | undefined): FieldError | null {
  return value === null || value === undefined ? null : taskFieldChecks.text(value, path);
}

const nextCommentId = (task: Task) => Math.max(0, ...task.comments.map(({ commentId }) => commentId)) + 1;
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
  const refused = refuseFields(
    present([
      reservation === null ? null : requiredText('reservation', reservation, 'task.reservation.required'),
      rating === null ? null : taskFieldChecks.rating(rating),
      optionalText('comment', comment),
      moneyError(costReduction, 'costReduction', facts),
    ]),
  );
  if (refused) return refused;
  return [
    {
      type: 'TaskAccepted',
      data: {
        reservation: reservation === null ? null : tidy(reservation),
        rating,
        comment: comment === null || tidy(comment) === '' ? null : commentOf(task, comment),
        costReduction,
      },
    },
  ];
}

function complete(task: Task, result: string): readonly TaskEvent[] | Refusal {
  const refused = refuseFields(present([requiredText('result', result, 'task.result.required')]));
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
  const refused = refuseFields(
    present([requiredText('reason', reason, 'task.reason.required'), deadlineError(deadline, facts)]),
  );
  if (refused) return refused;
  const moved = moveDeadline(task, deadline ?? undefined, facts);
  return 'refused' in moved ? moved : [{ type: 'TaskReturned', data: { reason: tidy(reason) } }, ...moved];
}

function restore(task: Task, deadline: Instant | null | undefined, facts: TaskFacts): readonly TaskEvent[] | Refusal {
  const hasPassed = task.deadline !== null && Date.parse(task.deadline) < Date.parse(facts.at);
  if (hasPassed && (deadline === null || deadline === undefined)) {
    return refuseField('deadline', 'task.deadline.new-required');
  }
  const moved = moveDeadline(task, deadline ?? undefined, facts);
  return 'refused' in moved ? moved : [{ type: 'TaskRestored', data: {} }, ...moved];
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

function restorable(
  found: { readonly deleted: boolean } | undefined,
  remove: boolean,
  codes: { readonly unknown: FieldError['code']; readonly there: FieldError['code'] },
): Refusal | null {
  if (found === undefined || (remove && found.deleted)) return refuse(codes.unknown);
  return !remove && !found.deleted ? refuse(codes.there) : null;
}

function removeOrRestoreComment(
  task: Task,
  commentId: number,
  remove: boolean,
  facts: TaskFacts,
): readonly TaskEvent[] | Refusal {
  const found = task.comments.find((comment) => comment.commentId === commentId);
  const refused = restorable(found, remove, { unknown: 'task.comment.unknown', there: 'task.comment.there' });
  if (refused?.refused === 'task.comment.unknown') return refused;
  const parts = partsOf(task, facts.actor);
  if (found!.by !== facts.actor.id && !may(parts, 'removeAnyComment')) return refuse('task.forbidden');
  return refused ?? [{ type: remove ? 'CommentRemoved' : 'CommentRestored', data: { commentId } }];
}

function removeOrRestoreFile(task: Task, fileId: number, remove: boolean): readonly TaskEvent[] | Refusal {
  const found = task.files.find((file) => file.fileId === fileId);
  const refused = restorable(found, remove, { unknown: 'task.file.unknown', there: 'task.file.there' });
  return refused ?? [{ type: remove ? 'DocumentRemoved' : 'DocumentRestored', data: { fileId } }];
}

function addParticipant(
  task: Task,
  userId: number,
  kind: ParticipantKind,
  facts: TaskFacts,
): readonly TaskEvent[] | Refusal {
  if (task[kind].includes(userId)) return [];
  if (!facts.nameable.includes(userId)) return refuseField('userId', 'task.participant.unknown');
  return [{ type: 'ParticipantAdded', data: { userId, kind } }];
}

function removeParticipant(task: Task, userId: number): readonly TaskEvent[] | Refusal {
  const kind = (['acknowledged', 'passive'] as const).find((name) => task[name].includes(userId));
  return kind === undefined
    ? refuse('task.participant.not-there')
    : [{ type: 'ParticipantRemoved', data: { userId, kind } }];
}

function assign(task: Task, solverId: number | null, facts: TaskFacts): readonly TaskEvent[] | Refusal {
  if (task.solverId === solverId) return [];
  if (solverId !== null && !facts.nameable.includes(solverId)) return refuseField('solverId', 'task.solver.unknown');
  return [{ type: 'TaskAssigned', data: { from: task.solverId, to: solverId } }];
}

function estimate(task: Task, to: number): readonly TaskEvent[] | Refusal {
  const error = taskFieldChecks.estimateMinutes(to);
  if (error) return refuseField(error.path, error.code, error.params);
  const from = task.estimateMinutes;
  if (from === to) return [];
  return [{ type: from === null || to > from ? 'EstimateIncreased' : 'EstimateReduced', data: { from, to } }];
}

function budget(task: Task, to: Money, facts: TaskFacts): readonly TaskEvent[] | Refusal {
  const error = moneyError(to, 'budget', facts);
  if (error) return refuseField(error.path, error.code, error.params);
  const from = task.budget;
  if (from !== null && same(from.amount, to.amount) && from.currency === to.currency) return [];
  const raised = from === null || Number(to.amount) > Number(from.amount);
  return [{ type: raised ? 'BudgetAdded' : 'BudgetReduced', data: { from, to } }];
}

/** The action whose right and states a command needs. */
const actionOf: Record<Exclude<TaskCommand['type'], 'create'>, TaskAction | 'endAutomatically'> = {
  edit: 'edit',
  assign: 'assign',
  complete: 'complete',
  accept: 'accept',
  return: 'return',
  end: 'end',
  endAutomatically: 'endAutomatically',
  restore: 'restore',
  deadline: 'deadline',
  plan: 'plan',
  estimate: 'estimate',
  budget: 'budget',
  comment: 'comments',
  removeComment: 'comments',
  restoreComment: 'comments',
  addParticipant: 'participants',
  removeParticipant: 'participants',
  addFile: 'files',
  removeFile: 'files',
  restoreFile: 'files',
  delete: 'delete',
  undelete: 'undelete',
};

/** The one function that says what may happen to a task. Nothing is appended when nothing would change. */
export function decideTask(task: Task | null, command: TaskCommand, facts: TaskFacts): readonly TaskEvent[] | Refusal {
  if (command.type === 'create') return task === null ? create(command.task, facts) : [];
  if (task === null) return refuse('task.not-found');
  const parts = partsOf(task, facts.actor);
  const takesThemselvesOut =
    command.type === 'removeParticipant' &&
    command.userId === facts.actor.id &&
    may(parts, 'view') &&
    !parts.has('auditor');
  const refused = refusalOf(
    actionOf[command.type],
    task,
    takesThemselvesOut ? new Set([...parts, 'contractor']) : parts,
    { waiting: facts.waitingFor.length > 0, openSubtasks: facts.openSubtasks.length },
  );
  if (refused === 'task.open-subtasks') return refuse(refused, { details: { subtasks: facts.openSubtasks } });
  if (refused) return refuse(refused);
  switch (command.type) {
    case 'edit':
      return edit(task, command.fields, facts);
    case 'assign':
      return assign(task, command.solverId, facts);
    case 'complete':
      return complete(task, command.result);
    case 'accept':
      return accept(task, command, facts);
    case 'return':
      return returnTask(task, command.reason, command.deadline, facts);
    case 'end': {
      const error = optionalText('reason', command.reason);
      if (error) return refuseField(error.path, error.code, error.params);
      return [{ type: 'TaskEndedByContractor', data: { reason: tidy(command.reason ?? '') || null } }];
    }
    case 'endAutomatically':
      return endAutomatically(task, facts);
    case 'restore':
      return restore(task, command.deadline, facts);
    case 'deadline':
      return moveDeadline(task, command.deadline, facts);
    case 'plan':
      return task.shownDate === command.shownDate
        ? []
        : [{ type: 'TaskPlanned', data: { from: task.shownDate, to: command.shownDate } }];
    case 'estimate':
      return estimate(task, command.estimateMinutes);
    case 'budget':
      return budget(task, command.budget, facts);
    case 'comment': {
      const error = requiredText('text', command.text, 'task.comment.required');
      if (error) return refuseField(error.path, error.code, error.params);
      return [{ type: 'CommentAdded', data: commentOf(task, command.text) }];
    }
    case 'removeComment':
    case 'restoreComment':
      return removeOrRestoreComment(task, command.commentId, command.type === 'removeComment', facts);
    case 'addParticipant':
      return addParticipant(task, command.userId, command.kind, facts);
    case 'removeParticipant':
      return removeParticipant(task, command.userId);
    case 'addFile':
      return task.files.some(({ fileId }) => fileId === command.file.fileId)
        ? []
        : [{ type: 'DocumentAdded', data: command.file }];
    case 'removeFile':
    case 'restoreFile':
      return removeOrRestoreFile(task, command.fileId, command.type === 'removeFile');
    case 'delete':
      return [{ type: 'TaskDeleted', data: {} }];
    case 'undelete':
      return [{ type: 'TaskUndeleted', data: {} }];
  }
}

export const taskDecider = { initial: null as Task | null, evolve: evolveTask, decide: decideTask };

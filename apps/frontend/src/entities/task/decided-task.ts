import {
  type CommandAnswer,
  type CommentAnswer,
  ownDetailOf,
  plainValuesIn,
  rowOf,
  type TaskAnswer,
  type TaskGraphEdge,
  type TaskNames,
  type TaskRowAnswer,
} from '@gos/contract';
import {
  canOfTask,
  commentNamedBy,
  type Dependencies,
  type DependencyEvent,
  dependenciesAggregate,
  edgesOf,
  evolveDependencies,
  evolveTask,
  type Instant,
  type KnownComment,
  leadsTo,
  type NewTask,
  noBlockers,
  personFields,
  plainFieldNames,
  type Refusal,
  type Task,
  type TaskEvent,
  type TaskFacts,
  taskAggregate,
} from '@gos/domain';
import { same } from '@gos/domain/kernel/values';
import type { Reader } from '../user/use-reader';
import type { ChangeNames, ChangeOfType, TaskChange } from './task-changes';
import { blockersOf, subjectOf } from './task-subject';

/** The domain's own decision on a change in the browser. This module is a chunk of its own. */

const idsOf = (references: readonly { readonly id: number }[]) => references.map(({ id }) => id);

const noDetail = { description: '', files: [], subtasks: [], result: null, costReduction: null };

/** Returns the domain's state from an answer; missing parts get neutral values. A new field must be added here to compile. */
function stateOf(answer: TaskRowAnswer | TaskAnswer, comments: readonly CommentAnswer[] = []): Task {
  const { description, files, subtasks, result, costReduction } = 'description' in answer ? answer : noDetail;
  return {
    id: answer.id,
    revision: answer.revision,
    name: answer.name,
    description,
    tags: answer.tags,
    ...plainValuesIn(answer, plainFieldNames),
    state: answer.state,
    outcome: answer.outcome,
    deadline: answer.deadline,
    shownDate: answer.shownDate,
    createdAt: answer.createdAt,
    createdBy: null,
    contractorId: answer.contractor.id,
    solverId: answer.solver?.id ?? null,
    projectId: answer.project?.id ?? null,
    boardId: answer.board?.id ?? null,
    order: answer.order,
    parentId: answer.parent?.id ?? null,
    hostLink: null,
    movedFrom: null,
    subtasks: idsOf(subtasks),
    acknowledged: idsOf(answer.participants.acknowledged),
    passive: idsOf(answer.participants.passive),
    estimateMinutes: answer.estimateMinutes,
    budget: answer.budget,
    costReduction,
    files: files.map(({ id, addedBy, ...file }) => ({
      ...file,
      fileId: id,
      sha256: '',
      addedBy: addedBy?.id ?? null,
      deleted: false,
    })),
    comments: {
      count: Math.max(0, ...comments.map(({ id }) => id)),
      bytes: 0,
      removed: comments.flatMap(({ id, deleted }) => (deleted ? [id] : [])),
    },
    result,
    completedAt: null,
    completedBy: null,
    solvedAt: null,
    acceptedBy: null,
    reservation: answer.reservation,
    rating: answer.rating,
    deleted: false,
    repeated: answer.repeatedTask && { id: answer.repeatedTask.id, number: 0, deadline: '', untouched: false },
    dueSince: answer.createdAt,
    reminded: [],
    restoredAt: null,
  };
}

/** The facts besides the task that a decision in the browser uses; a missing fact never refuses. */
export interface DecisionContext {
  readonly reader: Reader;
  readonly at: Instant;
  readonly zone: string;
  readonly currency: string;
  readonly comments: readonly CommentAnswer[];
  /** The ranks between which a move goes. */
  readonly gap: NonNullable<TaskFacts['gap']>;
  /** The predecessors that are known, of every task. */
  readonly edges: readonly TaskGraphEdge[];
}

export type Occurred = TaskEvent | DependencyEvent;

/** The predicted result of a change on the server. */
export interface Decided {
  readonly events: readonly Occurred[];
  /** null: it is deleted */
  rowAfter(row: TaskRowAnswer): TaskRowAnswer | null;
  detailAfter(detail: TaskAnswer): TaskAnswer;
}

const everybody = { includes: () => true };

type Around = Pick<DecisionContext, 'reader' | 'at' | 'zone' | 'currency' | 'gap'>;

function factsOf(
  { reader: actor, at, zone, currency, gap }: Around,
  { project, board, person }: ChangeNames = {},
  { waiting, openSubtasks } = noBlockers,
): TaskFacts {
  return {
    actor,
    at,
    zone,
    currency,
    nameable: everybody,
    waitingFor: waiting ? [0] : [],
    openSubtasks: Array.from({ length: openSubtasks }, () => ({ id: 0, name: null })),
    project: project ? { id: project.id, active: true } : null,
    board: project && board ? { id: board.id, projectId: project.id, solverId: person?.id ?? null } : null,
    gap,
    knownPredecessors: everybody,
  };
}

function dependenciesAfter(
  taskId: number,
  answer: TaskRowAnswer | null,
  change: ChangeOfType<'addPredecessor' | 'removePredecessor'>,
  { reader, edges }: DecisionContext,
): readonly Occurred[] | Refusal {
  const known = edges.reduce<Dependencies>(
    (state, { from, to }) =>
      evolveDependencies(state, { type: 'PredecessorAdded', data: { taskId: to, predecessorId: from } }),
    null,
  );
  const body = { taskId, predecessorId: change.body.taskId };
  if (answer !== null) {
    const facts = { actor: reader, task: stateOf(answer), predecessorKnown: true };
    return dependenciesAggregate.decide(known, { type: change.type, body }, facts, 0);
  }
  // A task of the network whose row is held nowhere: its rights are not known here.
  const circle = change.type === 'addPredecessor' && leadsTo(edgesOf(known), body.predecessorId, taskId);
  return circle
    ? []
    : [{ type: change.type === 'addPredecessor' ? 'PredecessorAdded' : 'PredecessorRemoved', data: body }];
}

/** The comment that a change is about or answers. */
function knownComment(change: TaskChange, comments: readonly CommentAnswer[]): KnownComment | null {
  const id = commentNamedBy(change);
  const found = comments.find((one) => one.id === id);
  return (
    (found && {
      ...found,
      by: found.by?.id ?? null,
      reactions: found.reactions.map(({ emoji, users }) => ({ emoji, users: idsOf(users) })),
    }) ??
    null
  );
}

function eventsOf(
  id: number,
  answer: TaskRowAnswer | null,
  change: TaskChange,
  around: DecisionContext,
): readonly Occurred[] | Refusal {
  if (change.type === 'addPredecessor' || change.type === 'removePredecessor') {
    return dependenciesAfter(id, answer, change, around);
  }
  if (answer === null) return [];
  const facts = { ...factsOf(around, change.names, answer), parent: stateOf(answer) };
  if (change.type !== 'createSubtask') {
    const known = knownComment(change, around.comments);
    return taskAggregate.decide(stateOf(answer, around.comments), change, { ...facts, known }, id);
  }
  const body = { ...change.body, underId: id };
  return taskAggregate.decide(null, { type: 'createSubtask', body }, facts, 0);
}

/** The row of a task that the server has just created. */
export function rowOfNew(
  { id, revision }: Pick<CommandAnswer, 'id' | 'revision'>,
  body: NewTask,
  names: ChangeNames,
  around: Around,
): TaskRowAnswer | null {
  const { project = null, board = null, person = null } = names;
  const { reader, at } = around;
  // The server has accepted the change, so rights are not checked again.
  const facts = factsOf({ ...around, reader: { ...reader, role: 'admin' } }, names);
  const events = taskAggregate.decide(null, { type: 'create', body }, facts, id);
  if ('refused' in events) return null;
  const task = events.reduce<Task | null>(
    (state, event) => evolveTask(state, { ...event, metadata: { at, actor: reader.id } }),
    null,
  );
  const people: Named = [person, ...(names.people ?? []), reader];
  return (
    task &&
    rowOf(
      { ...task, revision },
      { waiting: false, openSubtasks: 0, spentMinutes: 0, usedBudget: null },
      {
        person: (one) => ({ id: one, name: find(one, people)?.name ?? `#${one}` }),
        project: () => project,
        board: () => board,
        parent: () => null,
        repeatedTask: () => null,
      },
    )
  );
}

type Named = readonly ({ readonly id: number; readonly name: string } | null | undefined)[];
const find = (id: number | null, known: Named) => known.find((one) => one?.id === id) ?? null;

function namesOf(answer: TaskRowAnswer, { names = {} }: TaskChange, reader: Reader): TaskNames {
  const { contractor, solver, participants } = answer;
  const named = personFields.map((field) => answer[field]);
  const others = [...participants.acknowledged, ...participants.passive, ...named];
  const people = [contractor, solver, ...others, ...(names.people ?? []), names.person, reader];
  return {
    person: (id) => ({ id, name: find(id, people)?.name ?? `#${id}` }),
    project: (id) => find(id, [answer.project, names.project]),
    board: (id) => find(id, [answer.board, names.board]),
    parent: () => answer.parent,
    repeatedTask: () => answer.repeatedTask,
  };
}

/** Returns the fields that differ, except the revision, which only the server knows. */
function differences<T extends object>(was: T, is: T): Partial<T> {
  const changed = (Object.keys(is) as (keyof T)[]).filter((name) => name !== 'revision' && !same(was[name], is[name]));
  return Object.fromEntries(changed.map((name) => [name, is[name]])) as Partial<T>;
}

/**
 * Returns the links to other tasks after the change; the task's own events don't contain them.
 * @param best the detail, where it is held: a row does not know for how many others its task waits
 */
function linksAfter(
  answer: TaskRowAnswer | TaskAnswer,
  event: Occurred,
  names: ChangeNames,
  best: TaskAnswer | null,
): Partial<TaskAnswer> {
  const detail = 'subtasks' in answer ? answer : null;
  switch (event.type) {
    case 'PredecessorAdded': {
      const { task = { id: event.data.predecessorId, name: null, state: null } } = names;
      const others = detail?.predecessors.filter(({ id }) => id !== task.id) ?? [];
      const waiting = answer.waiting || task.state !== 'solved';
      return { waiting, ...(detail && { predecessors: [...others, task] }) };
    }
    case 'PredecessorRemoved': {
      const known = detail ?? best;
      if (known === null) return {};
      const predecessors = known.predecessors.filter(({ id }) => id !== event.data.predecessorId);
      const waiting = answer.waiting && predecessors.some(({ state }) => state !== 'solved');
      return { waiting, ...(detail && { predecessors }) };
    }
    case 'TaskCreated': {
      const openSubtasks = answer.openSubtasks + 1;
      if (detail === null) return { openSubtasks };
      const { name, solverId } = event.data;
      const state = solverId === null ? 'created' : 'assigned';
      // Below every real number until the answer brings the true one.
      const subtask = { id: -1 - detail.subtasks.length, name, state, solver: names.person ?? null } as const;
      return { openSubtasks, subtasks: [...detail.subtasks, subtask] };
    }
    default:
      return {};
  }
}

const ofItself = (event: Occurred): event is TaskEvent =>
  event.type !== 'PredecessorAdded' && event.type !== 'PredecessorRemoved' && event.type !== 'TaskCreated';

/**
 * Null when the change is refused or changes nothing: then nothing is shown, and it is sent all the same.
 * @param answer the best known copy of the task; null when there is none
 */
export function decided(
  id: number,
  answer: TaskRowAnswer | null,
  change: TaskChange,
  around: DecisionContext,
): Decided | null {
  const decision = eventsOf(id, answer, change, around);
  if ('refused' in decision || decision.length === 0) return null;
  const events: readonly Occurred[] = decision;
  const { reader, at } = around;
  const { names = {} } = change;
  const best = answer && 'predecessors' in answer ? (answer as TaskAnswer) : null;
  const evolved = (task: Task) =>
    events
      .filter(ofItself)
      .reduce((state, event) => evolveTask(state, { ...event, metadata: { at, actor: reader.id } }) ?? state, task);
  function linked<T extends TaskRowAnswer>(copy: T): T {
    let present = copy;
    for (const event of events) present = { ...present, ...linksAfter(present, event, names, best) };
    return present;
  }

  return {
    events,
    rowAfter(row) {
      const [before, known] = [stateOf(row), namesOf(row, change, reader)];
      const after = evolved(before);
      return after.deleted
        ? null
        : linked({ ...row, ...differences(rowOf(before, row, known), rowOf(after, row, known)) });
    },
    detailAfter(detail) {
      const [before, known] = [stateOf(detail), namesOf(detail, change, reader)];
      const after = evolved(before);
      const next = linked({
        ...detail,
        ...differences(rowOf(before, detail, known), rowOf(after, detail, known)),
        ...differences(ownDetailOf(before, known.person), ownDetailOf(after, known.person)),
      });
      return { ...next, can: canOfTask({ ...subjectOf(next), deleted: after.deleted }, reader, blockersOf(next)) };
    },
  };
}

import { rankBetween } from '../kernel/rank';
import { type FieldError, type Refusal, type RefusalCode, refuse, refuseField, refuseFields } from '../kernel/refusal';
import type { FileReference, TaskCreatedData } from './task';
import type { NewTask, TaskBodies } from './task.bodies';
import type { TaskEvent } from './task.events';
import { fieldsOfNew } from './task.fields';
import { placeOf } from './task.place';
import { noBlockers, taskRightRefusalOf, taskRolesOf, taskStateRefusalOf } from './task.rights';
import {
  currencyError,
  deadlineError,
  filesError,
  mayName,
  meetingErrors,
  participantsError,
  plainFieldErrors,
  predecessorsError,
  subtasksError,
  successorsError,
  type TaskFacts,
} from './task.rules';

const nowhere = { projectId: null, boardId: null };
const nothingBeside = { before: null, after: null };

const unique = (ids: readonly number[] | null | undefined) => [...new Set(ids ?? [])];

/** The files that the body names and the pictures in the description, without duplicates. */
function filesOf({ files = [], shown = [] }: TaskFacts): FileReference[] {
  const found = [...files, ...shown].filter((file) => file !== null);
  return [...new Map(found.map((file) => [file.fileId, file])).values()];
}

/** Why the actor may not create the task, wherever it goes, or null. */
export function createRightRefusalOf(_: unknown, { actor, parent }: TaskFacts): RefusalCode | null {
  if (actor.role === 'auditor') return 'task.auditor';
  return parent ? taskRightRefusalOf('subtasks', parent, taskRolesOf(parent, actor)) : null;
}

/** Why the parent takes no subtasks now, or null. */
function parentRefusalOf({ parent }: TaskFacts): Refusal | null {
  const refused = parent ? taskStateRefusalOf('subtasks', parent, noBlockers) : null;
  return refused && refuse(refused);
}

/** Creates a task under the parent of the path; a different `parentId` in the body is refused. */
export function createSubtask(
  taskId: number,
  { underId, ...given }: TaskBodies['createSubtask'],
  facts: TaskFacts,
): readonly TaskEvent[] | Refusal {
  const refused = parentRefusalOf(facts);
  if (refused) return refused;
  if ((given.parentId ?? underId) !== underId) return refuseField('parentId', 'task.parent.unknown');
  return createTask(taskId, { ...given, parentId: underId }, facts);
}

export function createTask(taskId: number, given: NewTask, facts: TaskFacts): readonly TaskEvent[] | Refusal {
  const { actor } = facts;
  const refusedParent = parentRefusalOf(facts);
  if (refusedParent) return refusedParent;
  const place = placeOf({ projectId: given.projectId ?? undefined, boardId: given.boardId }, null, facts);
  if ('refused' in place && !place.errors) return place;
  const contractorId = given.contractorId ?? actor.id;
  if (contractorId === null) return refuseField('contractorId', 'task.contractor.unknown');
  const { projectId, boardId } = 'refused' in place ? nowhere : place;
  const { before, after } = facts.gap ?? nothingBeside;
  const solverOfBoard = boardId === null ? null : (facts.board?.solverId ?? null);
  const task: TaskCreatedData = {
    taskId,
    ...fieldsOfNew(given),
    deadline: given.deadline ?? null,
    shownDate: given.shownDate ?? null,
    contractorId,
    solverId: given.solverId ?? solverOfBoard,
    projectId,
    boardId,
    ...(boardId !== null && { order: rankBetween(before, after, taskId) }),
    parentId: given.parentId ?? null,
    predecessors: unique(given.predecessors),
    acknowledged: unique(given.acknowledged),
    passive: unique(given.passive).filter((id) => !given.acknowledged?.includes(id)),
    estimateMinutes: given.estimateMinutes ?? null,
    budget: given.budget ?? null,
    files: filesOf(facts),
  };
  const mayBeSolver = (id: number | null) => id === null || mayName(id, facts);
  const wrong = (right: boolean, path: string, code: RefusalCode): FieldError | null => (right ? null : { path, code });
  const people = (ids: readonly number[] | null | undefined, path: string) =>
    (ids ?? []).map((id, index) => wrong(mayName(id, facts), `${path}.${index}`, 'task.participant.unknown'));
  // A person who creates a task for another contractor takes part in it.
  const creator = contractorId === actor.id || actor.id === null ? [] : [actor.id];
  const participants = new Set([...task.acknowledged, ...task.passive, ...creator]);
  const refused = refuseFields([
    deadlineError(task.deadline, facts),
    currencyError(task.budget, 'budget', facts),
    wrong(task.parentId === null || Boolean(facts.parent), 'parentId', 'task.parent.unknown'),
    wrong(mayName(contractorId, facts), 'contractorId', 'task.contractor.unknown'),
    wrong(mayBeSolver(given.solverId ?? null), 'solverId', 'task.solver.unknown'),
    ...people(given.acknowledged, 'acknowledged'),
    ...people(given.passive, 'passive'),
    participantsError(participants.size, 'acknowledged'),
    predecessorsError(task.predecessors.length, 'predecessors'),
    facts.parent ? subtasksError(facts.parent.subtasks.length + 1, 'parentId') : null,
    filesError(task.files.length, 'files'),
    ...(given.predecessors ?? []).map((id, index) =>
      successorsError((facts.successors?.get(id) ?? 0) + 1, `predecessors.${index}`),
    ),
    ...(given.predecessors ?? []).map((id, index) =>
      wrong(facts.knownPredecessors?.includes(id) ?? false, `predecessors.${index}`, 'task.predecessor.unknown'),
    ),
    ...('refused' in place ? (place.errors ?? []) : []),
    ...meetingErrors(task),
    ...plainFieldErrors(given, {}, facts),
    ...(facts.files ?? []).map((file, index) => wrong(file !== null, `files.${index}`, 'task.file.unknown')),
  ]);
  if (refused) return refused;
  return [{ type: contractorId === actor.id ? 'TaskCreated' : 'TaskCreatedForContractor', data: task }];
}

import type { TaskAnswer, TaskRowAnswer } from '@gos/contract';
import {
  type Actor,
  canOfTask,
  type EditableField,
  editableFields,
  may,
  solverFields,
  taskRolesOf,
  tidy,
} from '@gos/domain';
import type { Reader } from '../user/use-reader';
import type { TaskChange } from './task-changes';
import { blockersOf, subjectOf } from './task-subject';

const without = <T extends { readonly id: number }>(items: readonly T[], id: number): T[] =>
  items.filter((item) => item.id !== id);

type RowPart = Partial<TaskRowAnswer>;

function participantsAfter(row: TaskRowAnswer, change: Extract<TaskChange, { kind: 'addParticipant' }>): RowPart {
  const { person, as } = change;
  const acknowledged = without(row.participants.acknowledged, person.id);
  const passive = without(row.participants.passive, person.id);
  return {
    participants:
      as === 'acknowledged'
        ? { acknowledged: [...acknowledged, person], passive }
        : { acknowledged, passive: [...passive, person] },
  };
}

/** What a change does to the fields that rows and detail share. */
function rowChange(row: TaskRowAnswer, change: TaskChange): RowPart {
  switch (change.kind) {
    case 'edit': {
      const { description: _, ...fields } = change.fields;
      return { ...fields, ...(fields.name !== undefined && { name: tidy(fields.name) }) };
    }
    case 'assign':
      return { solver: change.solver, state: change.solver === null ? 'created' : 'assigned' };
    case 'complete':
      return row.contractor.id === row.solver?.id ? { state: 'solved', outcome: 'accepted' } : { state: 'fulfilled' };
    case 'accept':
      return {
        state: 'solved',
        outcome: change.reservation === undefined ? 'accepted' : 'accepted-with-reservation',
        reservation: change.reservation ?? null,
        rating: change.rating ?? null,
      };
    case 'return':
      return { state: 'returned', ...(change.deadline && { deadline: change.deadline }) };
    case 'end':
      return { state: 'solved', outcome: 'ended' };
    case 'restore':
      return {
        state: row.solver === null ? 'created' : 'assigned',
        outcome: null,
        reservation: null,
        rating: null,
        ...(change.deadline && { deadline: change.deadline }),
      };
    case 'deadline':
      return { deadline: change.deadline };
    case 'plan':
      return { shownDate: change.shownDate };
    case 'estimate':
      return { estimateMinutes: change.estimateMinutes };
    case 'budget':
      return { budget: change.budget };
    case 'move':
      return {
        project: change.project,
        board: change.board,
        order: change.board === null ? null : (change.order ?? row.order),
      };
    case 'addParticipant':
      return participantsAfter(row, change);
    case 'removeParticipant':
      return {
        participants: {
          acknowledged: without(row.participants.acknowledged, change.person.id),
          passive: without(row.participants.passive, change.person.id),
        },
      };
    default:
      return {};
  }
}

export function rowAfter(row: TaskRowAnswer, change: TaskChange): TaskRowAnswer {
  return { ...row, ...rowChange(row, change) };
}

function detailChange(task: TaskAnswer, change: TaskChange): Partial<TaskAnswer> {
  switch (change.kind) {
    case 'edit':
      return change.fields.description === undefined ? {} : { description: change.fields.description };
    case 'complete':
      return { result: tidy(change.result) };
    case 'addPredecessor':
      return {
        predecessors: [...without(task.predecessors, change.task.id), change.task],
        waiting: task.waiting || change.task.state !== 'solved',
      };
    case 'removePredecessor': {
      const predecessors = without(task.predecessors, change.taskId);
      return { predecessors, waiting: predecessors.some(({ state }) => state !== 'solved') && task.waiting };
    }
    case 'removeFile':
      return { files: without(task.files, change.fileId) };
    case 'createSubtask': {
      // Below every real number until the answer brings the true one.
      const id = -1 - task.subtasks.length;
      const state = change.solver === null ? 'created' : 'assigned';
      return {
        subtasks: [...task.subtasks, { id, name: tidy(change.name), state, solver: change.solver }],
        openSubtasks: task.openSubtasks + 1,
      };
    }
    default:
      return {};
  }
}

/** Whoever moves a task may put tasks where it goes. */
function actorAfter(actor: Reader, task: TaskAnswer, change: TaskChange): Actor {
  if (change.kind !== 'move' || change.project === null || change.project.id === task.project?.id) return actor;
  return {
    ...actor,
    projects: { ...actor.projects, [change.project.id]: actor.projects[change.project.id] ?? 'edit' },
  };
}

/** The detail as it will be when the server agrees, with the actions that it will offer. */
export function taskAfter(task: TaskAnswer, change: TaskChange, reader: Reader): TaskAnswer {
  const actor = actorAfter(reader, task, change);
  const changed = { ...task, ...rowChange(task, change), ...detailChange(task, change) };
  return { ...changed, can: canOfTask(subjectOf(changed), actor, blockersOf(changed)) };
}

/** The plain fields that the reader may edit now. */
export function editableFieldsOf(task: TaskAnswer, reader: Reader): ReadonlySet<EditableField> {
  if (task.can.edit !== true) return new Set();
  const all = may(taskRolesOf(subjectOf(task), reader), 'editAnyField');
  return new Set(all ? editableFields : solverFields);
}

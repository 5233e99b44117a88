import type { TaskAnswer, TaskRowAnswer } from '@gos/contract';
import {
  type Actor,
  type EditableField,
  fieldsEditedBy,
  type RefusalCode,
  type TaskAction,
  type TaskBlockers,
  type TaskSubject,
  taskRefusalOf,
  taskRolesOf,
} from '@gos/domain';

/** A task that is shown, as the rights see it. */
export const subjectOf = ({ participants, ...row }: TaskRowAnswer): TaskSubject => ({
  state: row.state,
  type: row.type,
  contractorId: row.contractor.id,
  solverId: row.solver?.id ?? null,
  projectId: row.project?.id ?? null,
  acknowledged: participants.acknowledged.map(({ id }) => id),
  passive: participants.passive.map(({ id }) => id),
  estimateMinutes: row.estimateMinutes,
  deleted: false,
});

export const blockersOf = ({ waiting, openSubtasks }: TaskRowAnswer): TaskBlockers => ({ waiting, openSubtasks });

/** Why the reader may not do the action now, or null. */
export function refusalOf(action: TaskAction, row: TaskRowAnswer, reader: Actor): RefusalCode | null {
  const subject = subjectOf(row);
  return taskRefusalOf(action, subject, taskRolesOf(subject, reader), blockersOf(row));
}

/** The plain fields that the reader may edit now. */
export function editableFieldsOf(task: TaskAnswer, reader: Actor): ReadonlySet<EditableField> {
  if (task.can.edit !== true) return new Set();
  return new Set(fieldsEditedBy(taskRolesOf(subjectOf(task), reader)));
}

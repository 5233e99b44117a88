import type { TaskRowAnswer } from '@gos/contract';
import { may, type RefusalCode, type TaskAction, taskRolesOf } from '@gos/domain';
import { refusalOf, subjectOf } from '../../../entities/task/task-subject';
import type { Reader } from '../../../entities/user/use-reader';

export const bulkKinds = [
  'accept',
  'assign',
  'deadline',
  'priority',
  'tags',
  'move',
  'plan',
  'return',
  'end',
  'delete',
] as const;
export type BulkKind = (typeof bulkKinds)[number];

const actionOf: Record<BulkKind, TaskAction> = {
  accept: 'accept',
  assign: 'assign',
  deadline: 'deadline',
  priority: 'edit',
  tags: 'edit',
  move: 'move',
  plan: 'plan',
  return: 'return',
  end: 'end',
  delete: 'delete',
};

/** Why a row takes no such change from the reader, or null. */
export function bulkRefusalOf(kind: BulkKind, row: TaskRowAnswer, reader: Reader): RefusalCode | null {
  const refused = refusalOf(actionOf[kind], row, reader);
  if (refused !== null || kind !== 'priority') return refused;
  return may(taskRolesOf(subjectOf(row), reader), 'editAnyField') ? null : 'task.forbidden';
}

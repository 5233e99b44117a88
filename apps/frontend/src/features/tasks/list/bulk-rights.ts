import type { ProjectAnswer, TaskRowAnswer } from '@gos/contract';
import {
  may,
  type ProjectPermission,
  type RefusalCode,
  type TaskAction,
  taskRightRefusalOf,
  taskRolesOf,
  taskStateRefusalOf,
} from '@gos/domain';
import { subjectOf } from '../../../entities/task/task-subject';
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

/** The reader's permissions in the projects that are known here; of the others only the server knows. */
export type KnownProjects = ReadonlyMap<number, ProjectPermission | null>;

export function permissionsIn(projects: readonly ProjectAnswer[], readerId: number): KnownProjects {
  return new Map(
    projects.map(({ id, members }) => [id, members.find(({ user }) => user.id === readerId)?.permission ?? null]),
  );
}

/** Why a row takes no such change from the reader, as far as rows tell; null leaves the word to the server. */
export function bulkRefusalOf(
  kind: BulkKind,
  row: TaskRowAnswer,
  reader: Reader,
  projects: KnownProjects,
): RefusalCode | null {
  const action = actionOf[kind];
  const subject = subjectOf(row);
  const permission = row.project === null ? null : projects.get(row.project.id);
  const held = row.project && permission ? { [row.project.id]: permission } : {};
  const roles = taskRolesOf(subject, { id: reader.id, role: reader.role, projects: held });
  const state = taskStateRefusalOf(action, subject, { waiting: row.waiting, openSubtasks: 0 });
  // A membership that isn't known here may give the right.
  if (permission === undefined && reader.role !== 'auditor') return state;
  const right = taskRightRefusalOf(action, subject, roles);
  if (right !== null) return right;
  if (kind === 'priority' && !may(roles, 'editAnyField')) return 'task.forbidden';
  return state;
}

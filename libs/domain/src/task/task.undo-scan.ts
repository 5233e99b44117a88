import { keysOf, mapTable } from '../kernel/tables';
import { same } from '../kernel/values';
import type { ParticipantKind, Task } from './task';
import { plainInitials } from './task.fields';

/**
 * `compared`: a later change of the field prevents the undo. `restored`: the field is restored unless it has changed since.
 * `parts`: compared and restored by element. `kept`: no undo changes it.
 */
type UndoneAs = 'compared' | 'restored' | 'parts' | 'kept';

const undoneAs: Readonly<Record<keyof Task, UndoneAs>> = {
  ...mapTable(plainInitials, () => 'compared' as const),
  id: 'kept',
  revision: 'kept',
  name: 'compared',
  description: 'compared',
  tags: 'compared',
  state: 'compared',
  outcome: 'compared',
  deadline: 'compared',
  shownDate: 'compared',
  createdAt: 'kept',
  createdBy: 'kept',
  contractorId: 'compared',
  solverId: 'compared',
  projectId: 'compared',
  boardId: 'compared',
  order: 'compared',
  parentId: 'kept',
  subtasks: 'kept',
  acknowledged: 'parts',
  passive: 'parts',
  estimateMinutes: 'compared',
  budget: 'compared',
  costReduction: 'compared',
  files: 'parts',
  comments: 'parts',
  result: 'compared',
  completedAt: 'compared',
  completedBy: 'compared',
  solvedAt: 'compared',
  acceptedBy: 'compared',
  reservation: 'compared',
  rating: 'compared',
  deleted: 'compared',
  repeated: 'kept',
  hostLink: 'kept',
  movedFrom: 'restored',
  dueSince: 'restored',
  reminded: 'restored',
  restoredAt: 'restored',
};

export const undoneAsOf = (field: keyof Task): UndoneAs => undoneAs[field];

const changedFields = (from: Task, to: Task) => keysOf(to).filter((field) => !same(from[field], to[field]));

export const kindOfParticipant = ({ acknowledged, passive }: Task, id: number): ParticipantKind | null =>
  acknowledged.includes(id) ? 'acknowledged' : passive.includes(id) ? 'passive' : null;

/** The elements of lists that differ, such as `participant.4`. */
function changedParts(from: Task, to: Task): string[] {
  const people = new Set([from, to].flatMap(({ acknowledged, passive }) => [...acknowledged, ...passive]));
  const files = new Map(from.files.map(({ fileId, deleted }) => [fileId, deleted]));
  const removed = new Set(from.comments.removed);
  const still = new Set(to.comments.removed);
  const said = Array.from({ length: to.comments.count - from.comments.count }, (_, n) => from.comments.count + n + 1);
  return [
    ...[...people]
      .filter((id) => kindOfParticipant(from, id) !== kindOfParticipant(to, id))
      .map((id) => `participant.${id}`),
    ...to.files.filter(({ fileId, deleted }) => files.get(fileId) !== deleted).map(({ fileId }) => `file.${fileId}`),
    ...[...still, ...removed].filter((id) => still.has(id) !== removed.has(id)).map((id) => `comment.${id}`),
    ...said.map((id) => `comment.${id}`),
  ];
}

/** The fields and elements that differ and that an undo compares. */
export function differences(from: Task, to: Task): readonly string[] {
  if (from === to) return [];
  return [...changedFields(from, to).filter((field) => undoneAsOf(field) === 'compared'), ...changedParts(from, to)];
}

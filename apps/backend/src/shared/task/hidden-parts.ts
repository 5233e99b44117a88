import { type Actor, may, type Task, taskRolesOf } from '@gos/domain';
import type { TaskActivity } from '@gos/projections';

const none: ReadonlySet<number> = new Set();

/** The removed comments that the event's author may see, and the reader not. */
export function hiddenComments(present: Task, reader: Actor, { metadata }: TaskActivity['event']): ReadonlySet<number> {
  const { removed } = present.comments;
  if (removed.length === 0 || metadata.actor === reader.id) return none;
  return may(taskRolesOf(present, reader), 'seeRemovedComments') ? none : new Set(removed);
}

/** The removed files that the reader is not shown. */
export function hiddenFiles(present: Task, reader: Actor): ReadonlySet<number> {
  if (may(taskRolesOf(present, reader), 'seeRemovedFiles')) return none;
  return new Set(present.files.filter(({ deleted }) => deleted).map(({ fileId }) => fileId));
}

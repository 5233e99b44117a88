import type { RecordedEvent } from '../kernel/message';

/** Kinds of things that are deleted and restored on their own. */
export const deletedKinds = ['task', 'board', 'plan', 'work', 'comment', 'file'] as const;
export type DeletedKind = (typeof deletedKinds)[number];

/** The field of an event that names one of several things of a stream. */
const parts = { plan: 'planId', work: 'entryId', comment: 'commentId', file: 'fileId' } as const;

const kinds: Readonly<Record<string, { readonly kind: DeletedKind; readonly isDeleted: boolean }>> = {
  TaskDeleted: { kind: 'task', isDeleted: true },
  TaskUndeleted: { kind: 'task', isDeleted: false },
  BoardDeleted: { kind: 'board', isDeleted: true },
  BoardUndeleted: { kind: 'board', isDeleted: false },
  PlanRemoved: { kind: 'plan', isDeleted: true },
  PlanUndeleted: { kind: 'plan', isDeleted: false },
  TimeRemoved: { kind: 'work', isDeleted: true },
  // An entry that moves to another task is removed there and added here.
  TimeAdded: { kind: 'work', isDeleted: false },
  TimeRestored: { kind: 'work', isDeleted: false },
  CommentRemoved: { kind: 'comment', isDeleted: true },
  CommentRestored: { kind: 'comment', isDeleted: false },
  DocumentRemoved: { kind: 'file', isDeleted: true },
  DocumentRestored: { kind: 'file', isDeleted: false },
};

export interface Deletion {
  readonly kind: DeletedKind;
  readonly isDeleted: boolean;
  /** The number of the thing within its kind; that of a comment within its task. */
  readonly number: number;
}

/** The deletion or restoration that an event is, or null. */
export function deletionIn({ type, data, stream }: Pick<RecordedEvent, 'type' | 'data' | 'stream'>): Deletion | null {
  const found = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  if (!found) return null;
  const { kind } = found;
  const own =
    kind === 'task' || kind === 'board' ? stream.split('-')[1] : (data as Record<string, unknown>)[parts[kind]];
  const number = Number(own);
  return Number.isSafeInteger(number) ? { ...found, number } : null;
}

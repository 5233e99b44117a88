import { type Actor, comparePositions } from '@gos/domain';
import {
  type Change,
  type Guarded,
  isVisibleTo,
  type TaskDocument,
  taskModel,
  type UserDocument,
  userModel,
} from '@gos/projections';
import type { Applied } from '../cqrs/projector';

type Seen = (Guarded & { readonly deleted: boolean }) | null;

/** One document that changed: who could see it before and who can after, without its content. */
interface Entry {
  readonly model: string;
  readonly id: number;
  readonly revision: number;
  readonly position: string;
  readonly before: Seen;
  readonly after: Seen;
}

const guard = (document: unknown): Seen => {
  if (document === null) return null;
  const { parties, projectId, deleted } = document as TaskDocument;
  return { parties, projectId, deleted };
};

const sees = (seen: Seen, actor: Actor) => seen !== null && !seen.deleted && isVisibleTo(seen, actor);

/** What changed lately, so that who lost the connection gets what they missed; bounded, and gone with the process. */
export class ChangeFeed {
  private entries: Entry[] = [];
  private readonly rights = new Map<number, string>();

  constructor(
    /** Everything after this position is remembered. */
    private since: string | null,
    private readonly capacity = 10_000,
  ) {}

  /** Remembers a batch; gives back its entries. */
  add(applied: readonly Applied[]): readonly Entry[] {
    const added: Entry[] = [];
    for (const { model, before, after, position } of applied) {
      if (model === taskModel.name && after !== null) {
        const { taskId, revision } = after as TaskDocument;
        added.push({ model, id: taskId, revision, position, before: guard(before), after: guard(after) });
      }
      if (model === userModel.name && after !== null) {
        const { userId } = after as unknown as UserDocument;
        if (this.rights.size > this.capacity) this.rights.clear();
        this.rights.set(userId, position);
      }
    }
    this.entries.push(...added);
    if (this.entries.length > this.capacity) {
      const cut = this.entries.length - Math.floor(this.capacity / 2);
      this.since = this.entries[cut - 1]!.position;
      this.entries = this.entries.slice(cut);
    }
    return added;
  }

  /** What one change is to one person: null when it is none of theirs. */
  changeFor(entry: Entry, actor: Actor): Change | null {
    const { model, id, revision, position } = entry;
    if (sees(entry.after, actor)) return { model, id, revision, position } as Change;
    return sees(entry.before, actor) ? { model, id, gone: true, position } : null;
  }

  /** The changes after a position, the latest of each document; null when they are not all known any more. */
  missed(after: string, actor: Actor & { readonly id: number }, end: string | null): Change[] | null {
    if (!/^\d{1,30}$/.test(after) || end === null || comparePositions(after, end) > 0) return null;
    if (this.since !== null && comparePositions(after, this.since) < 0) return null;
    const changedRights = this.rights.get(actor.id);
    if (changedRights !== undefined && comparePositions(changedRights, after) > 0) return null;
    const latest = new Map<string, Change>();
    for (const entry of this.entries) {
      if (comparePositions(entry.position, after) <= 0) continue;
      const change = this.changeFor(entry, actor);
      const key = `${entry.model}-${entry.id}`;
      if (change) latest.set(key, change);
    }
    return [...latest.values()];
  }
}

import type { Change, LiveModel, OpenModel } from '@gos/contract';
import { type Actor, comparePositions } from '@gos/domain';
import { same } from '@gos/domain/kernel/values';
import {
  type AccessDocument,
  accessModel,
  type BoardDocument,
  type Guarded,
  guardOfWork,
  type InstallationDocument,
  isVisibleTo,
  type ListedTaskDocument,
  type PlanDocument,
  type PositionDocument,
  type ProjectDocument,
  positionModel,
  type RepeatedTaskDocument,
  taskModel,
  type UserDocument,
  userModel,
  type WebhookDocument,
  type WorkDocument,
  type WorklogDocument,
  worklogModel,
} from '@gos/projections';
import type { DocumentChange } from '../../engine/projections/batch';

/** A person and the ids of the people they see (null: everybody). */
export interface Viewer {
  readonly actor: Actor & { readonly id: number };
  readonly people: ReadonlySet<number> | null;
}

type Seen = (Guarded & { readonly deleted: boolean }) | null;

/** A changed document, with its visibility before and after the change, but without its content. */
export type Entry = { readonly id: number; readonly revision: number; readonly position: string } & (
  | { readonly model: Exclude<LiveModel, OpenModel>; readonly before: Seen; readonly after: Seen }
  | { readonly model: OpenModel }
);

const guard = (model: LiveModel, document: unknown): Seen => {
  if (document === null) return null;
  if (model === worklogModel.name) {
    return { parties: [(document as WorklogDocument).userId], projectId: null, ofAttendance: true, deleted: false };
  }
  const { deleted = false, ...guarded } = document as Guarded & { readonly deleted?: boolean };
  const { parties, projectId, positionId, least } = guarded;
  return { parties, projectId, positionId, least, deleted };
};

const sees = (seen: Seen, actor: Actor) => seen !== null && !seen.deleted && isVisibleTo(seen, actor);

/** The read models whose changes browsers receive, each with the aggregate state in its document. */
const aggregateIn = {
  task: ({ task }: ListedTaskDocument) => task,
  project: ({ project }: ProjectDocument) => project,
  board: ({ board }: BoardDocument) => board,
  user: ({ user }: UserDocument) => user,
  plan: ({ plan }: PlanDocument) => plan,
  'repeated-task': ({ state }: RepeatedTaskDocument) => state,
  installation: ({ installation: { revision } }: InstallationDocument) => ({ id: 1, revision }),
  position: ({ state }: PositionDocument) => state,
  webhook: ({ webhook }: WebhookDocument) => webhook,
  worklog: ({ userId }: WorklogDocument) => ({ id: userId, revision: 0 }),
} satisfies Record<
  Exclude<LiveModel, 'work'>,
  (document: never) => { readonly id: number; readonly revision: number } | null
>;

const openModels: readonly LiveModel[] = ['user', 'installation', 'position'] satisfies OpenModel[];
const isOpen = (model: LiveModel): model is OpenModel => openModels.includes(model);
const isTold = (model: string): model is keyof typeof aggregateIn => Object.hasOwn(aggregateIn, model);

/** Running work is sent as a change of the model `work`. */
const closedIn = (document: unknown) => (document as WorklogDocument | null)?.closed.map(({ end }) => end) ?? [];

function entryOf({ model, before, after, position }: DocumentChange): Entry | null {
  if (after === null || !isTold(model)) return null;
  if (model === worklogModel.name && same(closedIn(before), closedIn(after))) return null;
  const told = aggregateIn[model](after as never);
  if (told === null) return null;
  const { id, revision } = told;
  if (isOpen(model)) return { model, id, revision, position };
  return { model, id, revision, position, before: guard(model, before), after: guard(model, after) };
}

/** The boards whose task counts a batch changed, each with the position of its last change. */
export function recountedBoards(applied: readonly DocumentChange[]): ReadonlyMap<number, string> {
  const boards = new Map<number, string>();
  for (const { model, before, after, position } of applied) {
    if (model !== taskModel.name) continue;
    const [was, is] = [before, after].map((document) => placeInCounts(document as ListedTaskDocument | null));
    if (was?.key === is?.key) continue;
    for (const place of [was, is]) {
      if (!place) continue;
      const known = boards.get(place.boardId);
      if (known === undefined || comparePositions(known, position) < 0) boards.set(place.boardId, position);
    }
  }
  return boards;
}

function placeInCounts(document: ListedTaskDocument | null): { readonly boardId: number; readonly key: string } | null {
  if (document === null || document.deleted || document.task.boardId === null) return null;
  const { boardId, state } = document.task;
  return { boardId, key: `${boardId}-${state}` };
}

/** A change of a board whose task counts changed, but not its own document. */
export function boardEntry({ projectId, board, deleted }: BoardDocument, position: string): Entry {
  const seen = { parties: [], projectId, deleted };
  return { model: 'board', id: board.id, revision: board.revision, position, before: seen, after: seen };
}

/** Returns the change of an entry of work. Its guard follows from its task as it is now. */
export function workEntry(
  { before, after, position }: DocumentChange,
  tasks: ReadonlyMap<number, ListedTaskDocument>,
): Entry {
  const [was, is] = [before, after] as unknown as [WorkDocument | null, WorkDocument];
  const { entryId: id, revision } = is.entry;
  const guarded = guardOfWork(is, tasks.get(is.taskId));
  const seen = (document: WorkDocument | null) => document && { ...guarded, deleted: document.deleted };
  return { model: 'work', id, revision, position, before: seen(was), after: seen(is) };
}

/** A change of a webhook whose deliveries changed, but not its own document. */
export function webhookEntry(document: WebhookDocument, position: string): Entry {
  const seen = guard('webhook', document);
  const { id, revision } = document.webhook;
  return { model: 'webhook', id, revision, position, before: seen, after: seen };
}

/** The people whose rights a batch changed, with the positions of the changes. */
function changedRights(applied: readonly DocumentChange[]): { readonly id: number; readonly position: string }[] {
  return applied.flatMap(({ model, id, position }) =>
    model === userModel.name || model === accessModel.name ? [{ id: Number(id), position }] : [],
  );
}

/** Whether the change decides if a position grants the attendance of others. */
export function isOfGrant({ model, before, after }: DocumentChange): boolean {
  if (model !== positionModel.name) return false;
  const [was, is] = [before, after].map(
    (one) => (one as unknown as PositionDocument | null)?.state.attendance ?? false,
  );
  return was !== is;
}

/** Projects that a change of access took away from the person. */
export function lostProjects({ before, after }: DocumentChange): number[] {
  const [was, is] = [before, after].map((document) => (document as unknown as AccessDocument | null)?.projects ?? {});
  return Object.keys(was!)
    .filter((id) => !Object.hasOwn(is!, id))
    .map(Number);
}

/** The change as one person receives it; null when they could see the document neither before nor after. */
export function changeFor(entry: Entry, { actor, people }: Viewer): Change | null {
  const { model, id, revision, position } = entry;
  const change = { model, id, revision, position } as Change;
  if (!('after' in entry)) return model !== 'user' || people === null || people.has(id) ? change : null;
  if (sees(entry.after, actor)) return change;
  return sees(entry.before, actor) ? ({ model: entry.model, id, gone: true, position } as Change) : null;
}

/** Returns a key that is the same for the same change of one batch for every recipient. */
export const keyOfChange = (change: Change) => `${change.model}-${change.id}${'gone' in change ? '-' : ''}`;

/** A client that missed more documents than these reloads everything, which is less work. */
const maxMissed = 2_000;

/** Recent changes, for clients that reconnect after a lost connection. Bounded, and in memory only. */
export class ChangeFeed {
  private entries: Entry[] = [];
  /** The position of each person's last change of rights. */
  private readonly rights = new Map<number, string>();

  constructor(
    /** All changes after this position are in the feed; null: from the beginning of the log. */
    private since: string | null,
    private readonly capacity = 10_000,
  ) {}

  /** Adds a batch and further entries; returns all added entries in order of position. */
  add(applied: readonly DocumentChange[], further: readonly Entry[] = []): readonly Entry[] {
    const own = applied.flatMap((one) => entryOf(one) ?? []);
    const told = new Set(own.map(({ model, id }) => `${model}-${id}`));
    const added = [...own, ...further.filter(({ model, id }) => !told.has(`${model}-${id}`))].sort((a, b) =>
      comparePositions(a.position, b.position),
    );
    for (const { id, position } of changedRights(applied)) this.rights.set(id, position);
    // The holders of a position are not known here: everybody who missed the change reloads.
    for (const change of applied) if (isOfGrant(change)) this.since = change.position;
    this.entries.push(...added);
    if (this.entries.length > this.capacity) this.forget(this.entries.length - Math.floor(this.capacity / 2));
    return added;
  }

  /**
   * The latest change of each document after a position, in order of position. Null when the feed cannot know them all (the
   * position is invalid, of another log or too old, or the person's rights have changed since), or they are too many.
   */
  missed(after: unknown, viewer: Viewer, end: string | null): Change[] | null {
    if (typeof after !== 'string' || !/^(0|[1-9]\d{0,29})$/.test(after)) return null;
    if (end === null || comparePositions(after, end) > 0) return null;
    if (this.since !== null && comparePositions(after, this.since) < 0) return null;
    const changedRights = this.rights.get(viewer.actor.id);
    if (changedRights !== undefined && comparePositions(changedRights, after) > 0) return null;
    const latest = new Map<string, Change>();
    for (const entry of this.entries) {
      if (comparePositions(entry.position, after) <= 0) continue;
      const change = changeFor(entry, viewer);
      if (change) latest.set(`${entry.model}-${entry.id}`, change);
    }
    if (latest.size > maxMissed) return null;
    return [...latest.values()].sort((a, b) => comparePositions(a.position, b.position));
  }

  private forget(count: number): void {
    const since = this.entries[count - 1]!.position;
    this.since = since;
    this.entries = this.entries.slice(count).filter(({ position }) => comparePositions(position, since) > 0);
    for (const [id, position] of this.rights) if (comparePositions(position, since) <= 0) this.rights.delete(id);
  }
}

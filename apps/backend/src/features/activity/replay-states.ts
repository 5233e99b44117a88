import type { ReplayBoard, ReplayCard } from '@gos/contract';
import { type Instant, thingOf } from '@gos/domain';
import {
  type ActivityDocument,
  type BoardDocument,
  boardPastModel,
  type ListedTaskDocument,
  type Past,
  taskPastModel,
} from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { type Reader, refBy, UserAnswers } from '../../shared/user/user-answers';

/** The project whose changes are replayed, and the board when it is only one. */
export interface ReplayScope {
  readonly projectId: number;
  readonly boardId: number | undefined;
  /** Deleted boards that the reader may not see. */
  readonly hiddenBoards: readonly string[];
}

/** A change of a card or a board by one event. */
export interface ReplayChange {
  readonly cards: readonly {
    readonly id: number;
    readonly before: ReplayCard | null;
    readonly after: ReplayCard | null;
  }[];
  readonly boards: readonly {
    readonly id: number;
    readonly before: ReplayBoard | null;
    readonly after: ReplayBoard | null;
  }[];
}

type TaskState = ListedTaskDocument & Past;
type BoardState = BoardDocument & Past;

/** The place in the log of the event that ended a state; the present one has no end. */
const endOf = ({ id }: { readonly id: string }) => (id.split('@')[1] ?? '9').padStart(20, id.includes('@') ? '0' : '9');

/** States by the things that they are of, each in the order of the log. */
function byThing<S extends Past & { readonly id: string }>(states: readonly S[]): ReadonlyMap<string, readonly S[]> {
  const found = new Map<string, S[]>();
  for (const state of states) {
    const there = found.get(state.of);
    if (there) there.push(state);
    else found.set(state.of, [state]);
  }
  for (const those of found.values()) those.sort((a, b) => (endOf(a) < endOf(b) ? -1 : 1));
  return found;
}

/** The states before and after an event; null for an event that ended no state. */
function around<S extends { readonly id: string }>(states: readonly S[], { order, revision }: ActivityDocument) {
  if (revision === 0) return { before: null, after: states[0] ?? null };
  const index = states.findIndex((state) => endOf(state) === order);
  return index === -1 ? null : { before: states[index]!, after: states[index + 1] ?? null };
}

const boardOf = ({ board: { id, name, section, order } }: BoardDocument): ReplayBoard => ({ id, name, section, order });

/** Compares what boards and cards showed before and after events, by the states that the read models of the past keep. */
@Injectable()
export class ReplayStates {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly users: UserAnswers,
  ) {}

  async cardsOf(documents: readonly ListedTaskDocument[], reader: Reader): Promise<ReplayCard[]> {
    const solvers = documents.map(({ task }) => task.solverId);
    const person = await this.users.namesAmong(solvers, reader);
    return documents.map(({ task }) => {
      const { id, name, boardId, order, state, priority, deadline, solverId } = task;
      return { id, name, boardId, order, state, priority, deadline, solver: refBy(person, solverId) };
    });
  }

  async boardsAt(scope: ReplayScope, at: Instant): Promise<ReplayBoard[]> {
    const { projectId, boardId, hiddenBoards } = scope;
    const states = await this.readModels.find<BoardState>(boardPastModel, {
      $and: [
        { projectId, deleted: false, of: { $nin: [...hiddenBoards] } },
        ...(boardId === undefined ? [] : [{ of: String(boardId) }]),
        { validSince: { $lte: at }, validUntil: { $gt: at } },
      ],
    });
    return states.map(boardOf);
  }

  /** Returns the changes of those of the entries that changed what boards show, by the ids of their events. */
  async changesOf(
    entries: readonly ActivityDocument[],
    scope: ReplayScope,
    reader: Reader,
  ): Promise<ReadonlyMap<string, ReplayChange>> {
    const [tasks, boards] = [await this.states(entries, 'task'), await this.states(entries, 'board')];
    const found = new Map<string, ReplayChange>();
    const steps: { readonly entry: ActivityDocument; readonly states: readonly (TaskState | null)[] }[] = [];
    for (const entry of entries) {
      const { kind, id } = thingOf(entry.stream);
      if (kind === 'task') {
        const step = around((tasks.get(id) ?? []) as readonly TaskState[], entry);
        const states =
          step && [step.before, step.after].map((state) => (state && isShown(state, scope) ? state : null));
        if (states?.some((state) => state !== null)) steps.push({ entry, states });
      } else if (!scope.hiddenBoards.includes(id) && (scope.boardId === undefined || id === String(scope.boardId))) {
        const step = around((boards.get(id) ?? []) as readonly BoardState[], entry);
        const shown = (state: BoardState | null) => (state && !state.deleted ? boardOf(state) : null);
        const change = step && { id: Number(id), before: shown(step.before), after: shown(step.after) };
        if (change && isDifferent(change)) found.set(entry.id, { cards: [], boards: [change] });
      }
    }
    const documents = steps.flatMap(({ states }) => states.flatMap((state) => state ?? []));
    const cards = await this.cardsOf(
      documents.map((state) => taskPastModel.past!.restored(state) as TaskState),
      reader,
    );
    const cardOf = new Map(documents.map((state, index) => [state, cards[index]!]));
    for (const { entry, states } of steps) {
      const [before, after] = states.map((state) => (state === null ? null : cardOf.get(state)!));
      const change = { id: entry.taskId!, before: before!, after: after! };
      if (isDifferent(change)) found.set(entry.id, { cards: [change], boards: [] });
    }
    return found;
  }

  /** The states of the things of entries that overlap the time of the entries. */
  private async states(entries: readonly ActivityDocument[], kind: 'task' | 'board') {
    const own = entries.filter((entry) => entry.kind === kind);
    const times = own.map(({ event }) => event.metadata.at).sort();
    const [first, last] = [times[0], times.at(-1)];
    if (first === undefined || last === undefined) return new Map<string, readonly (TaskState | BoardState)[]>();
    const ids = [...new Set(own.map(({ stream }) => thingOf(stream).id))];
    const within = { of: { $in: ids }, validUntil: { $gte: first }, validSince: { $lte: last } };
    return kind === 'task'
      ? byThing(await this.readModels.find<TaskState, TaskState>(taskPastModel as never, within))
      : byThing(await this.readModels.find<BoardState>(boardPastModel, within));
  }
}

const isShown = ({ deleted, projectId, task }: TaskState, scope: ReplayScope): boolean =>
  !deleted &&
  projectId === scope.projectId &&
  (scope.boardId === undefined || (task.boardId ?? null) === scope.boardId);

const isDifferent = ({ before, after }: { readonly before: unknown; readonly after: unknown }): boolean =>
  JSON.stringify(before) !== JSON.stringify(after);

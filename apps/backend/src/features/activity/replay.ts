import {
  type Happening,
  type ReplayCards,
  type ReplayFrame,
  type ReplayFrames,
  type ReplayStart,
  replayLimit,
  replayOperations,
} from '@gos/contract';
import { type Instant, refuse, seesDeletedBoards } from '@gos/domain';
import { pick } from '@gos/domain/kernel/tables';
import {
  type ActivityDocument,
  activityModel,
  boardModel,
  boardPastModel,
  type Past,
  projectPastModel,
  taskModel,
  taskPastModel,
} from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { pageBytes } from '../../http/cut-page';
import { parseQuery } from '../../http/list-query';
import { Clock } from '../../kernel/clock';
import { inParts, turn } from '../../kernel/pieces';
import { Refused, throwIfWrong } from '../../kernel/refused';
import { ActivityPlaces, type GoneTasks } from '../../shared/activity/activity-places';
import { Happenings } from '../../shared/activity/happenings';
import { VisibleProjects } from '../../shared/project/visible-projects';
import { PastTasks } from '../../shared/task/past-tasks';
import type { Reader } from '../../shared/user/user-answers';
import { ByteBudget, sizeOf } from '../../stores/event-log/byte-budget';
import type { Filter } from '../../stores/read-models/read-models';
import { type ReplayChange, type ReplayScope, ReplayStates } from './replay-states';

type Raw = Readonly<Record<string, unknown>>;

const cardsAtOnce = 500;
const partSize = 20;
/** Entries that an answer goes through when few of them change what boards show. */
const mostRead = 2_000;
/** Characters of JSON of a change that the sentence of a frame needs; longer ones are texts that no card shows. */
const longestChange = 1_000;

interface Range {
  readonly from?: Instant;
  readonly to?: Instant;
  readonly boardId?: number;
}

interface Within extends ReplayScope {
  readonly from: Instant;
  readonly to: Instant;
}

type Change = ReplayChange;
interface Reading {
  readonly scope: Within;
  readonly gone: GoneTasks;
  readonly order: readonly Filter[];
  readonly backwards: boolean;
  readonly limit: number;
}

/** Plays the history of a project's boards. Today's rights decide which tasks and boards of the past the reader sees. */
@Injectable()
export class Replay {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly happenings: Happenings,
    private readonly places: ActivityPlaces,
    private readonly states: ReplayStates,
    private readonly projects: VisibleProjects,
    private readonly tasks: PastTasks,
    private readonly clock: Clock,
  ) {}

  async start(projectId: number, raw: Raw, reader: Reader): Promise<ReplayStart> {
    const scope = await this.scopeOf(projectId, parseQuery(raw, replayOperations.start.query), reader);
    const { from, to } = scope;
    const { project } = await this.projects.project(projectId, reader);
    const board =
      scope.boardId === undefined
        ? null
        : pick((await this.projects.board(scope.boardId, reader, { deletedToo: true })).board, ['id', 'name']);
    const { hidden } = await this.places.goneFrom(projectId, reader);
    return {
      project: { id: projectId, name: project.name },
      board,
      from,
      to,
      days: await this.daysOf(scope, hidden),
    };
  }

  async cards(projectId: number, raw: Raw, reader: Reader): Promise<ReplayCards> {
    const query = parseQuery(raw, replayOperations.cards.query);
    const scope = await this.scopeOf(projectId, query, reader);
    const { from, boardId } = scope;
    const within: Filter[] = [{ projectId, deleted: false, 'task.id': { $gt: query.after ?? 0 } }];
    if (boardId !== undefined) within.push({ 'task.boardId': boardId });
    const list = { at: from, filter: { $and: within }, isNarrow: boardId !== undefined, isOfMoney: false, q: null };
    const byNumber = () => [{ field: 'task.id', direction: 'asc' }] as const;
    const { documents } = await this.tasks.page(list, byNumber, { skip: 0, limit: cardsAtOnce }, reader);
    const cards = await this.states.cardsOf(documents, reader);
    const boards = query.after === undefined ? await this.states.boardsAt(scope, from) : [];
    return { boards, cards, next: cards.length < cardsAtOnce ? null : cards.at(-1)!.id };
  }

  async frames(projectId: number, raw: Raw, reader: Reader): Promise<ReplayFrames> {
    const query = parseQuery(raw, replayOperations.frames.query);
    const scope = await this.scopeOf(projectId, query, reader);
    const { cursor, backwards = false, limit = replayLimit.unasked } = query;
    const gone = await this.places.goneFrom(projectId, reader);
    const reading = { scope, gone, order: await this.places.orderWithin(scope), backwards, limit };
    const frames: ReplayFrame[] = [];
    const answer = (next: string | null) => ({ frames: backwards ? frames.reverse() : frames, next });
    const budget = new ByteBudget(pageBytes);
    let place = cursor?.padStart(20, '0');
    for (let read = 0; ; ) {
      const entries = await this.entries(reading, place);
      const changes = await this.states.changesOf(entries, scope, reader);
      const changed = entries.filter(({ id }) => changes.has(id));
      for await (const part of inParts(changed, partSize)) {
        const events = new Map((await this.happenings.of(part, reader)).map((event) => [event.id, event]));
        for (const entry of part) {
          const event = events.get(entry.id);
          if (event) frames.push(frameOf(event, changes.get(entry.id)!));
          if (event) budget.spend(sizeOf(frames.at(-1)!));
        }
        if (budget.isSpent && part.at(-1) !== entries.at(-1)) return answer(String(BigInt(part.at(-1)!.order)));
      }
      if (entries.length < limit) return answer(null);
      place = entries.at(-1)!.order;
      read += entries.length;
      if (frames.length * 4 >= limit || read >= mostRead || budget.isSpent) return answer(String(BigInt(place)));
      await turn();
    }
  }

  /** @throws Refused when the reader may not see the project or the board, or when it did not exist at the beginning */
  private async scopeOf(projectId: number, range: Range, reader: Reader): Promise<Within> {
    const { boardId } = range;
    const now = this.clock.instant();
    const to = range.to === undefined || range.to > now ? now : range.to;
    if (range.from !== undefined && range.from > now) throwIfWrong([{ path: 'from', code: 'replay.ahead' }]);
    if (range.from !== undefined && range.from > to) throwIfWrong([{ path: 'to', code: 'replay.range' }]);
    await this.projects.project(projectId, reader);
    if (boardId !== undefined) {
      const board = await this.projects.board(boardId, reader, { deletedToo: true });
      if (board.projectId !== projectId) throw new Refused(refuse('board.not-found'));
    }
    const from = range.from ?? (await this.beginningOf(projectId, boardId));
    if (from > to) throwIfWrong([{ path: 'to', code: 'replay.range' }]);
    await this.projects.project(projectId, reader, from);
    const then = boardId === undefined ? null : await this.readModels.at(from).get(boardModel, boardId);
    if (then === undefined) throw new Refused(refuse('board.not-found'));
    const hiddenBoards = seesDeletedBoards(projectId, reader)
      ? []
      : await this.readModels.ids(boardModel, { projectId, deleted: true });
    return { projectId, boardId, hiddenBoards, from, to };
  }

  /** The first instant of the project or the board. */
  private async beginningOf(projectId: number, boardId: number | undefined): Promise<Instant> {
    const filter = { of: String(boardId ?? projectId) };
    const options = { sort: [{ field: 'validUntil', direction: 'asc' }], limit: 1 } as const;
    const [first] =
      boardId === undefined
        ? await this.readModels.find<Past & { readonly id: string }>(projectPastModel as never, filter, options)
        : await this.readModels.find<Past & { readonly id: string }>(boardPastModel as never, filter, options);
    return first!.validSince;
  }

  /** Counts the ends of states and the new tasks by day, which needs no look at the events. */
  private async daysOf({ projectId, boardId, hiddenBoards, from, to }: Within, hidden: readonly number[]) {
    const within = { $gt: from, $lte: to };
    const ofTasks: Filter = boardId === undefined ? { projectId } : { 'task.boardId': boardId };
    const ofBoards: Filter = boardId === undefined ? { projectId } : { of: String(boardId) };
    const leftOut: Filter[] = hidden.length === 0 ? [] : [{ of: { $nin: hidden.map(String) } }];
    const created = { ...ofTasks, deleted: false, 'task.createdAt': within };
    const tallies = await Promise.all([
      this.readModels.tally(taskPastModel, { $and: [ofTasks, { validUntil: within }, ...leftOut] }, 'validUntil'),
      this.readModels.tally(taskModel, created, 'task.createdAt'),
      this.readModels.tally(
        boardPastModel,
        { $and: [ofBoards, { validUntil: within, of: { $nin: [...hiddenBoards] } }] },
        'validUntil',
      ),
    ]);
    const days = new Map<string, number>();
    for (const [at, count] of tallies.flatMap((tally) => [...tally])) {
      const day = String(at).slice(0, 10);
      days.set(day, (days.get(day) ?? 0) + count);
    }
    return [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, changes]) => ({ day, changes }));
  }

  /** Entries that may change a card or a board, after a place in the log or before it. */
  private async entries({ scope, gone, order, backwards, limit }: Reading, place: string | undefined) {
    const { projectId, from, to } = scope;
    const within: Filter[] = [
      { kind: { $in: ['task', 'board'] }, isMoneyOnly: false, 'event.metadata.at': { $gt: from, $lte: to } },
      { $or: [{ class: { $ne: 'comment' } }, { class: null }] },
      ...order,
      ...(place === undefined ? [] : [{ order: backwards ? { $lt: place } : { $gt: place } }]),
      ...(gone.hidden.length === 0 ? [] : [{ taskId: { $nin: [...gone.hidden] } }]),
    ];
    const options = { sort: [{ field: 'order', direction: backwards ? 'desc' : 'asc' }], limit } as const;
    const read = (own: Filter) =>
      this.readModels.find<ActivityDocument>(activityModel, { $and: [own, ...within] }, options);
    // A move out of the project belongs to the project that the task moved to.
    const moved = { taskId: { $in: [...gone.left] }, 'event.type': 'TaskMoved', projectId: { $ne: projectId } };
    const found = [...(await read({ projectId })), ...(gone.left.length === 0 ? [] : await read(moved))];
    found.sort((a, b) => (a.order < b.order === backwards ? 1 : -1));
    return found.slice(0, limit);
  }
}

function frameOf(event: Happening, { cards, boards }: Change): ReplayFrame {
  const changes = event.changes.filter((change) => JSON.stringify(change).length <= longestChange);
  return { position: event.position, at: event.at, event: { ...event, changes }, cards, boards };
}

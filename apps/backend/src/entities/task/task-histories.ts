import { type Instant, moneyEventTypes, type RecordedEvent } from '@gos/domain';
import {
  afterComments,
  type HistoryStep,
  needsData,
  noMoment,
  stepAfter,
  type TaskActivity,
  type TaskActivityDocument,
  type TaskMoment,
  taskActivityModel,
  typesOfComments,
  type WholeStep,
} from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { turn } from '../../kernel/pieces';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import type { Filter } from '../../stores/read-models/read-models';

/** Entries of the index that are read at once to be folded, and to be searched, and of those that are long, whose data are. */
const foldedAtOnce = 200;
const searchedAtOnce = 1_000;
const longAtOnce = 10;

const byOrder = [{ field: 'order', direction: 'asc' }] as const;
const latestFirst = [{ field: 'order', direction: 'desc' }] as const;

/** How far a history was folded without its comments. */
interface Folded {
  /** of the last entry; empty before the first */
  readonly id: string;
  readonly order: string;
  /** when the latest of the entries happened */
  readonly latest: Instant;
  /** entries */
  readonly count: number;
  /** its revision without those of comments */
  readonly moment: TaskMoment;
}

const nothing: Folded = { id: '', order: '', latest: '', count: 0, moment: noMoment };

type Until = { readonly $lt: string } | { readonly $lte: string };
type Among = { readonly $gt: string; readonly $lt?: string; readonly $lte?: string };

/** Of all tasks; each holds little that the one before it does not. */
const mostKept = 200;

const withoutMoney = (seesMoney: boolean): Filter[] => (seesMoney ? [] : [{ 'event.type': { $nin: moneyEventTypes } }]);

/** The entries of a task's history, without those that tell of money alone where that is not seen. */
export const historyOf = (taskId: number, seesMoney: boolean): Filter => ({
  $and: [{ taskId }, ...withoutMoney(seesMoney)],
});

/**
 * What happened to tasks, each history in the order of the log; read and folded in pieces, so that a long one holds up nobody. What a
 * task was is folded from what changed it, not from its comments, of which there may be thousands; and on from where an earlier question
 * came, so that one that is answered too late is answered when it is asked again.
 */
@Injectable()
export class TaskHistories {
  /** By task and place, the one that was used last at the end. */
  private readonly kept = new Map<string, Folded & { readonly taskId: number }>();

  constructor(
    private readonly readModels: ActiveReadModels,
    @Inject(EVENT_LOG) private readonly log: EventLog,
  ) {}

  /**
   * What each entry changed, with everything that was written.
   * @param entries of one task, in the order of the log
   */
  async steps(taskId: number, entries: readonly TaskActivityDocument[]): Promise<WholeStep[]> {
    const [first, last] = [entries[0], entries.at(-1)];
    if (!first || !last) return [];
    const wanted = new Set(entries.map(({ id }) => id));
    const steps: HistoryStep[] = [];
    let moment = await this.before(taskId, first.order);
    const goOn = async (items: readonly TaskActivityDocument[]) => {
      for await (const item of this.withNeeded(items)) {
        const step = stepAfter(moment, item);
        ({ moment } = step);
        if (wanted.has(item.id)) steps.push(step);
      }
    };
    await goOn([first]);
    if (first !== last) {
      for await (const piece of this.pieces(taskId, { $gt: first.order, $lte: last.order })) await goOn(piece);
    }
    const items = await this.withData(
      steps.map(({ item }) => item),
      () => true,
    );
    return steps.map((step, index) => ({ ...step, item: items[index] as TaskActivity }));
  }

  /** The task as of an instant (inclusive). */
  async momentAt(taskId: number, instant: Instant): Promise<TaskMoment> {
    const at = new Date(instant).toISOString();
    const then: Filter = { $and: [{ taskId }, { 'event.metadata.at': { $lte: at } }] };
    const [last] = await this.readModels.find<TaskActivityDocument>(taskActivityModel, then, {
      sort: latestFirst,
      limit: 1,
    });
    if (!last) return noMoment;
    const begin = await this.farthest(taskId, ({ order, latest }) => order <= last.order && latest <= at);
    let { moment, count } = begin;
    // The order of the log is not that of the clocks of several processes: what is late is left out wherever it stands.
    for await (const { item } of this.folds(taskId, begin, { $lte: last.order })) {
      if (item.event.metadata.at > at) continue;
      ({ moment } = stepAfter(moment, item));
      count += 1;
    }
    const all = await this.readModels.count(taskActivityModel, { $and: [then, { order: { $lte: last.order } }] });
    return afterComments(moment, all - count);
  }

  /**
   * The entries of which something holds that is told from everything that was written.
   * @param types of the events, all others are left out
   */
  async those(taskId: number, types: readonly string[], holds: (whole: TaskActivity) => boolean) {
    const found: TaskActivityDocument[] = [];
    for await (const piece of this.pieces(taskId, { $gt: '' }, { 'event.type': { $in: types } }, searchedAtOnce)) {
      for (let at = 0; at < piece.length; at += longAtOnce) {
        const items = piece.slice(at, at + longAtOnce);
        for (const [index, whole] of (await this.withData(items, () => true)).entries()) {
          if (holds(whole as TaskActivity)) found.push(items[index]!);
          await turn();
        }
      }
    }
    return found;
  }

  /** The last event of others since an instant, and how many there are. */
  async lastOfOthers(taskId: number, me: number, since: Instant | null, seesMoney: boolean) {
    const filter: Filter = {
      $and: [
        { taskId },
        { 'event.metadata.actor': { $ne: me } },
        ...(since === null ? [] : [{ 'event.metadata.at': { $gt: since } }]),
        ...withoutMoney(seesMoney),
      ],
    };
    const [last] = await this.readModels.find<TaskActivityDocument>(taskActivityModel, filter, {
      sort: latestFirst,
      limit: 1,
    });
    return last && { last, count: await this.readModels.count(taskActivityModel, filter) };
  }

  /** The task as it was before an entry. */
  private async before(taskId: number, order: string): Promise<TaskMoment> {
    let folded = await this.farthest(taskId, (kept) => kept.order < order);
    for await (const step of this.folds(taskId, folded, { $lt: order })) ({ folded } = step);
    const all = await this.readModels.count(taskActivityModel, { $and: [{ taskId }, { order: { $lt: order } }] });
    return afterComments(folded.moment, all - folded.count);
  }

  /** Each entry but those of comments, and what was folded with it. */
  private async *folds(taskId: number, begin: Folded, until: Until) {
    let folded = begin;
    const changing: Filter = { 'event.type': { $nin: typesOfComments } };
    for await (const piece of this.pieces(taskId, { $gt: begin.order, ...until }, changing)) {
      for await (const item of this.withNeeded(piece)) {
        const { at } = item.event.metadata;
        folded = {
          id: item.id,
          order: item.order,
          latest: at > folded.latest ? at : folded.latest,
          count: folded.count + 1,
          moment: stepAfter(folded.moment, item).moment,
        };
        yield { item, folded };
      }
      if (piece.length === foldedAtOnce) this.keep(taskId, folded);
    }
  }

  private keep(taskId: number, folded: Folded): void {
    const place = `${taskId} ${folded.order}`;
    this.kept.delete(place);
    this.kept.set(place, { ...folded, taskId });
    if (this.kept.size > mostKept) this.kept.delete(this.kept.keys().next().value!);
  }

  /** Where folding can begin. What was kept of another log, as before a restore, is of no use. */
  private async farthest(taskId: number, isUsable: (kept: Folded) => boolean): Promise<Folded> {
    const usable = [...this.kept.values()].filter((kept) => kept.taskId === taskId && isUsable(kept));
    for (const kept of usable.sort((a, b) => (a.order < b.order ? 1 : -1))) {
      const entry = await this.readModels.get<TaskActivityDocument>(taskActivityModel, kept.id);
      if (entry?.order === kept.order) {
        this.keep(taskId, kept);
        return kept;
      }
      this.kept.delete(`${taskId} ${kept.order}`);
    }
    return nothing;
  }

  private async *pieces(taskId: number, among: Among, which: Filter = { $and: [] }, atOnce = foldedAtOnce) {
    let order = among;
    for (;;) {
      const found = await this.readModels.find<TaskActivityDocument>(
        taskActivityModel,
        { $and: [{ taskId }, { order }, which] },
        { sort: byOrder, limit: atOnce },
      );
      yield found;
      if (found.length < atOnce) return;
      order = { ...among, $gt: found.at(-1)!.order };
    }
  }

  /** With the data that are needed to tell what changed. */
  private async *withNeeded(items: readonly TaskActivityDocument[]): AsyncGenerator<TaskActivityDocument> {
    for (let at = 0; at < items.length; at += longAtOnce) {
      yield* await this.withData(items.slice(at, at + longAtOnce), needsData);
      await turn();
    }
  }

  private withData(
    items: readonly TaskActivityDocument[],
    needed: (item: TaskActivityDocument) => boolean,
  ): Promise<TaskActivityDocument[]> {
    return Promise.all(items.map((item) => (item.event.data === null && needed(item) ? this.read(item) : item)));
  }

  private async read(item: TaskActivityDocument): Promise<TaskActivity> {
    const [recorded] = await this.log.readStream(item.stream, { from: item.revision, limit: 1 });
    return { ...item, event: { ...item.event, data: (recorded as RecordedEvent).data } } as TaskActivity;
  }
}

import { type Instant, moneyEventTypes, type RecordedEvent } from '@gos/domain';
import {
  afterComments,
  fieldsBefore,
  fieldsWritten,
  type HistoryStep,
  isEdit,
  needsData,
  noMoment,
  stepAfter,
  type TaskActivity,
  type TaskActivityDocument,
  type TaskMoment,
  taskActivityModel,
  typesOfComments,
  typesOfEdits,
  typesOfWriting,
  type WholeStep,
} from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { turn } from '../../kernel/pieces';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import type { Filter } from '../../stores/read-models/read-models';
import { type Folded, KeptPlaces, nothingFolded } from './kept-places';

/** Index entries that are read at once: to be folded, to be searched, and those with long data, which come from the log. */
const foldedAtOnce = 200;
const searchedAtOnce = 1_000;
const longAtOnce = 4;

/** Entries that wrote texts, read at once to find the last one that wrote a field. */
const writtenAtOnce = 10;

const hasNoData = ({ event }: TaskActivityDocument) => event.data === null;

const byOrder = [{ field: 'order', direction: 'asc' }] as const;
const latestFirst = [{ field: 'order', direction: 'desc' }] as const;

type Until = { readonly $lt: string } | { readonly $lte: string };
type Among = { readonly $gt: string; readonly $lt?: string; readonly $lte?: string };

const withoutMoney = (seesMoney: boolean): Filter[] => (seesMoney ? [] : [{ 'event.type': { $nin: moneyEventTypes } }]);

/** Finds the entries of a task's history, without entries about money alone for readers who may not see money. */
export const historyOf = (taskId: number, seesMoney: boolean): Filter => ({
  $and: [{ taskId }, ...withoutMoney(seesMoney)],
});

/** How histories are folded: with the texts that people edit, or without them. */
interface Folding {
  readonly places: KeptPlaces;
  /** Types of events that are left out; each raises the revision by one. */
  readonly leftOut: readonly string[];
  kept(moment: TaskMoment): TaskMoment;
}

const withoutDescription = (moment: TaskMoment): TaskMoment =>
  moment.task === null || moment.task.description === ''
    ? moment
    : { ...moment, task: { ...moment.task, description: '' } };

/** Cuts entries after every few that may be long: those whose data are in the log alone, and edits of long texts. */
export function* inShortParts(entries: readonly TaskActivityDocument[]): Generator<readonly TaskActivityDocument[]> {
  let begin = 0;
  let long = 0;
  for (const [index, entry] of entries.entries()) {
    if (!isEdit(entry) && entry.event.data !== null) continue;
    if (++long < longAtOnce) continue;
    yield entries.slice(begin, index + 1);
    [begin, long] = [index + 1, 0];
  }
  if (begin < entries.length) yield entries.slice(begin);
}

/**
 * Reads the histories of tasks, each in the order of the log, in pieces, so that a long one blocks nobody. Comments change nothing that
 * a history compares, and an edit names what it changes, so neither is folded: their contents are read only where they are shown.
 * Folding goes on from where an earlier question came, so a question that was answered too late is answered when it is repeated.
 */
@Injectable()
export class TaskHistories {
  private readonly whole: Folding = { places: new KeptPlaces(), leftOut: typesOfComments, kept: (moment) => moment };
  private readonly withoutEdits: Folding = {
    places: new KeptPlaces(),
    leftOut: [...typesOfComments, ...typesOfEdits],
    kept: withoutDescription,
  };

  constructor(
    private readonly readModels: ActiveReadModels,
    @Inject(EVENT_LOG) private readonly log: EventLog,
  ) {}

  /**
   * Returns the changes of each entry, with all texts.
   * @param entries of one task, in the order of the log
   */
  async steps(taskId: number, entries: readonly TaskActivityDocument[]): Promise<WholeStep[]> {
    const [first, last] = [entries[0], entries.at(-1)];
    if (!first || !last) return [];
    const wanted = new Set(entries.map(({ id }) => id));
    const isSkipped = (item: TaskActivityDocument) => isEdit(item) && !wanted.has(item.id);
    const steps: (HistoryStep & { readonly revision: number })[] = [];
    let moment = await this.before(taskId, first.order);
    /** The editable fields that `moment` holds as they were. */
    let known: ReadonlySet<string> = new Set();
    const goOn = async (items: readonly TaskActivityDocument[]) => {
      for await (const item of this.withNeeded(items, (one) => needsData(one) && !isSkipped(one))) {
        if (isSkipped(item)) {
          moment = afterComments(moment, 1);
          known = new Set();
          continue;
        }
        const before = await this.withPrevious(taskId, moment, item, known);
        const step = stepAfter(before, item);
        ({ moment } = step);
        known = new Set([...known, ...Object.keys(fieldsWritten(item as TaskActivity))]);
        if (wanted.has(item.id)) steps.push({ ...step, revision: moment.task?.revision ?? 0 });
      }
    };
    await goOn([first]);
    if (first !== last) {
      for await (const piece of this.pieces(taskId, { $gt: first.order, $lte: last.order })) await goOn(piece);
    }
    const items: TaskActivity[] = [];
    for await (const item of this.withNeeded(
      steps.map(({ item }) => item),
      hasNoData,
    ))
      items.push(item as TaskActivity);
    return steps.map(({ changes, revision }, index) => ({ changes, revision, item: items[index]! }));
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
    const isUsable = ({ order, latest }: Folded) => order <= last.order && latest <= at;
    const begin = await this.farthest(this.whole, taskId, isUsable);
    let { moment, count } = begin;
    let farthest = begin;
    // The order of the log is not that of the clocks of several processes: late entries are left out wherever they are.
    for await (const { item, folded } of this.folds(this.whole, taskId, begin, { $lte: last.order })) {
      if (item.event.metadata.at > at) continue;
      ({ moment } = stepAfter(moment, item));
      count += 1;
      if (folded.latest <= at) farthest = folded;
    }
    if (farthest !== begin) this.whole.places.keep(taskId, farthest);
    const all = await this.readModels.count(taskActivityModel, { $and: [then, { order: { $lte: last.order } }] });
    return afterComments(moment, all - count);
  }

  /**
   * Returns the entries for which a condition on all their texts holds.
   * @param types of the events, all others are left out
   */
  async those(taskId: number, types: readonly string[], holds: (whole: TaskActivity) => boolean) {
    const found: TaskActivityDocument[] = [];
    for await (const piece of this.pieces(taskId, { $gt: '' }, { 'event.type': { $in: types } }, searchedAtOnce)) {
      for (let at = 0; at < piece.length; at += longAtOnce) {
        const items = piece.slice(at, at + longAtOnce);
        for (const [index, whole] of (await this.withData(items, hasNoData)).entries()) {
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

  /** The task as it was before an entry, but for the texts that edits write. */
  private async before(taskId: number, order: string): Promise<TaskMoment> {
    const folding = this.withoutEdits;
    let folded = await this.farthest(folding, taskId, (place) => place.order < order);
    const begin = folded;
    for await (const step of this.folds(folding, taskId, begin, { $lt: order })) ({ folded } = step);
    if (folded !== begin) folding.places.keep(taskId, folded);
    const all = await this.readModels.count(taskActivityModel, { $and: [{ taskId }, { order: { $lt: order } }] });
    return afterComments(folded.moment, all - folded.count);
  }

  /** The moment with the previous values of the fields that an edit changes: its own, else those that were written last. */
  private async withPrevious(
    taskId: number,
    moment: TaskMoment,
    item: TaskActivityDocument,
    known: ReadonlySet<string>,
  ): Promise<TaskMoment> {
    if (!isEdit(item) || moment.task === null) return moment;
    let { task } = moment;
    for (const [field, from] of Object.entries(fieldsBefore(item as TaskActivity))) {
      if (from === undefined && known.has(field)) continue;
      task = { ...task, [field]: from === undefined ? await this.written(taskId, field, item.order) : from };
    }
    return { ...moment, task };
  }

  /** The value of an editable field that was written last before an entry. */
  private async written(taskId: number, field: string, before: string): Promise<unknown> {
    for (let order = before; ; ) {
      const found = await this.readModels.find<TaskActivityDocument>(
        taskActivityModel,
        { $and: [{ taskId }, { order: { $lt: order } }, { 'event.type': { $in: typesOfWriting } }] },
        { sort: latestFirst, limit: writtenAtOnce },
      );
      for (const entry of found) {
        const [item] = await this.withData([entry], hasNoData);
        const fields: Readonly<Record<string, unknown>> = fieldsWritten(item as TaskActivity);
        if (Object.hasOwn(fields, field)) return fields[field];
        if (entry.event.data === null) await turn();
      }
      if (found.length < writtenAtOnce) return null;
      order = found.at(-1)!.order;
    }
  }

  /** Each entry that is folded, and what was folded with it. */
  private async *folds(folding: Folding, taskId: number, begin: Folded, until: Until) {
    let folded = begin;
    const changing: Filter = { 'event.type': { $nin: folding.leftOut } };
    for await (const piece of this.pieces(taskId, { $gt: begin.order, ...until }, changing)) {
      for await (const item of this.withNeeded(piece, needsData)) {
        const { at } = item.event.metadata;
        folded = {
          id: item.id,
          order: item.order,
          latest: at > folded.latest ? at : folded.latest,
          count: folded.count + 1,
          moment: folding.kept(stepAfter(folded.moment, item).moment),
        };
        yield { item, folded };
      }
      if (piece.length === foldedAtOnce) folding.places.keep(taskId, folded);
    }
  }

  /** Where folding can begin. A place in another log, as before a restore, is of no use. */
  private async farthest({ places }: Folding, taskId: number, isUsable: (place: Folded) => boolean): Promise<Folded> {
    for (const place of places.of(taskId).filter(isUsable)) {
      const entry = await this.readModels.get<TaskActivityDocument>(taskActivityModel, place.id);
      if (entry?.order === place.order) {
        places.keep(taskId, place);
        return place;
      }
      places.forget(taskId, place);
    }
    return nothingFolded;
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

  /** With the data that are needed, which are read a few at a time. */
  private async *withNeeded(
    items: readonly TaskActivityDocument[],
    needed: (item: TaskActivityDocument) => boolean,
  ): AsyncGenerator<TaskActivityDocument> {
    let waiting: TaskActivityDocument[] = [];
    let long = 0;
    for (const item of items) {
      waiting.push(item);
      if (needed(item) && ++long < longAtOnce) continue;
      if (long < longAtOnce && waiting.length < foldedAtOnce) continue;
      yield* await this.withData(waiting, needed);
      await turn();
      [waiting, long] = [[], 0];
    }
    yield* await this.withData(waiting, needed);
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

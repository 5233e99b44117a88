import { type Instant, moneyEventTypes, type RecordedEvent } from '@gos/domain';
import {
  type HistoryStep,
  needsData,
  noMoment,
  stepAfter,
  type TaskActivity,
  type TaskActivityDocument,
  type TaskMoment,
  taskActivityModel,
  type WholeStep,
} from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { turn } from '../../kernel/pieces';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import type { Filter } from '../../stores/read-models/read-models';

/** Entries of the index that are read at once, and of those that are long, whose data are. */
const page = 200;
const longAtOnce = 10;

const byOrder = [{ field: 'order', direction: 'asc' }] as const;

/** From where on a history is told. */
interface Begin {
  /** the last entry (`order`) that is known already */
  readonly after: string | null;
  /** the task after it */
  readonly moment: TaskMoment;
}

const withoutMoney = (seesMoney: boolean): Filter[] => (seesMoney ? [] : [{ 'event.type': { $nin: moneyEventTypes } }]);

/** What happened to tasks, each history in the order of the log; read and folded in pieces, so that a long one holds up nobody. */
@Injectable()
export class TaskHistories {
  constructor(
    private readonly readModels: ActiveReadModels,
    @Inject(EVENT_LOG) private readonly log: EventLog,
  ) {}

  /** Each event with what it changed; what long comments say is left out: see `whole`. */
  async *steps(taskId: number, begin: Begin = { after: null, moment: noMoment }): AsyncGenerator<HistoryStep> {
    let { after, moment } = begin;
    for (;;) {
      const ofTask: Filter = after === null ? { taskId } : { $and: [{ taskId }, { order: { $gt: after } }] };
      const found = await this.find(ofTask, page);
      for (let at = 0; at < found.length; at += longAtOnce) {
        for (const item of await this.withData(found.slice(at, at + longAtOnce), needsData)) {
          const step = stepAfter(moment, item);
          ({ moment } = step);
          yield step;
        }
        await turn();
      }
      if (found.length < page) return;
      after = found.at(-1)!.order;
    }
  }

  /** The task as of each instant (inclusive), in their order. */
  async momentsAt(taskId: number, instants: readonly Instant[]): Promise<readonly TaskMoment[]> {
    const moments = instants.map(() => noMoment);
    const until = instants.map((instant) => Date.parse(instant));
    // The order of the log is not that of the clocks of several processes: what is late is left out wherever it stands.
    for await (const { item } of this.steps(taskId)) {
      const at = Date.parse(item.event.metadata.at);
      for (const [index, end] of until.entries()) {
        if (at <= end) moments[index] = stepAfter(moments[index]!, item).moment;
      }
    }
    return moments;
  }

  /** How many events there are, without those that tell of money alone where that is not seen. */
  count(taskId: number, seesMoney: boolean): Promise<number> {
    return this.readModels.count(taskActivityModel, { $and: [{ taskId }, ...withoutMoney(seesMoney)] });
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
      sort: [{ field: 'order', direction: 'desc' }],
      limit: 1,
    });
    return last && { last, count: await this.readModels.count(taskActivityModel, filter) };
  }

  /** The same steps with everything that was written. */
  async whole(steps: readonly HistoryStep[]): Promise<WholeStep[]> {
    const items = await this.withData(
      steps.map(({ item }) => item),
      () => true,
    );
    return steps.map((step, index) => ({ ...step, item: items[index] as TaskActivity }));
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

  private find(which: Filter, limit: number): Promise<TaskActivityDocument[]> {
    return this.readModels.find<TaskActivityDocument>(taskActivityModel, which, { sort: byOrder, limit });
  }
}

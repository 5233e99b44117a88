import { type Actor, foldWords, holdsEach, type Instant, type Task, type TaskState, taskStates } from '@gos/domain';
import { tableOf } from '@gos/domain/kernel/tables';
import {
  isVisibleTo,
  type ListedTaskDocument,
  seesAll,
  seesBudget,
  type TaskDocument,
  taskModel,
  visibleTo,
} from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import type { ModelReader } from '../../engine/projections/past-read-models';
import { pageOf } from '../../http/page-of';
import { inParts, turn } from '../../kernel/pieces';
import type { Filter, FindOptions } from '../../stores/read-models/read-models';
import { isThere } from './visible-tasks';

type Reader = Actor & { readonly id: number };

/** Number of tasks whose present rights are read at once. */
const atOnce = 500;
/** With more visible tasks than this, a list goes through all tasks of its moment instead. */
const mostNamed = 2_000;

/** A list of tasks as of a moment. */
export interface PastList {
  readonly at: Instant;
  /** The conditions of the list, none of them about rights. */
  readonly filter: Filter;
  /** Whether the filter leaves few tasks, such as those that the reader gave or those of a board. */
  readonly isNarrow: boolean;
  /** Whether the filter is about money, which the reader may not see of every task. */
  readonly isOfMoney: boolean;
  /** Words of the number, the name and the tags. */
  readonly q: string | null;
}

/** Reads tasks as they were at a moment. Today's rights decide which of them the reader sees. */
@Injectable()
export class PastTasks {
  constructor(private readonly readModels: ActiveReadModels) {}

  /** @param sort for the ids of the tasks whose money the reader sees; null for all */
  async page(
    list: PastList,
    sort: (moneyOf: readonly number[] | null) => NonNullable<FindOptions['sort']>,
    { skip, limit }: { readonly skip: number; readonly limit: number },
    reader: Reader,
  ): Promise<{ readonly documents: ListedTaskDocument[]; readonly total: number }> {
    const then = this.readModels.at(list.at);
    const words = list.q === null ? [] : foldWords(list.q);
    if (list.q !== null && words.length === 0) return { documents: [], total: 0 };
    const isMoney = !seesAll(reader) && (list.isOfMoney || sort([]).some(({ where }) => where !== undefined));
    const isWalked = words.length > 0 || isMoney;
    if (seesAll(reader) && !isWalked) return pageOf(then, taskModel, list.filter, { sort: sort(null), skip, limit });
    const visible = seesAll(reader) || list.isNarrow ? null : await this.visibleIds(reader);
    const filter: Filter = visible === null ? list.filter : { $and: [list.filter, { id: { $in: visible } }] };
    if (visible && !isWalked) return pageOf(then, taskModel, filter, { sort: sort(null), skip, limit });
    const seen: string[] = [];
    const moneyOf: number[] = [];
    for await (const part of inParts(await then.ids(taskModel, filter, { sort: sort(null) }), atOnce)) {
      const worded = await this.holding(then, part, words);
      const present = seesAll(reader) ? null : await this.seenNow(worded, reader);
      for (const id of worded) {
        const task = present?.get(id);
        if (present && !task) continue;
        const isPriced = !task || seesBudget(task, reader);
        if (list.isOfMoney && !isPriced) continue;
        seen.push(id);
        if (isPriced) moneyOf.push(Number(id));
      }
      await turn();
    }
    const total = seen.length;
    if (isMoney) {
      const options = { sort: sort(moneyOf), skip, limit };
      return { documents: await then.find(taskModel, { id: { $in: seen } }, options), total };
    }
    const ids = seen.slice(skip, skip + limit);
    const found = await then.find(taskModel, { id: { $in: ids } });
    const byId = new Map(found.map((document) => [document.id, document]));
    return { documents: ids.flatMap((id) => byId.get(id) ?? []), total };
  }

  /** The number of tasks by state on boards, of those that the reader sees today. */
  async countsOf(
    at: Instant,
    boardIds: readonly number[],
    reader: Reader,
  ): Promise<Map<number, Record<TaskState, number>>> {
    const then = this.readModels.at(at);
    const counts = new Map<number, Record<TaskState, number>>();
    for (const boardId of boardIds) {
      const onBoard = { 'task.boardId': boardId, deleted: false };
      const tally = seesAll(reader)
        ? await then.tally(taskModel, onBoard, 'task.state')
        : await this.tallyOfSeen(then, onBoard, reader);
      counts.set(
        boardId,
        tableOf(taskStates, (state) => tally.get(state) ?? 0),
      );
    }
    return counts;
  }

  private async tallyOfSeen(then: ModelReader, filter: Filter, reader: Reader): Promise<Map<unknown, number>> {
    const tally = new Map<unknown, number>();
    const tasks = await then.find(taskModel, filter);
    for await (const part of inParts(tasks, atOnce)) {
      const seen = await this.seenNow(
        part.map(({ id }) => id),
        reader,
      );
      for (const { id, task } of part) if (seen.has(id)) tally.set(task.state, (tally.get(task.state) ?? 0) + 1);
    }
    return tally;
  }

  /** The ids of the tasks that the reader sees today, if they are few. */
  private async visibleIds(reader: Reader): Promise<string[] | null> {
    const visible = visibleTo(reader) as Filter;
    const ids = await this.readModels.ids(taskModel, visible, { limit: mostNamed + 1 });
    if (ids.length > mostNamed) return null;
    const deleted = await this.readModels.find(taskModel, { $and: [visible, { deleted: true }] });
    const hidden = new Set(deleted.filter((one) => !isThere(one, reader, true)).map(({ id }) => id));
    return ids.filter((id) => !hidden.has(id));
  }

  /** Those of the tasks that the reader sees today; deleted ones with the right to read deleted ones. */
  private async seenNow(ids: readonly string[], reader: Reader): Promise<ReadonlyMap<string, Task>> {
    const found = await this.readModels.getMany<TaskDocument>(taskModel, ids);
    const seen = [...found.values()].filter(
      (document) => isVisibleTo(document, reader) && isThere(document, reader, true),
    );
    return new Map(seen.map(({ id, task }) => [id, task]));
  }

  /** Those of the tasks whose number, name or tags contained all of the words, in their order. */
  private async holding(
    then: ModelReader,
    ids: readonly string[],
    words: readonly string[],
  ): Promise<readonly string[]> {
    if (words.length === 0) return ids;
    const found = await then.find(taskModel, { id: { $in: ids } });
    const wordsIn = ({ id, name, tags }: Pick<Task, 'id' | 'name' | 'tags'>) =>
      foldWords([id, name, ...tags].join(' '));
    const held = new Set(found.filter(({ task }) => holdsEach(wordsIn(task), words)).map(({ id }) => id));
    return ids.filter((id) => held.has(id));
  }
}

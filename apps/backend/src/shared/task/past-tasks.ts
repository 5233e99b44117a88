import {
  type Actor,
  type Board,
  foldWords,
  holdsEach,
  type Instant,
  type Task,
  type TaskState,
  taskStates,
} from '@gos/domain';
import { tableOf } from '@gos/domain/kernel/tables';
import { isVisibleTo, type ListedTaskDocument, seesAll, seesBudget, taskModel, visibleTo } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import type { ModelReader } from '../../engine/projections/past-read-models';
import { pageOf } from '../../http/page-of';
import { inParts, turn } from '../../kernel/pieces';
import type { Filter, FindOptions, Scalar } from '../../stores/read-models/read-models';
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

/** Goes through many ids without holding up others. */
async function filtered(ids: readonly string[], keep: (part: readonly string[]) => Promise<readonly string[]>) {
  const kept: string[] = [];
  for await (const part of inParts(ids, atOnce)) {
    kept.push(...(await keep(part)));
    await turn();
  }
  return kept;
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
    if (seesAll(reader) && words.length === 0)
      return pageOf(then, taskModel, list.filter, { sort: sort(null), skip, limit });
    const visible = seesAll(reader) || list.isNarrow ? null : await this.visibleIds(reader);
    const filter: Filter = visible === null ? list.filter : { $and: [list.filter, { id: { $in: visible } }] };
    let seen = await then.ids(taskModel, filter, { sort: sort(null) });
    if (words.length > 0) seen = await filtered(seen, (part) => this.holding(then, part, words));
    if (isMoney) {
      const { all, priced } = await this.pricedNow(seen, reader);
      const options = { sort: sort(priced.map(Number)), skip, limit };
      const shown = list.isOfMoney ? priced : all;
      return { documents: await then.find(taskModel, { id: { $in: shown } }, options), total: shown.length };
    }
    if (visible === null && !seesAll(reader)) seen = await filtered(seen, (part) => this.seenNow(part, reader));
    const ids = seen.slice(skip, skip + limit);
    const found = await then.find(taskModel, { id: { $in: ids } });
    const byId = new Map(found.map((document) => [document.id, document]));
    return { documents: ids.flatMap((id) => byId.get(id) ?? []), total: seen.length };
  }

  /** The number of tasks by state on boards, of those that the reader sees today. */
  async countsOf(
    at: Instant,
    boards: readonly Pick<Board, 'id' | 'projectId'>[],
    reader: Reader,
  ): Promise<Map<number, Record<TaskState, number>>> {
    const then = this.readModels.at(at);
    const counts = new Map<number, Record<TaskState, number>>();
    for (const { id: boardId, projectId } of boards) {
      const onBoard = { 'task.boardId': boardId, deleted: false };
      const tally = seesAll(reader)
        ? await then.tally(taskModel, onBoard, 'task.state')
        : await this.tallyOfSeen(then, { onBoard, projectId }, reader);
      counts.set(
        boardId,
        tableOf(taskStates, (state) => tally.get(state) ?? 0),
      );
    }
    return counts;
  }

  /** Those of the tasks that the reader sees today, in their order; deleted ones with the right to read deleted ones. */
  async seenNow(ids: readonly string[], reader: Reader): Promise<readonly string[]> {
    const those: Filter = { $and: [{ id: { $in: ids } }, visibleTo(reader) as Filter] };
    const seen = new Set(await this.readModels.ids(taskModel, { $and: [those, { deleted: false }] }));
    if (seen.size === ids.length) return ids;
    const deleted = await this.readModels.find(taskModel, { $and: [those, { deleted: true }] });
    for (const one of deleted) if (isThere(one, reader, true)) seen.add(one.id);
    return ids.filter((id) => seen.has(id));
  }

  private async tallyOfSeen(
    then: ModelReader,
    { onBoard, projectId }: { readonly onBoard: Filter; readonly projectId: number },
    reader: Reader,
  ): Promise<Map<Scalar, number>> {
    const ids = await then.ids(taskModel, onBoard);
    // Most are still on the board, and people who see its project see those: one look-up instead of one for each task.
    const isSeen = isVisibleTo({ parties: [], projectId }, reader);
    const still = new Set(isSeen ? await this.readModels.ids(taskModel, onBoard) : []);
    const others = ids.filter((id) => !still.has(id));
    const seen = new Set(await filtered(others, (part) => this.seenNow(part, reader)));
    if (seen.size === others.length) return then.tally(taskModel, onBoard, 'task.state');
    const shown = ids.filter((id) => still.has(id) || seen.has(id));
    return then.tally(taskModel, { $and: [onBoard, { id: { $in: shown } }] }, 'task.state');
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

  /** Those of the tasks that the reader sees today, and those of them whose money the reader sees. */
  private async pricedNow(ids: readonly string[], reader: Reader) {
    const all: string[] = [];
    const priced: string[] = [];
    for await (const part of inParts(ids, atOnce)) {
      const those: Filter = { $and: [{ id: { $in: part } }, visibleTo(reader) as Filter] };
      for (const document of await this.readModels.find(taskModel, those)) {
        if (!isThere(document, reader, true)) continue;
        all.push(document.id);
        if (seesBudget(document.task, reader)) priced.push(document.id);
      }
      await turn();
    }
    return { all, priced };
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

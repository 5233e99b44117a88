import type { ComparedItem } from '@gos/contract';
import { type Instant, refuse, type Task } from '@gos/domain';
import {
  changesBetween,
  type ListedTaskDocument,
  type RawChange,
  seesAll,
  startOf,
  type TaskDocument,
  type TaskMoment,
  taskActivityModel,
  taskModel,
  typesOfComments,
  typesOfEdits,
} from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { inParts, turn } from '../../kernel/pieces';
import { Refused } from '../../kernel/refused';
import type { Difference, Way } from '../../shared/compare/differences';
import { type Reordered, reorderedIn } from '../../shared/compare/reordered';
import { PastTasks } from '../../shared/task/past-tasks';
import { TaskHistories } from '../../shared/task/task-histories';
import { type PresentChanges, TaskHistoryAnswers } from '../../shared/task/task-history-answers';
import type { Reader } from '../../shared/user/user-answers';
import type { Filter, FindOptions } from '../../stores/read-models/read-models';

/** Tasks whose states are in memory at once. */
const atOnce = 200;

/** As the cards of a board are shown. */
const asShown = [
  { field: 'task.order', direction: 'asc' },
  { field: 'task.id', direction: 'asc' },
] as const satisfies FindOptions['sort'];

/** Fields that explain why a task that exists at both moments is in the place at one of them only. */
const reasons: readonly RawChange['field'][] = ['project', 'board', 'deleted'];

interface Moments {
  readonly from: Instant;
  readonly to: Instant;
}

/** A state without the texts and lists that states of the past lack. */
function momentOf(state: ListedTaskDocument | undefined): TaskMoment {
  const long = { description: '', result: null, files: [], subtasks: [] };
  const task = state ? ({ ...state.task, ...long } as unknown as Task) : null;
  return { task, predecessors: [], spentMinutes: state?.spentMinutes ?? 0, cost: state?.cost ?? 0 };
}

/** Compares two moments of the tasks of a project or board. Today's tasks decide what the reader sees. */
@Injectable()
export class ComparedTasks {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly past: PastTasks,
    private readonly histories: TaskHistories,
    private readonly answers: TaskHistoryAnswers,
  ) {}

  /** The changes of a task, and its name at the second moment. @throws Refused with `task.not-found` before its creation */
  async ofOne(present: Task, { from, to }: Moments, reader: Reader) {
    const after = await this.histories.momentAt(present.id, to);
    if (after.task === null) throw new Refused(refuse('task.not-found'));
    const before = await this.histories.momentAt(present.id, from);
    const changes = before.task === null ? startOf(after) : changesBetween(before, after);
    return { name: after.task.name, changes: await this.answers.diff(changes, present, reader) };
  }

  /**
   * The tasks that differ, by their numbers.
   * @param place the condition for tasks of the project or board
   * @param isOrdered whether a place among the others is a part of a task, as on a board
   */
  async differing(
    place: Filter,
    { from, to }: Moments,
    reader: Reader,
    { isOrdered = false } = {},
  ): Promise<Difference[]> {
    const there: Filter = { $and: [place, { deleted: false }] };
    const options = isOrdered ? { sort: asShown } : {};
    const [then, later] = [this.readModels.at(from), this.readModels.at(to)];
    const [before, after, begun] = await Promise.all([
      then.ids(taskModel, there, options),
      later.ids(taskModel, there, options),
      // A task is the same at both moments if its later state had begun by the first one.
      later.ids(taskModel, { $and: [there, { validSince: { $gt: from } }] }),
    ]);
    const [was, is] = [new Set(before), new Set(after)];
    const moved = isOrdered ? await this.moved(before, after, new Set(begun), reader) : new Map<string, Reordered>();
    const found: Difference[] = [];
    const add = (way: Way, ids: Iterable<string>) => {
      for (const id of ids) found.push({ way, kind: 'task', id, item: null, order: moved.get(id) });
    };
    for await (const part of this.seen(
      [...is].filter((id) => !was.has(id)),
      reader,
    ))
      add('added', part);
    for await (const part of this.seen(
      [...was].filter((id) => !is.has(id)),
      reader,
    ))
      add('removed', part);
    for await (const part of this.seen(
      [...new Set([...begun, ...moved.keys()])].filter((id) => was.has(id)),
      reader,
    )) {
      const changed = await this.changedAmong(part, { from, to }, reader);
      add('changed', new Set([...changed, ...part.filter((id) => moved.has(id))]));
    }
    return found.sort((a, b) => Number(a.id) - Number(b.id));
  }

  /** Items of differing tasks, by their numbers. */
  async items(some: readonly Difference[], { from, to }: Moments, reader: Reader): Promise<Map<string, ComparedItem>> {
    const items = new Map<string, ComparedItem>();
    for await (const part of inParts(some, atOnce)) {
      const ids = part.map(({ id }) => id);
      const [present, before, after] = await Promise.all([
        this.readModels.getMany<TaskDocument>(taskModel, ids),
        this.readModels.at(from).getMany<ListedTaskDocument>(taskModel, ids),
        this.readModels.at(to).getMany<ListedTaskDocument>(taskModel, ids),
      ]);
      const changes: PresentChanges[] = [];
      for (const { id, way } of part) {
        const [was, is] = [before.get(id), after.get(id)];
        const moved = () => changesBetween(momentOf(was), momentOf(is)).filter(({ field }) => reasons.includes(field));
        const raw = way === 'changed' ? await this.allChanges(Number(id), { from, to }) : was && is ? moved() : [];
        changes.push({ changes: raw, present: present.get(id)!.task });
      }
      const named = await this.answers.diffs(changes, reader);
      for (const [index, { id, way, order }] of part.entries()) {
        const name = (way === 'removed' ? before : after).get(id)!.task.name;
        const place = order ? [{ field: 'order', ...order }] : [];
        items.set(id, { kind: 'task', id, name, changes: [...place, ...named[index]!] });
      }
    }
    return items;
  }

  /** The cards that were moved among those that the reader sees today. @param begun those whose later state is not the former one */
  private async moved(
    before: readonly string[],
    after: readonly string[],
    begun: ReadonlySet<string>,
    reader: Reader,
  ): Promise<ReadonlyMap<string, Reordered>> {
    const isTouched = (id: string) => begun.has(id);
    const moved = reorderedIn(before, after, isTouched);
    if (moved.size === 0 || seesAll(reader)) return moved;
    const seen = new Set<string>();
    for await (const part of this.seen([...new Set([...before, ...after])], reader))
      for (const id of part) seen.add(id);
    const isSeen = (id: string) => seen.has(id);
    return reorderedIn(before.filter(isSeen), after.filter(isSeen), isTouched);
  }

  /** Those of the tasks that the reader sees today, a few at a time. */
  private async *seen(ids: readonly string[], reader: Reader): AsyncGenerator<readonly string[]> {
    for await (const part of inParts(ids, atOnce)) {
      yield seesAll(reader) ? part : await this.past.seenNow(part, reader);
    }
  }

  private async changedAmong(ids: readonly string[], moments: Moments, reader: Reader) {
    const [before, after, present] = await Promise.all([
      this.readModels.at(moments.from).getMany<ListedTaskDocument>(taskModel, ids),
      this.readModels.at(moments.to).getMany<ListedTaskDocument>(taskModel, ids),
      // Rights of people who see everything do not depend on the task.
      seesAll(reader) ? null : this.readModels.getMany<TaskDocument>(taskModel, ids),
    ]);
    const isShown = (id: string, changes: readonly RawChange[]) => {
      if (present === null) return changes.length > 0;
      return this.answers.shown(changes, present.get(id)!.task, reader).length > 0;
    };
    const inRow = (id: string) => isShown(id, changesBetween(momentOf(before.get(id)), momentOf(after.get(id))));
    const changed = new Set(ids.filter(inRow));
    const { edited, unclear } = await this.happenedTo(
      ids.filter((id) => !changed.has(id)),
      moments,
    );
    for (const id of edited) changed.add(id);
    for (const id of unclear) {
      if (isShown(id, await this.allChanges(Number(id), moments))) changed.add(id);
      await turn();
    }
    return changed;
  }

  /**
   * Divides tasks whose states do not differ: those with nothing but one edit, which changed a text that states lack, and those whose
   * history has to be folded. Tasks without events of their own are in neither.
   */
  private async happenedTo(ids: readonly string[], { from, to }: Moments) {
    if (ids.length === 0) return { edited: [], unclear: [] };
    const count = (types: Filter) => {
      const span: Filter = { 'event.metadata.at': { $gt: from, $lte: to } };
      const filter: Filter = { $and: [{ taskId: { $in: ids.map(Number) } }, span, types] };
      return this.readModels.tally(taskActivityModel, filter, 'taskId');
    };
    const [all, edits] = await Promise.all([
      count({ 'event.type': { $nin: typesOfComments } }),
      count({ 'event.type': { $in: typesOfEdits } }),
    ]);
    const isEdited = (id: string) => all.get(Number(id)) === 1 && edits.get(Number(id)) === 1;
    const edited = ids.filter(isEdited);
    return { edited, unclear: ids.filter((id) => all.has(Number(id)) && !isEdited(id)) };
  }

  /** With long texts and lists, which only the history of the task contains. */
  private async allChanges(taskId: number, { from, to }: Moments): Promise<RawChange[]> {
    const before = await this.histories.momentAt(taskId, from);
    return changesBetween(before, await this.histories.momentAt(taskId, to));
  }
}

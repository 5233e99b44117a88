import { holdsEach } from '@gos/domain';
import { type CommentDocument, commentModel, nameWord, type TaskDocument, tagWord, taskModel } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { turn } from '../../kernel/pieces';
import type { Filter } from '../../stores/read-models/read-models';
import { groupOf, newestFirst, type RelevanceGroup } from './relevance-group';

/** Documents read per batch. */
const batch = 500;

/** `guard` is the visibility filter, `wishes` are further filters. */
export interface SearchFilters {
  readonly guard: Filter;
  readonly wishes: readonly Filter[];
}

export interface FoundTasks {
  /** the task whose id was searched for */
  readonly exact: RelevanceGroup;
  /** tasks with every word in the name */
  readonly named: RelevanceGroup;
  /** tasks with every word in name and tags, then tasks with every word anywhere */
  readonly others: readonly RelevanceGroup[];
  /** tasks with a word that is only in a comment */
  readonly discussed: RelevanceGroup;
}

const all = (words: readonly string[]): Filter[] => words.map((word) => ({ words: { $prefix: word } }));
const inNameOrTags = (word: string): Filter => ({
  $or: [{ words: { $prefix: nameWord(word) } }, { words: { $prefix: tagWord(word) } }],
});
const byNewest = [{ field: 'task.id', direction: 'desc' }] as const;

type Ids = ReadonlySet<number>;
const without = (ids: Ids, ...better: readonly Ids[]): number[] =>
  [...ids].filter((taskId) => !better.some((one) => one.has(taskId)));

/** Ranks matching tasks by ids only; documents are read only for the page that is shown. */
@Injectable()
export class TaskFinder {
  /** With more matching tasks than this, comments are not searched: nobody would page that far. */
  private readonly mostRanked: number = 5_000;

  constructor(private readonly readModels: ActiveReadModels) {}

  async find(words: readonly string[], wanted: SearchFilters): Promise<FoundTasks> {
    const [only] = words;
    const number = words.length === 1 && /^[1-9]\d{0,14}$/.test(only!) ? Number(only) : null;
    const count = await this.readModels.count(taskModel, this.tasks(wanted, all(words)));
    return count > this.mostRanked && number === null
      ? this.many(words, wanted, count)
      : this.few(words, wanted, number);
  }

  /** For many matches: counts them, and ranks only when a page needs it. */
  private async many(words: readonly string[], wanted: SearchFilters, count: number): Promise<FoundTasks> {
    const filter = this.tasks(wanted, all(words.map(nameWord)));
    const named = await this.readModels.count(taskModel, filter);
    const rest = async () => {
      const { inTask, inName, inTags } = await this.ranked(words, wanted);
      return [...newestFirst(without(inTags, inName)), ...newestFirst(without(inTask, inName, inTags))];
    };
    return {
      exact: groupOf([]),
      named: {
        count: named,
        take: async (skip, limit) => {
          return (await this.readModels.ids(taskModel, filter, { sort: byNewest, skip, limit })).map(Number);
        },
      },
      others: [{ count: count - named, take: async (skip, limit) => (await rest()).slice(skip, skip + limit) }],
      discussed: groupOf([]),
    };
  }

  private async few(words: readonly string[], wanted: SearchFilters, number: number | null): Promise<FoundTasks> {
    const { inTask, inName, inTags } = await this.ranked(words, wanted);
    const exact = number !== null && inTask.has(number) ? new Set([number]) : new Set<number>();
    const discussed = await this.discussed(words, wanted, inTask);
    return {
      exact: groupOf([...exact]),
      named: groupOf(without(inName, exact)),
      others: [groupOf(without(inTags, inName, exact)), groupOf(without(inTask, inName, inTags, exact))],
      discussed: groupOf(discussed),
    };
  }

  private async ranked(words: readonly string[], wanted: SearchFilters) {
    const inTask = await this.ids(taskModel, this.tasks(wanted, all(words)));
    if (inTask.size === 0) return { inTask, inName: inTask, inTags: inTask };
    const inName = await this.ids(taskModel, this.tasks(wanted, all(words.map(nameWord))));
    const inTags = await this.ids(taskModel, this.tasks(wanted, words.map(inNameOrTags)));
    return { inTask, inName, inTags };
  }

  /** Ids of tasks with each word in the task or a comment, without those that match without comments. */
  private async discussed(words: readonly string[], wanted: SearchFilters, inTask: Ids): Promise<number[]> {
    const said: Ids[] = [];
    for (const word of words) said.push(await this.saidIn(word));
    const candidates = await this.seen(without(new Set(said.flatMap((ids) => [...ids])), inTask), wanted);
    if (words.length === 1) return candidates;
    if (candidates.length <= batch) {
      const documents = await this.readModels.getMany<TaskDocument>(taskModel, candidates);
      return candidates.filter((taskId) => {
        const missing = words.filter((_, index) => !said[index]!.has(taskId));
        return holdsEach(documents.get(String(taskId))?.words ?? [], missing);
      });
    }
    let found = candidates;
    for (const [index, word] of words.entries()) {
      const own = await this.ids(taskModel, this.tasks(wanted, all([word])));
      found = found.filter((taskId) => own.has(taskId) || said[index]!.has(taskId));
    }
    return found;
  }

  /**
   * Returns ids of the tasks whose comments contain a word, whatever their visibility: comments have no guard of their
   * own.
   */
  private async saidIn(word: string): Promise<Ids> {
    const filter = { $and: [{ deleted: false }, ...all([word])] };
    const tally = await this.readModels.tally<CommentDocument>(commentModel, filter, 'taskId');
    return new Set(tally.keys()) as Ids;
  }

  /** Those of the tasks that the search may find. */
  private async seen(taskIds: readonly number[], wanted: SearchFilters): Promise<number[]> {
    const found: number[] = [];
    for (let at = 0; at < taskIds.length; at += batch) {
      const ids = taskIds.slice(at, at + batch).map(String);
      found.push(...(await this.ids(taskModel, this.tasks(wanted, [{ id: { $in: ids } }]))));
      await turn();
    }
    return found;
  }

  private tasks({ guard, wishes }: SearchFilters, more: readonly Filter[]): Filter {
    return { $and: [{ deleted: false }, guard, ...wishes, ...more] };
  }

  private async ids(model: typeof taskModel, filter: Filter): Promise<Ids> {
    const tally = await this.readModels.tally<TaskDocument>(model, filter, 'task.id');
    return new Set(tally.keys()) as Ids;
  }
}

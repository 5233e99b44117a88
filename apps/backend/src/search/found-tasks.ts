import {
  nameWord,
  type TaskDiscussionDocument,
  type TaskDocument,
  tagWord,
  taskDiscussionModel,
  taskModel,
} from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { Views } from '../cqrs/views';
import type { Filter } from '../read-models/read-models';

/** The numbers of the tasks that were found, in parts: those of an earlier part are better, within a part the newest is the best. */
export type FoundParts = readonly (readonly number[])[];

/** Every word asked for more is a look into the index more. */
const mostWords = 12;
/** So many documents are asked for by their ids at once. */
const batch = 500;

/** Which words have to be looked up: a word that begins another one is found with it. */
export function wordsToFind(words: readonly string[]): string[] {
  const distinct = [...new Set(words)];
  return distinct
    .filter((word) => !distinct.some((other) => other !== word && other.startsWith(word)))
    .slice(0, mostWords);
}

const all = (words: readonly string[]): Filter[] => words.map((word) => ({ words: { $prefix: word } }));

/** Finds tasks by numbers alone, however many they are: their documents are read only when they are shown. */
@Injectable()
export class FoundTasks {
  constructor(private readonly views: Views) {}

  /**
   * Tasks each of whose words is somewhere in the task or in one of its comments: the one whose number is asked for, then those
   * with every word in the name, in name and tags, anywhere in the task, and those that need the comments.
   * @param guard who may see them; it is asked of tasks and of discussions alike
   * @param wishes further conditions on the task
   */
  async find(words: readonly string[], guard: Filter, wishes: readonly Filter[]): Promise<FoundParts> {
    const tasks = (more: readonly Filter[]) =>
      this.ids(taskModel, { $and: [{ deleted: false }, guard, ...wishes, ...more] });
    const discussions = (more: readonly Filter[]) =>
      this.ids(taskDiscussionModel, { $and: [{ deleted: false }, guard, ...more] });

    const inTask = await tasks(all(words));
    const named = inTask.size === 0 ? inTask : await tasks(all(words.map(nameWord)));
    const tagged = inTask.size === 0 ? inTask : await tasks(words.map(inNameOrTags));
    let anywhere: ReadonlySet<number> | null = null;
    for (const word of words) {
      const own = words.length === 1 ? inTask : await tasks(all([word]));
      const said = await discussions(all([word]));
      anywhere = anywhere === null ? union(own, said) : within(anywhere, own, said);
    }
    const discussed = [...(anywhere ?? [])].filter((taskId) => !inTask.has(taskId));

    const [only] = words;
    const asked = words.length === 1 && /^[1-9]\d{0,14}$/.test(only!) ? Number(only) : null;
    const exact = asked !== null && inTask.has(asked) ? [asked] : [];
    const others = (ids: ReadonlySet<number>, ...better: readonly ReadonlySet<number>[]) =>
      [...ids].filter((taskId) => taskId !== exact[0] && !better.some((one) => one.has(taskId)));
    return [
      exact,
      others(named),
      others(tagged, named),
      others(inTask, named, tagged),
      wishes.length === 0 ? discussed : await this.wished(discussed, wishes),
    ];
  }

  /** The same tasks from one place to another, best first; only the parts that are needed are put in order. */
  slice(parts: FoundParts, skip: number, limit: number): number[] {
    const found: number[] = [];
    let passed = 0;
    for (const part of parts) {
      const from = Math.max(0, skip - passed);
      passed += part.length;
      if (from >= part.length || found.length === limit) continue;
      const ordered = Float64Array.from(part).sort().reverse();
      found.push(...ordered.slice(from, from + limit - found.length));
    }
    return found;
  }

  /** Discussions know nothing of states and the like: their tasks are asked. */
  private async wished(taskIds: readonly number[], wishes: readonly Filter[]): Promise<number[]> {
    const found: number[] = [];
    for (let at = 0; at < taskIds.length; at += batch) {
      const ids = taskIds.slice(at, at + batch).map(String);
      found.push(...(await this.ids(taskModel, { $and: [{ id: { $in: ids } }, ...wishes] })));
    }
    return found;
  }

  private async ids(
    model: typeof taskModel | typeof taskDiscussionModel,
    filter: Filter,
  ): Promise<ReadonlySet<number>> {
    const tally = await this.views.tally<TaskDocument | TaskDiscussionDocument>(
      model as typeof taskModel,
      filter,
      'taskId',
    );
    return new Set(tally.keys()) as ReadonlySet<number>;
  }
}

function inNameOrTags(word: string): Filter {
  return { $or: [{ words: { $prefix: nameWord(word) } }, { words: { $prefix: tagWord(word) } }] };
}

/** Of the first those that one of the others has. */
function within(found: ReadonlySet<number>, ...others: readonly ReadonlySet<number>[]): Set<number> {
  return new Set([...found].filter((taskId) => others.some((one) => one.has(taskId))));
}

function union(a: ReadonlySet<number>, b: ReadonlySet<number>): Set<number> {
  const both = new Set(a);
  for (const one of b) both.add(one);
  return both;
}

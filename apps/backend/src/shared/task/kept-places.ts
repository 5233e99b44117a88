import type { Instant } from '@gos/domain';
import { noMoment, type TaskMoment } from '@gos/projections';

/** How far a task's history was folded. */
export interface Folded {
  /** of the last entry; empty before the first */
  readonly id: string;
  readonly order: string;
  /** when the latest of the entries happened */
  readonly latest: Instant;
  /** entries */
  readonly count: number;
  /** Its revision lacks those of entries that were left out. */
  readonly moment: TaskMoment;
}

export const nothingFolded: Folded = { id: '', order: '', latest: '', count: 0, moment: noMoment };

interface Kept extends Folded {
  readonly taskId: number;
  readonly characters: number;
}

/** Estimates the characters of a task's JSON from its long texts and the lengths of its lists. */
function charactersOf({ task }: TaskMoment): number {
  if (task === null) return 0;
  const texts = task.description.length + (task.result?.length ?? 0) + (task.reservation?.length ?? 0);
  const ids = task.subtasks.length + task.acknowledged.length + task.passive.length;
  return 2_000 + texts + 8 * ids + 400 * task.files.length;
}

/** Places in histories up to which tasks were folded; those used last are kept, within a number of characters. */
export class KeptPlaces {
  private readonly kept = new Map<string, Kept>();
  private characters = 0;

  constructor(private readonly mostCharacters = 16 * 1024 * 1024) {}

  keep(taskId: number, folded: Folded): void {
    this.forget(taskId, folded);
    const kept = { ...folded, taskId, characters: charactersOf(folded.moment) };
    this.kept.set(keyOf(taskId, folded), kept);
    this.characters += kept.characters;
    while (this.characters > this.mostCharacters) this.drop(this.kept.keys().next().value!);
  }

  forget(taskId: number, folded: Folded): void {
    this.drop(keyOf(taskId, folded));
  }

  /** The places in a task's history, the latest first. */
  of(taskId: number): readonly Folded[] {
    return [...this.kept.values()]
      .filter((kept) => kept.taskId === taskId)
      .sort((a, b) => (a.order < b.order ? 1 : -1));
  }

  private drop(key: string): void {
    this.characters -= this.kept.get(key)?.characters ?? 0;
    this.kept.delete(key);
  }
}

const keyOf = (taskId: number, { order }: Folded) => `${taskId} ${order}`;

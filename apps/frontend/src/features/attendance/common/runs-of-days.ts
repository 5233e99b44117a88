import { type Day, daysLater } from '@gos/domain';

/** Parts what is in the order of its days: in a run each day follows the one before it, and is like it. */
export function runsOfDays<T>(
  all: readonly T[],
  dayOf: (one: T) => Day,
  isLike: (one: T, other: T) => boolean = () => true,
): readonly [T, ...T[]][] {
  const runs: [T, ...T[]][] = [];
  for (const one of all) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && daysLater(dayOf(last), 1) === dayOf(one) && isLike(last, one)) run.push(one);
    else runs.push([one]);
  }
  return runs;
}

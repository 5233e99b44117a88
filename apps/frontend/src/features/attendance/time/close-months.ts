import type { CommandAnswer, Problem, TeamMonth } from '@gos/contract';
import type { Day } from '@gos/domain';
import { ApiProblem } from '../../../lib/api';
import { closeMonth } from './attendance.api';
import { closesMore } from './closable';
import type { MonthOfYear } from './month-address';

export interface ClosingOutcome {
  readonly closed: readonly CommandAnswer[];
  /** `problem` is null when no answer came. */
  readonly refused: readonly {
    readonly row: TeamMonth;
    readonly problem: Pick<Problem, 'code' | 'params' | 'errors'> | null;
  }[];
}

/** So many at once: others use the server too. */
const atOnce = 4;

/** Closes the months of these people up to a day, a few at a time. A refused one keeps none of the others from being closed. */
export async function closeMonths(
  rows: readonly TeamMonth[],
  { month, year }: MonthOfYear,
  upTo: Day | null,
  onProgress: (settled: number) => void,
): Promise<ClosingOutcome> {
  const waiting = rows.filter((row) => closesMore(row, upTo));
  const place = new Map(waiting.map((row, index) => [row, index]));
  const closed: CommandAnswer[] = [];
  const refused: { row: TeamMonth; problem: ApiProblem['problem'] | null }[] = [];
  let settled = rows.length - waiting.length;
  async function work() {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      try {
        closed.push(await closeMonth({ userId: row.userId, month, year }, upTo!));
      } catch (error) {
        refused.push({ row, problem: error instanceof ApiProblem ? error.problem : null });
      }
      onProgress(++settled);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return { closed, refused: refused.sort((a, b) => place.get(a.row)! - place.get(b.row)!) };
}

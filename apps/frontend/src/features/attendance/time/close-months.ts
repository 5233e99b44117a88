import type { CommandAnswer, Problem, TeamMonth } from '@gos/contract';
import { ApiProblem } from '../../../lib/api';
import { setMonthClosed } from './attendance.api';
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

/** Closes the open months of these people, a few at a time. A refused one keeps none of the others from being closed. */
export async function closeMonths(
  rows: readonly TeamMonth[],
  month: MonthOfYear,
  onProgress: (settled: number) => void,
): Promise<ClosingOutcome> {
  const waiting = rows.filter(({ closed }) => !closed);
  const place = new Map(waiting.map((row, index) => [row, index]));
  const closed: CommandAnswer[] = [];
  const refused: { row: TeamMonth; problem: ApiProblem['problem'] | null }[] = [];
  let settled = rows.length - waiting.length;
  async function work() {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      try {
        closed.push(await setMonthClosed({ userId: row.userId, month: month.month, year: month.year }, true));
      } catch (error) {
        refused.push({ row, problem: error instanceof ApiProblem ? error.problem : null });
      }
      onProgress(++settled);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return { closed, refused: refused.sort((a, b) => place.get(a.row)! - place.get(b.row)!) };
}

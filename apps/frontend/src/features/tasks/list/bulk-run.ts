import type { Problem, TaskRowAnswer } from '@gos/contract';
import type { RefusalCode } from '@gos/domain';
import { type ChangeAnswer, requestOf, type TaskChange } from '../../../entities/task/task-changes';
import { sendChange } from '../../../entities/task/tasks.api';
import { undoAction } from '../../../entities/undo/undo.api';
import { ApiProblem, isAnswer } from '../../../lib/api';
import { randomId } from '../../../lib/random-id';
import { onSignOut } from '../../../lib/sign-out';

export interface RefusedRow {
  readonly row: TaskRowAnswer;
  /** null when no answer came */
  readonly problem: Pick<Problem, 'code' | 'params' | 'errors' | 'subtasks'> | null;
}

export interface DoneRow {
  readonly row: TaskRowAnswer;
  readonly change: TaskChange;
  readonly answer: ChangeAnswer;
}

export interface BulkOutcome {
  readonly done: readonly DoneRow[];
  /** They were so already. */
  readonly unchanged: readonly TaskRowAnswer[];
  readonly refused: readonly RefusedRow[];
}

export interface BulkPlan {
  /** Returns the reason why a row is skipped without a request. */
  readonly refusal: (row: TaskRowAnswer) => RefusalCode | null;
  /** null where the row is so already */
  readonly change: (row: TaskRowAnswer) => TaskChange | null;
}

/** So many at once: others use the server too. */
const atOnce = 4;

/** Keys of changes that no answer came for: the same change sent again is the same one. */
const unanswered = new Map<string, string>();
onSignOut(() => unanswered.clear());

async function send(row: TaskRowAnswer, change: TaskChange): Promise<DoneRow | RefusedRow> {
  const name = requestOf(row.id, change).name;
  const key = unanswered.get(name) ?? randomId();
  unanswered.set(name, key);
  try {
    const ifMatch = change.type === 'edit' ? change.revision : undefined;
    const answer = await sendChange(row.id, change, { idempotencyKey: key, ifMatch });
    unanswered.delete(name);
    return { row, change, answer };
  } catch (error) {
    const problem = error instanceof ApiProblem ? error.problem : null;
    if (isAnswer(problem)) unanswered.delete(name);
    return { row, problem };
  }
}

/** Sends one change per row, a few at a time, and reports the number of settled rows. */
export async function runBulk(
  rows: readonly TaskRowAnswer[],
  plan: BulkPlan,
  onProgress: (settled: number) => void,
): Promise<BulkOutcome> {
  const done: DoneRow[] = [];
  const unchanged: TaskRowAnswer[] = [];
  const refused: RefusedRow[] = [];
  const waiting = [...rows];
  let settled = 0;
  async function work() {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      const code = plan.refusal(row);
      const change = code === null ? plan.change(row) : null;
      if (code !== null) {
        refused.push({ row, problem: { code } });
      } else if (change === null) {
        unchanged.push(row);
      } else {
        const result = await send(row, change);
        if ('answer' in result) done.push(result);
        else refused.push(result);
      }
      onProgress(++settled);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  const place = new Map(rows.map(({ id }, index) => [id, index]));
  refused.sort((a, b) => place.get(a.row.id)! - place.get(b.row.id)!);
  return { done, unchanged, refused };
}

/** Undoes the changes of these rows, a few at a time, and reports the number of settled rows. */
export async function undoBulk(
  changed: readonly DoneRow[],
  onProgress: (settled: number) => void,
): Promise<BulkOutcome> {
  const done: DoneRow[] = [];
  const refused: RefusedRow[] = [];
  const waiting = changed.filter(({ answer }) => answer.eventId);
  async function work() {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      try {
        await undoAction(one.answer.eventId!);
        done.push(one);
      } catch (error) {
        refused.push({ row: one.row, problem: error instanceof ApiProblem ? error.problem : null });
      }
      onProgress(done.length + refused.length);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return { done, unchanged: [], refused };
}

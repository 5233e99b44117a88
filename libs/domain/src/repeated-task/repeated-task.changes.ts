import { addDays, localDay } from '../kernel/calendar';
import type { Instant } from '../kernel/message';
import type { UndoFacts } from '../kernel/undo';
import { same } from '../kernel/values';
import { firstUpcoming, missedOf, type Schedule } from './occurrences';
import {
  type Rearrangement,
  type RepeatedTask,
  type RepeatedTaskEdit,
  type RepeatedTaskEvent,
  repeatedTaskFields,
  ruleFields,
  templateFields,
} from './repeated-task';
import { type Generation, skipOf } from './repeated-task.generation';
import type { Wanted, WantedFacts } from './repeated-task.wanted';

/** An occurrence that is a task already, with a deadline ahead. */
export interface GeneratedAhead {
  readonly number: number;
  readonly deadline: Instant;
  /** Only the system has changed its tasks so far. */
  readonly untouched: boolean;
  /** those that are not solved */
  readonly taskIds: readonly number[];
}

export interface RepeatedTaskFacts extends WantedFacts, UndoFacts<RepeatedTask> {
  /** edit with `updateGenerated`, skip, undo: what is ahead, in order */
  readonly ahead?: readonly GeneratedAhead[];
  /** generate, generateEarly: the facts from which an occurrence is generated now */
  readonly generation?: Generation;
}

function changesOf(one: RepeatedTask, wanted: Wanted): RepeatedTaskEdit[] {
  const isLong = (field: string) => field === 'description' || field === 'files';
  const fields = repeatedTaskFields
    .filter((field) => !same(one[field], wanted[field]))
    .map((field) => ({ field, from: one[field], to: wanted[field] }));
  const template = templateFields
    .filter((field) => !same(one.template[field], wanted.template[field]))
    .map((field) => ({
      field: `template.${field}` as const,
      ...(!isLong(field) && { from: one.template[field] }),
      to: wanted.template[field],
    }));
  return [...fields, ...template];
}

/** The occurrences ahead whose tasks are untouched take the days of the changed rule, in their order. Null: there are none. */
function rearrangedOf(
  one: RepeatedTask,
  wanted: Wanted,
  { ahead = [], at, isDayOff }: Pick<RepeatedTaskFacts, 'ahead' | 'at' | 'isDayOff'>,
): Rearrangement | null {
  const moving = ahead.filter(({ untouched }) => untouched);
  if (moving.length === 0) return null;
  const moved = new Set(moving.map(({ deadline }) => deadline));
  const kept = one.latest.filter((deadline) => !moved.has(deadline));
  const yesterday = addDays(localDay(at, wanted.zone), -1);
  const after = kept.map((deadline) => localDay(deadline, wanted.zone)).reduce((a, b) => (a > b ? a : b), yesterday);
  const schedule: Schedule = { ...wanted, handled: one.handled - moving.length, last: after, early: one.early };
  // One that moved back to its deadline has a later day of the rule, which is not to come once more.
  const days = firstUpcoming(schedule, moving.length + 2, isDayOff).filter(
    ({ deadline }) => deadline > at && localDay(deadline, wanted.zone) > after,
  );
  const occurrences = moving.map(({ number }, index) => ({ number, deadline: days[index]?.deadline ?? null }));
  return {
    last: days.slice(0, moving.length).at(-1)?.day ?? after,
    latest: [...kept, ...occurrences.flatMap(({ deadline }) => deadline ?? [])].sort(),
    occurrences,
  };
}

/** The edit that changes the definition to the wanted one; none where it is that already. */
export function editTo(
  one: RepeatedTask,
  wanted: Wanted,
  updateGenerated: boolean,
  facts: Pick<RepeatedTaskFacts, 'ahead' | 'at' | 'isDayOff'>,
): readonly RepeatedTaskEvent[] {
  const changes = changesOf(one, wanted);
  if (changes.length === 0) return [];
  const isMoved = changes.some(({ field }) => ruleFields.some((name) => name === field));
  const rearranged = updateGenerated && isMoved ? rearrangedOf(one, wanted, facts) : null;
  return [{ type: 'RepeatedTaskEdited', data: { changes, updateGenerated, rearranged } }];
}

export const deactivated: readonly RepeatedTaskEvent[] = [{ type: 'RepeatedTaskDeactivated', data: {} }];

/** Occurrences that were due while the definition was inactive are not generated later. */
export function activate(
  one: RepeatedTask,
  { at, isDayOff }: Pick<RepeatedTaskFacts, 'at' | 'isDayOff'>,
): readonly RepeatedTaskEvent[] {
  const { passed } = missedOf(one, at, 0, isDayOff);
  return [{ type: 'RepeatedTaskActivated', data: {} }, ...(passed === null ? [] : [skipOf(passed, 'inactive', false)])];
}

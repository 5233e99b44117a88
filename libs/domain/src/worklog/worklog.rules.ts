import type { Actor } from '../kernel/actor';
import { limits } from '../kernel/limits';
import type { Instant, Money } from '../kernel/message';
import { type Refusal, refuse, refuseField, refuseFields } from '../kernel/refusal';
import { normalizeText } from '../kernel/text';
import { tooMany } from '../kernel/too-many';
import type { UndoFacts } from '../kernel/undo';
import type { TaskSubject } from '../task/task.rights';
import { keepsAttendance } from './attendance.rights';
import {
  beginningIn,
  lastBefore,
  type WorkEntry,
  type Worklog,
  type WorklogEvent,
  type WorkPlace,
  type WorkSpan,
} from './worklog';
import { overlaps } from './worklog.times';

/** The hourly rate from an instant on. */
export interface RateSince {
  readonly since: Instant;
  readonly rate: Money | null;
}

/** The task that a command names, as the worker finds it. */
export interface WorkedTask extends TaskSubject {
  readonly id: number;
  readonly solvedAt: Instant | null;
  /** that it was in when the work began, and the contracts that project has now */
  readonly projectId: number | null;
  readonly contracts: readonly string[];
}

export interface WorkFacts extends UndoFacts<Worklog> {
  readonly actor: Actor;
  /** the owner of these work times */
  readonly userId: number;
  readonly at: Instant;
  readonly zone: string;
  /** the number of an entry that the command makes */
  readonly entryId: number;
  /** The named task, else that of the entry; null where there is neither. */
  readonly task: WorkedTask | null;
  /** The worker's rates, in their order; before the first there was none. */
  readonly rates: readonly RateSince[];
}

/** People with the attendance of others may change closed months, within a limit, because each correction is listed with its month. */
export function closedRefusalOf({ closed }: Worklog, spans: readonly WorkSpan[], { actor }: WorkFacts): Refusal | null {
  const touched = closed.find(({ start, end }) => spans.some((span) => overlaps(span, { from: start, to: end })));
  if (!touched) return null;
  if (!keepsAttendance(actor)) return refuse('work.month-closed', { params: { month: touched.month } });
  const { max } = limits.closedMonths.corrections;
  const corrections = closed.reduce((sum, month) => sum + month.corrections, 0);
  return corrections >= max ? refuseFields([tooMany('', 'corrections', max)]) : null;
}

/** A correction of somebody else's time, or one that reaches into a closed month, is shown with its reason. */
export function reasonRefusalOf(
  { closed }: Worklog,
  spans: readonly WorkSpan[],
  reason: string | undefined,
  { actor, userId }: WorkFacts,
): Refusal | null {
  const touches = closed.some(({ start, end }) => spans.some((span) => overlaps(span, { from: start, to: end })));
  return (touches || actor.id !== userId) && reason === undefined ? refuseField('reason', 'validation.required') : null;
}

/** The reason as an event holds it. */
export const reasonOf = (reason: string | undefined) => (reason === undefined ? {} : { reason: normalizeText(reason) });

export function overlapRefusalOf(worklog: Worklog, span: WorkSpan, exceptId: number | null): Refusal | null {
  // Entries never overlap each other: of those that begin earlier only the last one can reach into the span.
  const before = lastBefore(worklog, span.from, exceptId);
  const near = [...(before ? [before] : []), ...beginningIn(worklog, span.from, span.to)];
  const other = near.find((entry) => entry.entryId !== exceptId && overlaps(entry, span));
  if (!other) return null;
  const { entryId, taskId, from, to } = other;
  return refuse('work.overlap', { details: { entryId, taskId, from, to } });
}

export const placeIn = ({ projectId, contractId }: WorkPlace): WorkPlace => ({ projectId, contractId });

export function removal(
  entry: WorkEntry,
  type: 'TimeRemoved' | 'TimeRestored',
  reason?: string | undefined,
): WorklogEvent {
  const { entryId, taskId, from, to, rate } = entry;
  return { type, data: { entryId, taskId, ...placeIn(entry), from, to: to!, rate, ...reasonOf(reason) } };
}

import type { CommandOf, EmptyBody } from '../kernel/aggregate';
import { requiredTextError } from '../kernel/field-checks';
import { limits } from '../kernel/limits';
import type { Day, Instant } from '../kernel/message';
import { type FieldError, type Refusal, refuseField } from '../kernel/refusal';
import {
  day,
  described,
  id,
  instant,
  integer,
  object,
  optional,
  optionalOrNull,
  orNull,
  partial,
  type TypeOf,
  text,
} from '../kernel/shape';
import { codePoints, normalizeText } from '../kernel/text';
import type { UndoBody } from '../kernel/undo';
import { years } from '../kernel/years';

const note = text((value, path) => {
  const { max } = limits.workNote;
  return codePoints(normalizeText(value)) > max ? { path, code: 'validation.too-long', params: { max } } : null;
}, 2 * limits.workNote.max);
const contractId = text();

const within = (min: number, max: number) =>
  integer((value, path): FieldError | null => {
    if (value < min) return { path, code: 'validation.too-small', params: { min } };
    return value > max ? { path, code: 'validation.too-large', params: { max } } : null;
  });
/** Checks of the fields of closing, shared by the browser's forms and the server, so that both report the same errors. */
export const closingFieldChecks = {
  reason: (value: string, path = 'reason'): FieldError | null => requiredTextError(value, path, limits.workNote.max),
};

/** The fields that name a calendar month. */
export const monthOfYear = { month: within(1, 12), year: within(years.business.first, years.business.last) };
const reason = described(text(closingFieldChecks.reason, 2 * limits.workNote.max), {
  description: 'Required for the time of somebody else, and for a correction in a closed month',
});
const month = { userId: id, ...monthOfYear };

/** The request bodies of the commands on work times, by command type. */
export const worklogBodies = {
  start: object({ taskId: id, contractId: optionalOrNull(contractId) }),
  add: object({
    taskId: id,
    userId: described(optional(id), {
      description: 'The person whose time it is, for people with the attendance of others; by default the sender',
    }),
    from: instant,
    to: instant,
    note: optionalOrNull(note),
    contractId: optionalOrNull(contractId),
    reason: optional(reason),
  }),
  change: partial(
    object({ taskId: id, from: instant, to: instant, note: orNull(note), contractId: orNull(contractId), reason }),
  ),
  closeMonth: object({
    ...month,
    upTo: described(optional(day), {
      description: 'The last closed day, before today; by default the last of the month',
    }),
  }),
  reopenMonth: object({ ...month, reason: text(closingFieldChecks.reason, 2 * limits.workNote.max) }),
};

type Wire = { readonly [N in keyof typeof worklogBodies]: TypeOf<(typeof worklogBodies)[N]> };
interface OnEntry {
  /** whose entry it is */
  readonly userId: number;
  readonly entryId: number;
}

interface ForReason {
  readonly reason?: string;
}

/** The body of each command on a person's work times; those on an entry add its id from the path. */
export interface WorklogBodies extends Omit<Wire, 'change'> {
  readonly stop: EmptyBody;
  /** by the system: whose running work looks forgotten */
  readonly remind: EmptyBody;
  /** of days of a month such as `2026-11` on which nothing was recorded */
  readonly remindOfDays: { readonly userId: number; readonly month: string; readonly days: readonly Day[] };
  readonly change: Wire['change'] & OnEntry;
  readonly remove: OnEntry & ForReason;
  readonly restore: OnEntry & ForReason;
  readonly undo: UndoBody;
}
export type WorklogCommand = CommandOf<WorklogBodies>;

/** The refusal of a span that ends before it begins, or that reaches into the future. */
export function spanRefusalOf(from: Instant, to: Instant | null, at: Instant): Refusal | null {
  if (from > at) return refuseField('from', 'work.future');
  if (to === null) return null;
  if (to > at) return refuseField('to', 'work.future');
  return to <= from ? refuseField('to', 'work.range') : null;
}

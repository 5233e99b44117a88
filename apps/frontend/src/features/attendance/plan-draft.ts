import {
  type AbsenceKind,
  addDays,
  type Day,
  type DayHalf,
  daysLater,
  daysOf,
  type FieldError,
  normalizeText,
  type PlanType,
  planFieldChecks,
  type TimeOfDay,
  timesOfHalf,
} from '@gos/domain';
import type { PlanBody } from '../../entities/plan/plans.api';

/** A plan as it is written; it may end the next day. */
export interface PlanDraft {
  readonly type: PlanType;
  readonly date: Day | null;
  readonly from: TimeOfDay;
  readonly to: TimeOfDay;
  readonly repeatUntil: Day | null;
  readonly excludeWeekends: boolean;
  readonly location: string;
  readonly positionId: number | null;
  /** of a day off */
  readonly kind: AbsenceKind;
  /** of a day off; null for the whole day */
  readonly half: DayHalf | null;
}

const planDraftFields = [
  'type',
  'kind',
  'half',
  'date',
  'from',
  'to',
  'repeatUntil',
  'location',
  'positionId',
] as const;
export type PlanField = (typeof planDraftFields)[number];
export type PlanErrors = Partial<Record<PlanField, FieldError>>;

/** Midnight at the end is the end of the day; an input of the browser knows it as 00:00 only. */
const endOf = (to: TimeOfDay): TimeOfDay => (to === '00:00' ? '24:00' : to);

export const isOverMidnight = ({ from, to }: Pick<PlanDraft, 'from' | 'to'>): boolean =>
  from !== '' && to !== '' && endOf(to) <= from;

/** Days that follow each other, as first and last. */
function runsOf(days: readonly Day[]): { from: Day; to: Day }[] {
  const runs: { from: Day; to: Day }[] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last && daysLater(last.to, 1) === day) last.to = day;
    else runs.push({ from: day, to: day });
  }
  return runs;
}

/** A type or a length, with the times and the place that it brings. */
export function withType(draft: PlanDraft, type: PlanType, usual: Pick<PlanDraft, 'from' | 'to'>): PlanDraft {
  const [was, is] = [draft.type === 'day_off', type === 'day_off'];
  if (was === is) return { ...draft, type };
  return { ...draft, type, ...(is ? timesOfHalf(draft.half) : usual) };
}

/** Returns the request bodies of a valid draft: a plan over midnight is split into two plans. */
export function plansOf(draft: PlanDraft, weekend: readonly number[]): PlanBody[] {
  const { type, positionId, repeatUntil, from } = draft;
  const date = draft.date!;
  const excludeWeekends = repeatUntil !== null && draft.excludeWeekends;
  const absence = type === 'day_off' && { kind: draft.kind, half: draft.half };
  const common = {
    type,
    location: normalizeText(draft.location),
    ...(positionId !== null && { positionId }),
    ...absence,
  };
  const repeat = repeatUntil === null ? {} : { repeatUntil, excludeWeekends };
  const to = endOf(draft.to);
  if (!isOverMidnight(draft)) return [{ ...common, date, from, to, ...repeat }];
  const evening: PlanBody = { ...common, date, from, to: '24:00', ...repeat };
  const days = daysOf({ date, repeatUntil, weekend: excludeWeekends ? weekend : [], without: [] });
  const mornings = runsOf(days).map((run): PlanBody => {
    const [first, last] = [addDays(run.from, 1), addDays(run.to, 1)];
    return { ...common, date: first, from: '00:00', to, ...(first !== last && { repeatUntil: last }) };
  });
  return [evening, ...mornings];
}

/** Returns the errors of a draft. */
export function errorsOf(draft: PlanDraft, today: Day, hasPositions: boolean, dateMayBePast = false): PlanErrors {
  const { date, repeatUntil, positionId } = draft;
  const missing = (path: PlanField): FieldError => ({ path, code: 'validation.required' });
  const found: Record<PlanField, FieldError | null> = {
    type: null,
    kind: null,
    half: null,
    date: date === null ? missing('date') : dateMayBePast ? null : planFieldChecks.date(date, today),
    from: planFieldChecks.from(draft.from),
    to: planFieldChecks.to(draft.to),
    repeatUntil: date === null ? null : planFieldChecks.repeat({ date, repeatUntil }),
    location: planFieldChecks.place(draft.location, draft.type),
    positionId: draft.type !== 'day_off' && hasPositions && positionId === null ? missing('positionId') : null,
  };
  return Object.fromEntries(Object.entries(found).filter(([, error]) => error !== null)) as PlanErrors;
}

/** The day of a repeat that is changed is the date of the form. */
export const fieldOfPath = (path: string): PlanField | null =>
  path === 'onlyDate' ? 'date' : (planDraftFields.find((field) => field === path) ?? null);

import type { PlanAnswer } from '@gos/contract';
import {
  type AbsenceKind,
  addDays,
  type BreakRule,
  breakOfLength,
  type Day,
  type DayHalf,
  daysOf,
  type FieldError,
  isWork,
  lengthOf,
  normalizeText,
  type PlanType,
  planFieldChecks,
  type TimeOfDay,
  timesOfHalf,
  usualBreakOf,
} from '@gos/domain';
import type { PlanBody } from '../../entities/plan/plans.api';
import { runsOfDays } from './common/runs-of-days';

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
  /** Minutes; null for the usual break of such a plan, NaN while the text is no length of time. */
  readonly breakMinutes: number | null;
}

const planDraftFields = [
  'type',
  'kind',
  'half',
  'date',
  'from',
  'to',
  'breakMinutes',
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

/** The parts of a plan by the days on which they are: before and after midnight. */
const partsOf = ({ from, to }: Pick<PlanDraft, 'from' | 'to'>): readonly number[] =>
  isOverMidnight({ from, to })
    ? [lengthOf({ from, to: '24:00' }), lengthOf({ from: '00:00', to })]
    : [lengthOf({ from, to: endOf(to) })];

/** Returns the break of a draft in minutes: the chosen one or the usual one, 0 for types that are no work. */
export function breakOf(
  draft: Pick<PlanDraft, 'type' | 'from' | 'to' | 'breakMinutes'>,
  rule: BreakRule | null,
): number {
  if (!isWork(draft.type)) return 0;
  if (draft.breakMinutes !== null) return draft.breakMinutes;
  if (rule === null || draft.from === '' || draft.to === '') return 0;
  return breakOfLength(
    partsOf(draft).reduce((sum, part) => sum + part, 0),
    rule,
  );
}

/** Returns the chosen break of a plan, or null where it has the usual one. */
export const chosenBreakOf = (
  plan: Pick<PlanAnswer, 'type' | 'from' | 'to' | 'breakMinutes'>,
  rule: BreakRule | null,
) => (rule !== null && plan.breakMinutes === usualBreakOf(plan, rule) ? null : plan.breakMinutes);

/** A type or a length, with the times and the place that it brings. */
export function withType(draft: PlanDraft, type: PlanType, usual: Pick<PlanDraft, 'from' | 'to'>): PlanDraft {
  const [was, is] = [draft.type === 'day_off', type === 'day_off'];
  if (was === is) return { ...draft, type };
  return { ...draft, type, ...(is ? timesOfHalf(draft.half) : usual) };
}

/** Returns the request bodies of a valid draft: a plan over midnight is split into two plans, and the longer one has the break. */
export function plansOf(draft: PlanDraft, weekend: readonly number[], rule: BreakRule | null): PlanBody[] {
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
  const breakMinutes = breakOf(draft, rule);
  // The server knows the usual break, too.
  const isKnown = rule !== null || draft.breakMinutes !== null;
  const pause = (minutes: number) => isWork(type) && isKnown && { breakMinutes: minutes };
  if (!isOverMidnight(draft)) return [{ ...common, date, from, to, ...pause(breakMinutes), ...repeat }];
  const [before = 0, after = 0] = partsOf(draft);
  const isBefore = before >= after;
  const evening: PlanBody = { ...common, date, from, to: '24:00', ...pause(isBefore ? breakMinutes : 0), ...repeat };
  const days = daysOf({ date, repeatUntil, weekend: excludeWeekends ? weekend : [], without: [] });
  const mornings = runsOfDays(days, (day) => day).map((run): PlanBody => {
    const [first, last] = [addDays(run[0], 1), addDays(run.at(-1)!, 1)];
    return {
      ...common,
      ...{ date: first, from: '00:00', to },
      ...pause(isBefore ? 0 : breakMinutes),
      ...(first !== last && { repeatUntil: last }),
    };
  });
  return [evening, ...mornings];
}

/** A chosen break fits into the longer part of the plan; the usual one always does. */
function breakErrorOf(draft: PlanDraft): FieldError | null {
  const { type, from, to, breakMinutes } = draft;
  const path = 'breakMinutes';
  if (!isWork(type) || breakMinutes === null) return null;
  if (!Number.isInteger(breakMinutes)) return { path, code: 'validation.integer' };
  const fits = from === '' || to === '' || breakMinutes < Math.max(...partsOf(draft)) || breakMinutes === 0;
  return planFieldChecks.breakMinutes(breakMinutes) ?? (fits ? null : { path, code: 'plan.break' });
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
    breakMinutes: breakErrorOf(draft),
    repeatUntil: date === null ? null : planFieldChecks.repeat({ date, repeatUntil }),
    location: planFieldChecks.place(draft.location, draft.type),
    positionId: draft.type !== 'day_off' && hasPositions && positionId === null ? missing('positionId') : null,
  };
  return Object.fromEntries(Object.entries(found).filter(([, error]) => error !== null)) as PlanErrors;
}

/** The day of a repeat that is changed is the date of the form. */
export const fieldOfPath = (path: string): PlanField | null =>
  path === 'onlyDate' ? 'date' : (planDraftFields.find((field) => field === path) ?? null);

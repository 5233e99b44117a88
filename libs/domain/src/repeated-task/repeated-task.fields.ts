import { localDay } from '../kernel/calendar';
import { limits } from '../kernel/limits';
import type { FieldError } from '../kernel/refusal';
import { untouchedSchedule, upcomingDaysOf } from './occurrences';
import { dayOffMovesOf, type IsDayOff, isRepeatDay, periodSteps, type RepeatDay } from './recurrence';
import type { RepeatedTaskFields } from './repeated-task';

const within =
  (field: string, { min, max }: { readonly min: number; readonly max: number }) =>
  (value: number, path = field): FieldError | null => {
    if (!Number.isInteger(value)) return { path, code: 'validation.integer' };
    if (value < min) return { path, code: 'validation.too-small', params: { min } };
    return value > max ? { path, code: 'validation.too-large', params: { max } } : null;
  };

const hasOccurrence = (fields: RepeatedTaskFields, isDayOff: IsDayOff) =>
  upcomingDaysOf(untouchedSchedule(fields), isDayOff).next().done !== true;

/** Checks of a definition's fields, shared by the browser's form and the server, so that both report the same errors. */
export const repeatedTaskFieldChecks = {
  generateAhead: within('generateAhead', limits.generateAhead),
  repeatCount: within('repeatCount', limits.repeatCount),
  showFrom: within('showFrom', limits.showFromMinutes),
  repeatDay: (value: RepeatDay, path = 'repeatDay'): FieldError | null =>
    value === null || ['weekly', 'monthly', 'yearly'].some((repeat) => isRepeatDay(repeat as 'weekly', value))
      ? null
      : { path, code: 'repeated-task.repeat-day' },
  period: ({ repeat, period }: Pick<RepeatedTaskFields, 'repeat' | 'period'>): FieldError | null =>
    periodSteps[period].repeat === repeat ? null : { path: 'period', code: 'repeated-task.period' },
  day: ({ repeat, repeatDay }: Pick<RepeatedTaskFields, 'repeat' | 'repeatDay'>): FieldError | null =>
    isRepeatDay(repeat, repeatDay) ? null : { path: 'repeatDay', code: 'repeated-task.repeat-day' },
  dayOff: ({ repeat, onDayOff }: Pick<RepeatedTaskFields, 'repeat' | 'onDayOff'>): FieldError | null =>
    dayOffMovesOf(repeat).includes(onDayOff) ? null : { path: 'onDayOff', code: 'repeated-task.day-off-daily' },
  end({ endRepeat, repeatCount, endDate }: RepeatedTaskFields): FieldError | null {
    if (endRepeat === 'after' && repeatCount === null) return { path: 'repeatCount', code: 'validation.required' };
    if (endRepeat === 'by-date' && endDate === null) return { path: 'endDate', code: 'validation.required' };
    return null;
  },
  /** Once the fields above are right. */
  occurs(fields: RepeatedTaskFields, isDayOff: IsDayOff): FieldError | null {
    if (fields.endDate !== null && fields.endDate < localDay(fields.firstDeadline, fields.zone)) {
      return { path: 'endDate', code: 'repeated-task.end-before-start' };
    }
    const path = fields.endDate === null ? 'firstDeadline' : 'endDate';
    return hasOccurrence(fields, isDayOff) ? null : { path, code: 'repeated-task.never' };
  },
  planned: ({
    firstDeadline,
    firstPlannedDeadline,
  }: Pick<RepeatedTaskFields, 'firstDeadline' | 'firstPlannedDeadline'>): FieldError | null =>
    firstPlannedDeadline === null || firstPlannedDeadline <= firstDeadline
      ? null
      : { path: 'firstPlannedDeadline', code: 'repeated-task.planned' },
  person({ createFor, positionId }: Pick<RepeatedTaskFields, 'createFor' | 'positionId'>): FieldError | null {
    return createFor !== 'user' && positionId === null ? { path: 'positionId', code: 'validation.required' } : null;
  },
};

/** All that is wrong with when it repeats. */
export function scheduleErrors(fields: RepeatedTaskFields, isDayOff: IsDayOff): readonly (FieldError | null)[] {
  const { period, day, dayOff, end, occurs, planned } = repeatedTaskFieldChecks;
  const errors = [period(fields), day(fields), dayOff(fields), end(fields), planned(fields)];
  return errors.some((error) => error !== null) ? errors : [occurs(fields, isDayOff)];
}

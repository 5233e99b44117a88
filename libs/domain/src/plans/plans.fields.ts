import { daysBetween } from '../kernel/calendar';
import { requiredTextError } from '../kernel/field-checks';
import { limits } from '../kernel/limits';
import type { Day } from '../kernel/message';
import { nameCharactersError } from '../kernel/name-characters';
import type { FieldError } from '../kernel/refusal';
import { codePoints, normalizeText } from '../kernel/text';
import type { PlanFields, PlanType, TimeOfDay } from './plans';

const isTime = (value: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value);

function timeError(value: string, path: string, isValid: boolean): FieldError | null {
  if (value === '') return { path, code: 'validation.required' };
  return isValid ? null : { path, code: 'plan.time' };
}

type Span = Pick<PlanFields, 'from' | 'to'>;
type Absence = Pick<PlanFields, 'type'> & Partial<Pick<PlanFields, 'kind' | 'half'>>;
type Repeat = Pick<PlanFields, 'date' | 'repeatUntil'>;

/** Checks of a plan's fields, shared by the browser's forms and the server, so that both report the same errors. */
export const planFieldChecks = {
  from: (value: TimeOfDay, path = 'from') => timeError(value, path, isTime(value)),
  to: (value: TimeOfDay, path = 'to') => timeError(value, path, value === '24:00' || isTime(value)),
  location(value: string, path = 'location'): FieldError | null {
    const { max } = limits.planLocation;
    const tooLong = codePoints(normalizeText(value)) > max;
    return tooLong ? { path, code: 'validation.too-long', params: { max } } : nameCharactersError(value, path);
  },
  reason(value: string, path = 'reason'): FieldError | null {
    return requiredTextError(value, path, limits.declineReason.max) ?? nameCharactersError(value, path);
  },
  /** Only a day off needs no place. */
  place(value: string, type: PlanType, path = 'location'): FieldError | null {
    const missing = type !== 'day_off' && normalizeText(value) === '';
    return missing ? { path, code: 'validation.required' } : planFieldChecks.location(value, path);
  },
  /** Only a day off has a kind and a half. */
  absence({ type, kind = null, half = null }: Absence): FieldError | null {
    if (type === 'day_off' || (kind === null && half === null)) return null;
    return { path: kind === null ? 'half' : 'kind', code: 'plan.not-day-off' };
  },
  breakMinutes(value: number, path = 'breakMinutes'): FieldError | null {
    const { max } = limits.planBreak;
    if (value < 0) return { path, code: 'validation.too-small', params: { min: 0 } };
    return value > max ? { path, code: 'validation.too-large', params: { max } } : null;
  },
  span: ({ from, to }: Span): FieldError | null => (from < to ? null : { path: 'to', code: 'plan.range' }),
  repeat({ date, repeatUntil }: Repeat): FieldError | null {
    const max = limits.planRepeat.maxDays;
    const fits = repeatUntil === null || (repeatUntil >= date && daysBetween(date, repeatUntil) <= max);
    return fits ? null : { path: 'repeatUntil', code: 'plan.repeat', params: { max } };
  },
  date: (value: Day, today: Day, path = 'date'): FieldError | null =>
    value < today ? { path, code: 'plan.date.past' } : null,
};

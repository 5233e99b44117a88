import { type Day, type Instant, instantsOf, localDay } from '@gos/domain';
import { timeOf } from '../../ui/moment-format';
import type { WorkMessageId } from './work-texts';

/** A moment as it is typed, in the installation's zone. */
export interface TypedMoment {
  readonly day: Day | null;
  /** `HH:MM`, or empty */
  readonly time: string;
  /** the second of the doubled hour at the end of daylight saving */
  readonly second: boolean;
}

export interface ReadMoment {
  readonly at: Instant | null;
  /** its time happens twice on its day */
  readonly doubled: boolean;
  readonly error: WorkMessageId | null;
}

const wrong = (error: WorkMessageId): ReadMoment => ({ at: null, doubled: false, error });

export function readMoment({ day, time, second }: TypedMoment, zone: string): ReadMoment {
  if (day === null) return wrong('work.form.date-required');
  if (!/^\d{2}:\d{2}$/.test(time)) return wrong('work.form.time-required');
  const all = instantsOf(day, time, zone);
  if (all.length === 0) return wrong('work.form.gap');
  return { at: all[second ? all.length - 1 : 0]!, doubled: all.length > 1, error: null };
}

/** The instant as it would be typed; seconds are not. */
export function typedOf(at: Instant, zone: string): TypedMoment {
  const [day, time] = [localDay(at, zone), timeOf(at, zone)];
  const minute = `${at.slice(0, 16)}:00.000Z`;
  return { day, time, second: instantsOf(day, time, zone).indexOf(minute) > 0 };
}

/** The instant that was there, unless another minute was typed: its seconds are kept. */
export const sameMinute = (at: Instant, was: Instant | null): Instant =>
  was !== null && was.slice(0, 16) === at.slice(0, 16) ? was : at;

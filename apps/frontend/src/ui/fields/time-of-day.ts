import { type Day, type Instant, instantOf } from '@gos/domain';

const written = /^(\d{1,2})(?:\s*[:.h]?\s*(\d{2}))?\s*(?:([ap])\.?m\.?)?$/i;

/**
 * The time of day that was typed, as `HH:MM`; null when it is none. Read are 8, 830, 8:30, 20.15 and 8:30 pm; 24:00 is not a time
 * at which something begins, so it is not read.
 */
export function readTimeOfDay(text: string): string | null {
  const found = written.exec(text.trim());
  if (found === null) return null;
  const [, typedHour, minute = '00', half] = found;
  const hour = Number(typedHour);
  if (half !== undefined && (hour < 1 || hour > 12)) return null;
  const ofDay = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return ofDay > 23 || Number(minute) > 59 ? null : `${String(ofDay).padStart(2, '0')}:${minute}`;
}

/** The instant of a typed time on a day in a zone; null when the text is no time. */
export function typedInstant(day: Day, text: string, zone: string): Instant | null {
  const time = readTimeOfDay(text);
  return time === null ? null : instantOf(day, time, zone);
}

import type { Notation } from '../../ui/number-field';

/** Minutes of `1h 30m`, `1:30`, `1,5 h`, `1,5`, `90`; null when it says no length of time. */
export function parseDuration(text: string): number | null {
  const given = text.trim().toLowerCase().replace(/,/g, '.');
  if (given === '') return null;
  const clock = given.match(/^(\d+):([0-5]\d)$/);
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]);
  if (/^\d+$/.test(given)) return Number(given);
  if (/^\d+\.\d+$/.test(given)) return Math.round(Number(given) * 60);
  const parts = given.match(/^(?:(\d+(?:\.\d+)?)\s*h(?:od\.?|\.)?)?\s*(?:(\d+)\s*m(?:in)?\.?)?$/);
  if (!parts || (parts[1] === undefined && parts[2] === undefined)) return null;
  return Math.round(Number(parts[1] ?? 0) * 60) + Number(parts[2] ?? 0);
}

/** `6 h 15 min`, of whole minutes: the same in both languages. */
export function durationText(minutes: number): string {
  const whole = Math.round(minutes);
  const hours = Math.floor(whole / 60);
  const rest = whole % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** Minutes as a field shows and reads them. */
export const lengthOfTime: Notation = { read: (text) => parseDuration(text) ?? Number.NaN, write: durationText };

import { addDays, type Day, isDay, mondayOf, weekdayOf, years } from '@gos/domain';
import { readTimeOfDay } from './time-of-day';

export interface TypedMoment {
  readonly day: Day;
  /** `HH:MM`; null for the whole day */
  readonly time: string | null;
}

/** The present, in the installation's zone. */
export interface Present {
  readonly today: Day;
  /** `HH:MM` */
  readonly time: string;
}

/** Each number's words in Czech and English, without diacritics. */
const tableOf = (words: readonly string[]): ReadonlyMap<string, number> =>
  new Map(words.flatMap((line, index) => line.split(' ').map((word) => [word, index + 1] as const)));

const weekdays = tableOf([
  'po pondeli mon monday',
  'ut utery tue tues tuesday',
  'st streda stredu wed wednesday',
  'ct ctvrtek thu thur thurs thursday',
  'pa patek fri friday',
  'so sobota sobotu sat saturday',
  'ne nedele nedeli sun sunday',
]);

const months = tableOf([
  'leden ledna jan january',
  'unor unora feb february',
  'brezen brezna mar march',
  'duben dubna apr april',
  'kveten kvetna may',
  'cerven cervna jun june',
  'cervenec cervence jul july',
  'srpen srpna aug august',
  'zari sep sept september',
  'rijen rijna oct october',
  'listopad listopadu nov november',
  'prosinec prosince dec december',
]);

const daysAhead = new Map([
  ['predevcirem', -2],
  ['vcera', -1],
  ['yesterday', -1],
  ['dnes', 0],
  ['today', 0],
  ['zitra', 1],
  ['tomorrow', 1],
  ['pozitri', 2],
]);

const alternatives = (words: Iterable<string>) => [...words].sort((a, b) => b.length - a.length).join('|');
const dayName = alternatives(weekdays.keys());
const monthName = alternatives(months.keys());

const dayIn = (year: number, month: number, date: number): Day | null => {
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${year}-${two(month)}-${two(date)}`;
  return isDay(day, years.business) ? day : null;
};

/** A day without its year is the next one; 29 February is at most eight years ahead. */
function dated(today: Day, month: number, date: number, year: string | undefined): Day | null {
  if (year !== undefined) return dayIn(Number(year) + (year.length === 2 ? 2000 : 0), month, date);
  const thisYear = Number(today.slice(0, 4));
  for (let ahead = 0; ahead <= 8; ahead++) {
    const day = dayIn(thisYear + ahead, month, date);
    if (day !== null && day >= today) return day;
  }
  return null;
}

/** The same date some months later, or earlier, or the last day of a shorter month. */
function monthsLater(today: Day, count: number): Day | null {
  const [year, month, date] = today.split('-').map(Number) as [number, number, number];
  const index = month - 1 + count;
  const [inYear, inMonth] = [year + Math.floor(index / 12), (((index % 12) + 12) % 12) + 1];
  for (let last = date; last > 27; last--) {
    const day = dayIn(inYear, inMonth, last);
    if (day !== null) return day;
  }
  return dayIn(inYear, inMonth, date);
}

/** A count of days, weeks or months, by the first letters of its unit. */
function later(today: Day, count: number, unit: string): Day | null {
  if (/^m/.test(unit)) return monthsLater(today, count);
  return addDays(today, count * (/^[tw]/.test(unit) ? 7 : 1));
}

type Reader = (groups: readonly (string | undefined)[], today: Day) => Day | null;

/** Beginnings of a text that mean a day. The first one that means an existing day is taken. */
const readers: readonly (readonly [RegExp, Reader])[] = [
  [new RegExp(`^(${alternatives(daysAhead.keys())})`), ([word], today) => addDays(today, daysAhead.get(word!)!)],
  [/^day after tomorrow/, (_, today) => addDays(today, 2)],
  [/^(?:pristi|dalsi) tyden|^next week/, (_, today) => addDays(mondayOf(today), 7)],
  [/^(?:pristi|dalsi) mesic|^next month/, (_, today) => monthsLater(`${today.slice(0, 7)}-01`, 1)],
  [
    new RegExp(`^(?:pristi|dalsi|next) (${dayName})`),
    ([name], today) => addDays(mondayOf(today), 6 + weekdays.get(name!)!),
  ],
  [
    new RegExp(`^(?:(?:v|ve|on|this|tento|tuto|toto) )?(${dayName})`),
    ([name], today) => addDays(today, ((weekdays.get(name!)! - weekdayOf(today) + 6) % 7) + 1),
  ],
  [
    /^(?:za|in|\+) ?(?:(\d{1,3}) ?)?(dny|dni|dnu|den|days?|d|tyden|tydny|tydnu|weeks?|w|mesice|mesicu|mesic|months?)/,
    ([count, unit], today) => later(today, Number(count ?? 1), unit!),
  ],
  [
    /^pred ?(?:(\d{1,3}) ?)?(dnem|dny|tydnem|tydny|mesicem|mesici)/,
    ([count, unit], today) => later(today, -Number(count ?? 1), unit!),
  ],
  [/^(\d{1,3}) (days?|weeks?|months?) ago/, ([count, unit], today) => later(today, -Number(count), unit!)],
  [/^\+(\d{1,3})/, ([count], today) => addDays(today, Number(count))],
  [/^(\d{4})-(\d{1,2})-(\d{1,2})/, ([year, month, date]) => dayIn(Number(year), Number(month), Number(date))],
  [
    /^(\d{1,2})\. ?(\d{1,2})(?:\. ?(\d{4}|\d{2})(?![\d:]))?\.?(?!\d|:)/,
    ([date, month, year], today) => dated(today, Number(month), Number(date), year),
  ],
  [
    new RegExp(`^(\\d{1,2})(?:\\.|st|nd|rd|th)? (${monthName})\\b\\.?(?: (\\d{4}))?`),
    ([date, name, year], today) => dated(today, months.get(name!)!, Number(date), year),
  ],
  [
    new RegExp(`^(${monthName})\\.? (\\d{1,2})(?:st|nd|rd|th)?(?![\\d:])(?:,? (\\d{4}))?`),
    ([name, date, year], today) => dated(today, months.get(name!)!, Number(date), year),
  ],
];

const before = /^,? ?(?:(?:v|ve|o|do|at|by) )?/;

/** The time of the rest of a text; undefined when the rest is something else. */
function timeIn(rest: string): string | null | undefined {
  if (rest === '') return null;
  return /^[ ,]/.test(rest) ? (readTimeOfDay(rest.replace(before, '')) ?? undefined) : undefined;
}

/** The day that was typed, as `readMoment` reads it; null when it is none, or has a time. */
export function readDay(text: string, today: Day): Day | null {
  const found = readMoment(text, { today, time: '00:00' });
  return found?.time === null ? found.day : null;
}

/**
 * The moment that was typed in Czech or English, such as `zítra`, `pá 14:00`, `za 3 dny`, `next friday`, `31.1.`, `3 Dec 2027` or
 * `14:00`; null when it is none. A weekday is the next one after today. A time alone is the next such time.
 */
export function readMoment(text: string, { today, time: now }: Present): TypedMoment | null {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/\s+/g, ' ');
  for (const [pattern, read] of readers) {
    const found = pattern.exec(plain);
    if (found === null) continue;
    const time = timeIn(plain.slice(found[0].length));
    const day = time === undefined ? null : read(found.slice(1), today);
    if (day !== null && time !== undefined && isDay(day, years.business)) return { day, time };
  }
  const time = /[:.]|[ap]\.?m/.test(plain) ? readTimeOfDay(plain.replace(before, '')) : null;
  return time === null ? null : { day: time > now ? today : addDays(today, 1), time };
}

import type { Day, Instant } from '@gos/domain';

/** Days are days of the installation's zone. */
export interface Days {
  readonly from: Day;
  /** the last one */
  readonly to: Day;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  let found = formats.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, options);
    formats.set(key, found);
  }
  return found;
}

const noon = (day: Day) => new Date(`${day}T12:00:00Z`);
const utc = { timeZone: 'UTC' } as const;
const capital = (text: string, locale: string) => text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1);

const monthInText = (locale: string, day: Day) =>
  format(locale, { month: 'long', year: 'numeric', ...utc }).format(noon(day));

/** Words for days and times in the reader's language. */
export const dayTexts = {
  month: (locale: string, day: Day) => capital(monthInText(locale, day), locale),
  /** Within a sentence: Czech writes it with a small letter. */
  monthInText,
  range: (locale: string, { from, to }: Days) =>
    format(locale, {
      day: 'numeric',
      month: locale === 'cs' ? 'long' : 'short',
      year: 'numeric',
      ...utc,
    }).formatRange(noon(from), noon(to)),
  weekday: (locale: string, day: Day, width: 'short' | 'long' = 'short') =>
    format(locale, { weekday: width, ...utc }).format(noon(day)),
  /** `27. 11.` */
  short: (locale: string, day: Day) =>
    format(locale, { day: 'numeric', month: locale === 'cs' ? 'numeric' : 'short', ...utc }).format(noon(day)),
  /** `pátek 27. listopadu` */
  long: (locale: string, day: Day) =>
    format(locale, { weekday: 'long', day: 'numeric', month: 'long', ...utc }).format(noon(day)),
  /** `pátek 27. listopadu 2026` */
  whole: (locale: string, day: Day) =>
    format(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', ...utc }).format(noon(day)),
  /** The number alone, with its month on the first of a month. */
  number: (locale: string, day: Day) =>
    day.endsWith('-01')
      ? format(locale, { day: 'numeric', month: locale === 'cs' ? 'numeric' : 'short', ...utc }).format(noon(day))
      : String(Number(day.slice(8))),
  time: (locale: string, at: Instant, zone: string) =>
    format(locale, { hour: 'numeric', minute: '2-digit', timeZone: zone }).format(new Date(at)),
  hour: (locale: string, hour: number) =>
    format(locale, { hour: 'numeric', minute: '2-digit', ...utc }).format(new Date(Date.UTC(2026, 0, 1, hour))),
} as const;

import { type Day, daysFrom, type Language, localDay } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import type HolidayLibrary from 'date-holidays';
import { CONFIG, type Config } from '../../kernel/config';

/** The names of a year's holidays by day. */
type Year = ReadonlyMap<Day, string>;

const years = { first: 1970, last: 2199 };
const longestHolidayDays = 31;
/** Years in memory; each has a dozen days. */
const maxKept = 200;

/**
 * Public holidays of the installation's country. The library is loaded at the first query, since it takes a tenth of a
 * second and 25 MB.
 */
@Injectable()
export class Holidays {
  private readonly kept = new Map<string, Year>();
  private readonly country: string;
  private library: Promise<HolidayLibrary> | undefined;

  constructor(@Inject(CONFIG) { country }: Pick<Config, 'country'>) {
    this.country = country;
  }

  /** The holidays from one day to another, inclusive; those of far years are not known. */
  async between(from: Day, to: Day, language: Language): Promise<{ readonly date: Day; readonly name: string }[]> {
    const [first, last] = [from, to].map((day) => Number(day.slice(0, 4))) as [number, number];
    const library = await this.loaded();
    const found: { date: Day; name: string }[] = [];
    for (let year = Math.max(first, years.first); year <= Math.min(last, years.last); year++) {
      for (const [date, name] of this.of(library, year, language))
        if (date >= from && date <= to) found.push({ date, name });
    }
    return found.sort((a, b) => (a.date < b.date ? -1 : 1));
  }

  /** Returns whether a day is a holiday; those of far years are not known. */
  async test(): Promise<(day: Day) => boolean> {
    const library = await this.loaded();
    return (day) => {
      const year = Number(day.slice(0, 4));
      return year >= years.first && year <= years.last && this.of(library, year, 'en').has(day);
    };
  }

  private loaded(): Promise<HolidayLibrary> {
    this.library ??= import('date-holidays').then(
      ({ default: Library }) => new Library(this.country, { types: ['public'], timezone: 'UTC' }),
    );
    return this.library;
  }

  private of(library: HolidayLibrary, year: number, language: Language): Year {
    const key = `${year} ${language}`;
    const known = this.kept.get(key) ?? read(library, year, language);
    if (this.kept.size >= maxKept && !this.kept.has(key)) this.kept.delete(this.kept.keys().next().value!);
    this.kept.set(key, known);
    return known;
  }
}

function read(library: HolidayLibrary, year: number, language: Language): Year {
  const days = new Map<Day, string>();
  for (const { start, end, name } of library.getHolidays(year, namesIn(language))) {
    const [first, last] = [localDay(start.getTime(), 'UTC'), localDay(end.getTime() - 1, 'UTC')];
    for (const day of daysFrom(first, last, longestHolidayDays)) {
      days.set(day, days.has(day) ? `${days.get(day)}, ${name}` : name);
    }
  }
  return days;
}

/** The library calls Czech `cz`. */
const namesIn = (language: Language) => (language === 'cs' ? 'cz' : language);

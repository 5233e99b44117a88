import { type Instant, localDay, type Money } from '@gos/domain';
import { timeZone } from './installation';
import { saveFile } from './save-file';

/** Numbers are decimals written with a point, such as `-12.50`. */
type NumberCell = { readonly number: string };
/** A cell of a CSV file. Numbers, with the language's decimal mark, are cells that a spreadsheet can sum. */
export type Cell = string | number | NumberCell | null;

type Language = 'cs' | 'en';

/** Spreadsheets expect `;` where the comma is the decimal mark. */
const marks: Readonly<Record<Language, { readonly separator: string; readonly decimal: string }>> = {
  cs: { separator: ';', decimal: ',' },
  en: { separator: ',', decimal: '.' },
};

const languageOf = (locale: string): Language => (locale === 'cs' ? 'cs' : 'en');

/** The amount in a column of its own; its currency is the installation's. */
export const amountCell = (money: Money | null | undefined): Cell => (money ? { number: money.amount } : null);

/** Returns `2026-11-24 17:00` in the installation's time zone: spreadsheets read it as a date, and it sorts. */
export function momentCell(at: Instant | null): Cell {
  if (at === null) return null;
  const zone = timeZone();
  const clock = { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return `${localDay(at, zone)} ${new Intl.DateTimeFormat('en-GB', clock).format(new Date(at))}`;
}

function textOf(cell: Cell, decimal: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell).replace('.', decimal);
  if (typeof cell === 'object') return cell.number.replace('.', decimal);
  // A spreadsheet would run a text that begins like a formula.
  return /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}

function quoted(text: string, separator: string): string {
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The first line names the columns. */
export function csvOf(lines: readonly (readonly Cell[])[], locale: string): string {
  const { separator, decimal } = marks[languageOf(locale)];
  return lines
    .map((cells) => `${cells.map((cell) => quoted(textOf(cell, decimal), separator)).join(separator)}\r\n`)
    .join('');
}

export function downloadCsv(name: string, csv: string): void {
  // The byte order mark tells spreadsheets that this is UTF-8.
  saveFile(`${name}.csv`, ['\uFEFF', csv], 'text/csv;charset=utf-8');
}

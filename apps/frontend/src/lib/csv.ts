import { type Instant, localDay, type Money } from '@gos/domain';
import type { Cell } from '@gos/domain/kernel/csv';
import { timeZone } from './installation';
import { saveFile } from './save-file';

export { type Cell, csvOf } from '@gos/domain/kernel/csv';

/** The amount in a column of its own; its currency is the installation's. */
export const amountCell = (money: Money | null | undefined): Cell => (money ? { number: money.amount } : null);

/** Returns `2026-11-24 17:00` in the installation's time zone: spreadsheets read it as a date, and it sorts. */
export function momentCell(at: Instant | null): Cell {
  if (at === null) return null;
  const zone = timeZone();
  const clock = { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return `${localDay(at, zone)} ${new Intl.DateTimeFormat('en-GB', clock).format(new Date(at))}`;
}

export function downloadCsv(name: string, csv: string): void {
  // By the byte order mark spreadsheets recognise UTF-8.
  saveFile(`${name}.csv`, ['\uFEFF', csv], 'text/csv;charset=utf-8');
}

import { saveFile } from './save-file';

function cell(text: string, separator: string): string {
  // A spreadsheet would run a cell that begins like a formula.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return safe.includes(separator) || /["\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The first line names the columns. */
export function csvOf(lines: readonly (readonly string[])[], separator: ',' | ';'): string {
  return lines.map((cells) => `${cells.map((text) => cell(text, separator)).join(separator)}\r\n`).join('');
}

export function downloadCsv(name: string, csv: string): void {
  // The byte order mark tells spreadsheets that this is UTF-8.
  saveFile(`${name}.csv`, ['\uFEFF', csv], 'text/csv;charset=utf-8');
}

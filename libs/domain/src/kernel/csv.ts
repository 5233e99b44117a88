/** Numbers are decimals written with a point, such as `-12.50`. */
export type NumberCell = { readonly number: string };
/** A cell of a CSV file. Numbers, with the language's decimal mark, are cells that a spreadsheet can sum. */
export type Cell = string | number | NumberCell | null;

/** Spreadsheets expect `;` where the comma is the decimal mark. */
const marks: Readonly<Record<'cs' | 'en', { readonly separator: string; readonly decimal: string }>> = {
  cs: { separator: ';', decimal: ',' },
  en: { separator: ',', decimal: '.' },
};

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
  const { separator, decimal } = marks[locale === 'cs' ? 'cs' : 'en'];
  return lines
    .map((cells) => `${cells.map((cell) => quoted(textOf(cell, decimal), separator)).join(separator)}\r\n`)
    .join('');
}

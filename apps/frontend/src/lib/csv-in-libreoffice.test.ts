import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amountCell, csvOf, momentCell } from './csv';

const isFull = Boolean(process.env.TEST_FULL);
const isInstalled = isFull && spawnSync('soffice', ['--version']).status === 0;

/** Options of LibreOffice's import: separator, quote, UTF-8, first line, columns, and the language, which has the decimal mark. */
const filters = { cs: 'CSV:59,34,76,1,,1029,false,true', en: 'CSV:44,34,76,1,,2057,false,true' };

/** The cells of the only line as LibreOffice keeps them: numbers, days and texts. */
function cellsOf(csv: string, language: 'cs' | 'en'): (string | null)[] {
  const folder = mkdtempSync(join(tmpdir(), 'gos-csv-'));
  try {
    writeFileSync(join(folder, 'line.csv'), `\uFEFF${csv}`);
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const filter = `--infilter=${filters[language]}`;
    const options = [profile, '--headless', '--convert-to', 'fods', filter, '--outdir', folder];
    execFileSync('soffice', [...options, join(folder, 'line.csv')], { stdio: 'ignore' });
    const sheet = new DOMParser().parseFromString(readFileSync(join(folder, 'line.fods'), 'utf8'), 'text/xml');
    return [...sheet.getElementsByTagName('table:table-cell')].map((cell) => {
      const type = cell.getAttribute('office:value-type');
      if (type === null) return null;
      const value = cell.getAttribute('office:value') ?? cell.getAttribute('office:date-value');
      return `${type} ${value ?? cell.textContent.trim()}`;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const why = isFull ? '(needs LibreOffice)' : ': part of npm run test:full';
describe.skipIf(!isInstalled)(`a CSV file in LibreOffice ${why}`, () => {
  it.each(['cs', 'en'] as const)(
    'has numbers that can be summed, days, and texts that are not run (%s)',
    (language) => {
      const money = { amount: '-1234.50', currency: 'CZK' };
      const line = ['a;b,c "d"', -15, 2.5, amountCell(money), amountCell(null), momentCell('2026-11-24T16:00:00.000Z')];
      expect(cellsOf(csvOf([[...line, '=1+1', '-15', 'ž']], language), language)).toEqual([
        'string a;b,c "d"',
        'float -15',
        'float 2.5',
        'float -1234.5',
        null,
        'date 2026-11-24T17:00:00',
        "string '=1+1",
        "string '-15",
        'string ž',
      ]);
    },
  );
});

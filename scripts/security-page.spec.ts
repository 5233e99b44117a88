import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

/** OWASP ASVS 5.0.0: of each section the levels of its requirements, in their order. */
const levels: Readonly<Record<string, string>> = {
  '1.1': '22',
  '1.2': '1111122223',
  '1.3': '112222222223',
  '1.4': '222',
  '1.5': '123',
  '2.1': '122',
  '2.2': '112',
  '2.3': '12223',
  '2.4': '23',
  '3.1': '3',
  '3.2': '113',
  '3.3': '12223',
  '3.4': '11222233',
  '3.5': '11122333',
  '3.6': '3',
  '3.7': '22333',
  '4.1': '12233',
  '4.2': '23333',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112333',
  '5.3': '113',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '11223333',
  '6.4': '112233',
  '6.5': '22222333',
  '6.6': '2223',
  '6.7': '33',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '223',
  '7.6': '22',
  '8.1': '1233',
  '8.2': '1123',
  '8.3': '133',
  '8.4': '23',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '223',
  '10.3': '22223',
  '10.4': '1111122222233333',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '2233',
  '11.2': '22233',
  '11.3': '11233',
  '11.4': '1222',
  '11.5': '23',
  '11.6': '23',
  '11.7': '33',
  '12.1': '12233',
  '12.2': '11',
  '12.3': '22223',
  '13.1': '2333',
  '13.2': '222223',
  '13.3': '2233',
  '13.4': '1222233',
  '14.1': '22',
  '14.2': '12223333',
  '14.3': '122',
  '15.1': '12233',
  '15.2': '12233',
  '15.3': '1222222',
  '15.4': '3333',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '2223',
  '17.1': '23',
  '17.2': '22223333',
  '17.3': '22',
};
const wanted = new Map(
  Object.entries(levels).flatMap(([section, ofSection]) =>
    [...ofSection].flatMap((level, at) => (level < '3' ? [[`${section}.${at + 1}`, level] as const] : [])),
  ),
);

const verdicts = ['met', 'partly', 'not', 'does not apply'];
const named = /`([^`]+\.(?:spec|test|e2e|contract)\.tsx?)`: "([^"]+)"/g;
const placeOf = (path: string) => (/^(apps|libs|scripts)\//.test(path) ? path : `apps/backend/src/${path}`);

/** What is wrong with the rows of the page, in sentences. */
function faultsOf(page: string): string[] {
  const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \|(.*)\|$/gm)].map(([, number, cells]) => ({
    number: number!,
    cells: cells!.split('|').map((cell) => cell.trim()),
  }));
  const faults = [...wanted.keys()]
    .filter((number) => !rows.some((row) => row.number === number))
    .map((number) => `${number} is missing`);
  const seen = new Set<string>();
  for (const { number, cells } of rows) {
    const [level, asks, verdict = '', how = '', shown = ''] = cells;
    if (seen.has(number)) faults.push(`${number} is there twice`);
    seen.add(number);
    if (cells.length !== 5 || !asks) faults.push(`${number} has other columns`);
    if (wanted.get(number) !== level) faults.push(`${number} is not of level ${level}`);
    if (!verdicts.includes(verdict)) faults.push(`${number} has the verdict "${verdict}"`);
    const tests = [...shown.matchAll(named)];
    if (verdict === 'met' && tests.length === 0 && !how.includes('No test'))
      faults.push(`${number} is not shown by a test`);
    if (verdict === 'partly' && how.length < 20) faults.push(`${number} does not say what is missing`);
    for (const [, path = '', title = ''] of tests) {
      const file = placeOf(path);
      if (!existsSync(join(root, file))) faults.push(`${number}: there is no ${file}`);
      else if (!textOf(file).includes(title)) faults.push(`${number}: ${file} has no test "${title}"`);
    }
    if (shown.replace(named, '').replace(/[;\s–]/g, '') !== '')
      faults.push(`${number} names tests that cannot be read`);
  }
  return faults;
}

describe('the page on security', () => {
  const page = textOf('docs/security.md');

  it('judges every requirement of levels 1 and 2 once, and no other', () => {
    expect(wanted.size).toBe(253);
    expect(faultsOf(page)).toEqual([]);
  });

  it('counts its verdicts', () => {
    const counted = verdicts.map(
      (verdict) =>
        `${page.match(new RegExp(`^\\| [\\d.]+ \\| [12] \\|[^|]*\\| ${verdict} \\|`, 'gm'))!.length} ${verdict}`,
    );
    expect(page).toContain(`The 253 requirements: ${counted.join(', ')}.`);
  });

  it('leads to places that there are', () => {
    const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, text]) =>
      text!
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .replace(/\s/g, '-'),
    );
    for (const [, link = ''] of page.matchAll(/\]\(([^)]+)\)/g)) {
      if (link.startsWith('#')) expect(headings).toContain(link.slice(1));
      else if (!link.startsWith('https:'))
        expect([link, existsSync(join(root, 'docs', link.split('#')[0]!))]).toEqual([link, true]);
    }
    for (const [, path = ''] of page.matchAll(/`([\w-]+(?:\/[\w.-]+)+\.(?:ts|mjs|cjs))`(?!:)/g)) {
      expect([path, existsSync(join(root, placeOf(path)))]).toEqual([path, true]);
    }
  });

  it('is not believed with planted rows', () => {
    const [row] = page.match(/^\| 1\.2\.4 \|.*$/m)!;
    const faultsWith = (other: string) => faultsOf(page.replace(row, () => other));
    expect(faultsWith('')).toEqual(['1.2.4 is missing']);
    expect(faultsWith(`${row}\n${row}`)).toEqual(['1.2.4 is there twice']);
    expect(faultsWith(row.replace('| 1 |', '| 2 |'))).toEqual(['1.2.4 is not of level 2']);
    expect(faultsWith(row.replace('| met |', '| surely |'))).toEqual(['1.2.4 has the verdict "surely"']);
    expect(faultsWith(row.replace(/"[^"]+"/, '"nobody wrote this"'))).toEqual([
      '1.2.4: apps/backend/src/edges/attacks.e2e.spec.ts has no test "nobody wrote this"',
    ]);
    expect(faultsWith(row.replace('attacks.e2e', 'none.e2e'))).toEqual([
      '1.2.4: there is no apps/backend/src/edges/none.e2e.spec.ts',
    ]);
    expect(faultsWith(row.replace(/[^|]*\|$/, ' – |'))).toEqual(['1.2.4 is not shown by a test']);
    expect(faultsWith(`${row}\n${row.replace('1.2.4 | 1', '1.2.10 | 3')}`)).toEqual(['1.2.10 is not of level 3']);
  });
});

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { refusalSentences } from '@gos/domain';
import { IntlMessageFormat } from 'intl-messageformat';
import cs from './cs.json';
import en from './en.json';
import { czechRefusals } from './refusal-messages';

type Element = ReturnType<IntlMessageFormat['getAst']>[number];
interface Found {
  readonly args: Set<string>;
  readonly plurals: Set<string>[];
}

/** The kinds of a message's parts by their numbers in the parser. */
const literal = 0;
const plural = 6;
const pound = 7;

function look(elements: readonly Element[], found: Found): Found {
  for (const element of elements) {
    if (element.type === literal || element.type === pound || !('value' in element)) continue;
    if (element.type !== 8) found.args.add(String(element.value));
    if ('options' in element) {
      if (element.type === plural) found.plurals.push(new Set(Object.keys(element.options)));
      for (const { value } of Object.values(element.options)) look(value, found);
    }
    if ('children' in element) look(element.children, found);
  }
  return found;
}

const read = (text: string, locale: string) =>
  look(new IntlMessageFormat(text, locale).getAst(), { args: new Set(), plurals: [] });

const czech: Record<string, string> = cs;
const english: Record<string, string> = en;
const ids = Object.keys(english);

it('says everything in both languages', () => {
  expect(Object.keys(czech).sort()).toEqual([...ids].sort());
  const empty = [czech, english].flatMap((texts) => Object.keys(texts).filter((id) => texts[id]?.trim() === ''));
  expect(empty).toEqual([]);
});

it('takes the same values in both languages, with the plurals of each', () => {
  const wrong = ids.filter((id) => {
    const [ours, theirs] = [read(czech[id] ?? '', 'cs'), read(english[id] ?? '', 'en')];
    return (
      [...ours.args].sort().join() !== [...theirs.args].sort().join() ||
      ours.plurals.some((forms) => !['one', 'few', 'other'].every((form) => forms.has(form))) ||
      theirs.plurals.some((forms) => !['one', 'other'].every((form) => forms.has(form)))
    );
  });
  expect(wrong).toEqual([]);
});

it('says every refusal in Czech, with the values of the English sentence', () => {
  const valuesOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
  for (const [code, sentence] of Object.entries(refusalSentences)) {
    expect([code, valuesOf(czechRefusals[code as keyof typeof czechRefusals])]).toEqual([code, valuesOf(sentence)]);
  }
});

const source = join(import.meta.dirname, '..');

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sources(path);
    return /\.tsx?$/.test(name) && !/\.(test|gen)\.tsx?$/.test(name) ? [readFileSync(path, 'utf8')] : [];
  });
}

it('has every message that the code names', () => {
  const known = new Set(ids);
  const named = [
    ...sources(source)
      .join('\n')
      .matchAll(/\bt\(\s*'([^']+)'/g),
  ].map(([, id]) => id ?? '');
  expect(named.filter((id) => !known.has(id))).toEqual([]);
});

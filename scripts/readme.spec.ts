import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const all = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map((match) => match[1]!))].sort();

const readme = textOf('README.md');
const commandsPage = textOf('docs/commands.md');
const configurationPage = textOf('docs/configuration.md');
const config = textOf('apps/backend/src/kernel/config.ts');

/** The pages that a stranger opens first, and those that the readme was split into. */
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  'docs/decisions/README.md',
  '.github/PULL_REQUEST_TEMPLATE.md',
];

/** Anchors of the headings of a page, as GitHub forms them. */
const anchorsOf = (page: string) =>
  [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Rows of the tables of settings: names and defaults. */
const settingsOf = (page: string) =>
  new Map([...page.matchAll(/^\| `([A-Z0-9_]+)` \| ([^|]+) \|/gm)].map(([, name, value]) => [name!, value!]));

describe('the documentation', () => {
  it('has a readme of at most 150 lines', () => {
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(150);
  });

  it.each(pages)('names in %s only npm commands that exist', (page) => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    const text = textOf(page);
    const named = [...all(text, /npm run (?:--silent )?([\w:]+)/g), ...all(text, /npm (start|test)\b/g)];
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('lists every npm command', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    const named = [...all(commandsPage, /^\| `npm run ([\w:]+)/gm), ...all(commandsPage, /^\| `npm (start|test)`/gm)];
    expect(named.sort()).toEqual(
      Object.keys(scripts)
        .filter((name) => name !== 'build')
        .sort(),
    );
  });

  it('lists every operation and no other one', () => {
    const [, list] = /export const operations = \[([\s\S]*?)\] as const/.exec(
      textOf('apps/backend/src/operator/ops/operation-names.ts'),
    )!;
    expect(all(commandsPage, /npm run ops -- ([\w-]+)/g)).toEqual(all(list!, /'([\w-]+)'/g));
  });

  it('describes every setting and no other one', () => {
    const [, settings] = /\n## Settings\n([\s\S]*?)\n## /.exec(configurationPage)!;
    expect(all(settings!, /^\| `([A-Z0-9_]+)` \|/gm)).toEqual(
      all(
        config,
        /(?:'|env\.)((?:(?:GOS|SENTRY|OTEL)_[A-Z_]+)|(?:EVENTSTOREDB|MONGODB|REDIS|S3|SMTP)_URL|EVENTSTOREDB_PREFIX|PORT|HOST|NODE_ENV)\b/g,
      ),
    );
  });

  it('gives the defaults of the settings', () => {
    const defaults = [...settingsOf(configurationPage)].filter(([, value]) => /^`[^`]+`$/.test(value));
    expect(defaults.length).toBeGreaterThan(10);
    for (const [name, quoted] of defaults) {
      const value = quoted.slice(1, -1);
      const line = config
        .split('\n')
        .find((one) => new RegExp(`(?:'|env\\.)${name}\\b`).test(one) && one.includes(`'${value}'`));
      expect([name, line !== undefined]).toEqual([name, true]);
    }
  });

  it('gives the same defaults in the readme', () => {
    const main = settingsOf(readme);
    expect(main.size).toBeGreaterThan(5);
    const full = settingsOf(configurationPage);
    for (const [name, value] of main) expect([name, value]).toEqual([name, full.get(name)]);
  });

  it.each(pages)('links in %s to pages and headings that exist', (page) => {
    const links = all(textOf(page), /\]\(([^)\s]+)\)/g).filter((link) => !/^[a-z]+:/.test(link));
    for (const link of links) {
      const [path, anchor] = link.split('#') as [string, string?];
      const target = path === '' ? page : join(dirname(page), path);
      expect([link, existsSync(join(root, target))]).toEqual([link, true]);
      if (anchor !== undefined) expect([link, anchorsOf(target).includes(anchor)]).toEqual([link, true]);
    }
  });

  it('has an index of decisions that lists every page', () => {
    const decisions = readdirSync(join(root, 'docs/decisions')).filter((name) => name !== 'README.md');
    const index = all(textOf('docs/decisions/README.md'), /\]\((\d{4}-[^)]+\.md)\)/g);
    expect(index).toEqual(decisions.sort());
  });
});

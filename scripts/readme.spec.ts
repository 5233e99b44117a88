import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const all = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map((match) => match[1]!))].sort();

const readme = textOf('README.md');

describe('the readme', () => {
  it('names only commands that there are', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    const named = [...all(readme, /npm run ([\w:]+)/g), ...all(readme, /npm (start|test)\b/g)];
    expect(named.length).toBeGreaterThan(7);
    for (const name of named) expect(Object.keys(scripts)).toContain(name);
  });

  it('names the operations that there are', () => {
    const [, list] = /export const operations = \[([\s\S]*?)\] as const/.exec(
      textOf('apps/backend/src/operations/ops/operation-names.ts'),
    )!;
    expect(all(readme, /npm run ops -- ([\w-]+)/g)).toEqual(all(list!, /'([\w-]+)'/g));
  });

  it('tells every setting and no other one', () => {
    const config = textOf('apps/backend/src/kernel/config.ts');
    const [, settings] = /\n## Settings\n([\s\S]*?)\n## /.exec(readme)!;
    expect(all(settings!, /^\| `([A-Z0-9_]+)` \|/gm)).toEqual(
      all(
        config,
        /(?:'|env\.)((?:(?:GOS|SENTRY|OTEL)_[A-Z_]+)|(?:EVENTSTOREDB|MONGODB|REDIS|S3|SMTP)_URL|EVENTSTOREDB_PREFIX|PORT|HOST|NODE_ENV)\b/g,
      ),
    );
  });

  it('tells the defaults of the settings', () => {
    const config = textOf('apps/backend/src/kernel/config.ts');
    for (const [, name, value] of readme.matchAll(/^\| `([A-Z_]+)` \| `([^`]+)` \|/gm)) {
      const line = config
        .split('\n')
        .find((one) => new RegExp(`(?:'|env\\.)${name}\\b`).test(one) && one.includes(`'${value}'`));
      expect([name, line !== undefined]).toEqual([name, true]);
    }
  });

  it('links to existing pages', () => {
    const links = all(readme, /\]\((docs\/[^)]+\.md)\)/g);
    for (const link of links) expect([link, existsSync(join(root, link))]).toEqual([link, true]);
  });

  it('has an index of decisions that lists every page', () => {
    const pages = readdirSync(join(root, 'docs/decisions')).filter((name) => name !== 'README.md');
    const index = all(textOf('docs/decisions/README.md'), /\]\((\d{4}-[^)]+\.md)\)/g);
    expect(index).toEqual(pages.sort());
  });
});

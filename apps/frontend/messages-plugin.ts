import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';

const languages = ['cs', 'en'];
const syntax = /[{}<#']/;

/**
 * Messages imported as `cs.json?compiled`: those that take values in any language come parsed, the others as they are, so that the
 * parser need not be sent to the browser.
 */
export function compiledMessages(): Plugin {
  return {
    name: 'gos-compiled-messages',
    enforce: 'pre',
    config: (_, { command }) =>
      command === 'build'
        ? {
            resolve: {
              alias: [
                {
                  find: /^@formatjs\/icu-messageformat-parser$/,
                  replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
                },
              ],
            },
          }
        : {},
    transform(code, id) {
      const [file, query] = id.split('?');
      if (query !== 'compiled' || !file?.endsWith('.json')) return;
      const tables = languages.map((language) => {
        const path = join(dirname(file), `${language}.json`);
        this.addWatchFile(path);
        return JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
      });
      const takesValues = (key: string) => tables.some((table) => syntax.test(table[key] ?? ''));
      const compiled = Object.entries(JSON.parse(code) as Record<string, string>).map(([key, message]) => [
        key,
        takesValues(key) ? parse(message, { captureLocation: false }) : message,
      ]);
      return { code: `export default ${JSON.stringify(Object.fromEntries(compiled))}`, map: null, moduleType: 'js' };
    },
  };
}

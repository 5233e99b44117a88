import { parse } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';
import { refusalSentences } from '../../libs/domain/src/kernel/refusals';

type Texts = Readonly<Record<string, string>>;

/** Parses texts with placeholders; other texts stay strings. */
function compiled(texts: Texts): string {
  const entries = Object.entries(texts).map(([id, text]) => {
    const parts = parse(text, { captureLocation: false });
    const [only] = parts;
    return [id, parts.length === 1 && only?.type === 0 ? only.value : parts];
  });
  return JSON.stringify(Object.fromEntries(entries));
}

/**
 * Catalogues (`cs.json`, `en.json`) and the domain's English sentences of refusals are parsed here, so that the parser need not be
 * sent to the browser.
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
      if (/\/src\/.*\/(cs|en)\.json$/.test(id)) {
        return { code: `export default ${compiled(JSON.parse(code) as Texts)}`, map: null, moduleType: 'js' };
      }
      if (id.endsWith('/refusals.ts?compiled')) {
        return { code: `export const refusalSentences = ${compiled(refusalSentences)}`, map: null, moduleType: 'js' };
      }
    },
  };
}

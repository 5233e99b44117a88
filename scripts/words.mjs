// `npm run check`, or `node scripts/words.mjs [PATH …]`: finds wordings of comments, docs and English texts that are hard to read.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './processes.mjs';

const start = String.raw`(?:^|[.!?:;|]\s+|[-*]\s+|@(?:param|returns?|throws)\s+\S+\s+)`;

/** Each wording with what to write instead, a sentence that it catches and one that it leaves. */
const wordings = [
  {
    pattern: new RegExp(`${start}(What|Whose|Whoever|Who|Of)\\b(?![^.!?]*\\?)`, 'g'),
    instead: 'begin with the name of the thing',
    caught: 'Kept. Whose key sessions of earlier versions stand under.',
    left: 'Who may do it? The owner of the board.',
  },
  {
    pattern: /\b(told|tells?)\b/gi,
    instead: 'notified, returned, logged, defined',
    caught: 'The contractor is told each time.',
    left: 'The contractor is notified.',
  },
  {
    pattern: /\b(asked|asks)\b/gi,
    instead: 'requested, required, queried',
    caught: 'The server is asked again.',
    left: 'The server is queried again.',
  },
  {
    pattern: /\b(stands?|stood)\b(?! (in|up) for)/gi,
    instead: 'is, appears, is stored',
    caught: 'The id stands in the address.',
    left: 'A fake server stands in for the host.',
  },
  {
    pattern: /\banew\b/gi,
    instead: 'again, rebuilt',
    caught: 'The rows are made anew.',
    left: 'The rows are rebuilt.',
  },
  {
    pattern: /\b(?:of|to|for|by|from|with|only|but|than|and|or) who\b|\bwhoever\b/gi,
    instead: 'a person who …, users who …',
    caught: 'Nothing changes for who is erased.',
    left: 'Nothing changes for a person who is erased.',
  },
  {
    pattern: /\b(?:make|makes|made|making) of\b/gi,
    instead: 'derives from, builds from',
    caught: 'The row that the event makes of a task.',
    left: 'The row that follows from the event.',
  },
  { pattern: /\bmend(s|ed|ing)?\b/gi, instead: 'fix', caught: 'It mends the index.', left: 'It fixes the index.' },
  {
    pattern: /\bhinder(s|ed|ing)?\b/gi,
    instead: 'block, prevent',
    caught: 'Nothing hinders the next.',
    left: 'Nothing blocks the next.',
  },
  {
    pattern: /\bfor ever\b|\bby and by\b/gi,
    instead: 'permanently, gradually',
    caught: 'It is kept for ever.',
    left: 'It is kept permanently.',
  },
  {
    pattern: /\bbeside\b/gi,
    instead: 'next to, in addition to',
    caught: 'The count beside the name.',
    left: 'The count next to the name.',
  },
];

/** Paths that are plain; a folder joins them when its last finding is gone. */
const plain = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CODE_OF_CONDUCT.md',
  'SECURITY.md',
  'docs',
  'apps/frontend',
  'libs',
  'apps/backend',
  '.github',
  'CHANGELOG.md',
  'scripts',
  'apps/bench',
  'apps/demo',
  'apps/eventstoredb',
];

const blank = (text) => text.replace(/[^\n]/g, ' ');
/** Keeps offsets: line breaks and the stars of block comments become blanks. */
const flat = (text) => text.replace(/\n[ \t]*\*?/g, (found) => ' '.repeat(found.length));

const tokens = /`(?:\\.|[^`\\])*`|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\/\*+([\s\S]*?)\*\/|\/\/(.*)/g;

/** @returns pairs of a text and its offset in the file */
function textsOf(path, source) {
  if (path.endsWith('.md')) {
    const prose = source.replace(/^```[\s\S]*?^```|^#.*$|`[^`\n]*`|"[^"\n]*"|\]\([^)\n]*\)/gm, blank);
    return [...prose.matchAll(/[^\n]+(?:\n(?![\n|#>-]|\s*[-*\d]).+)*/g)].map(({ 0: text, index }) => [
      flat(text),
      index,
    ]);
  }
  if (path.endsWith('.json')) {
    return [...source.matchAll(/: "((?:\\.|[^"\\])*)"/g)].map(({ 0: whole, 1: text, index }) => [
      text,
      index + whole.length - text.length - 1,
    ]);
  }
  const comments = source.matchAll(tokens);
  return [...comments].flatMap(({ 0: whole, 1: block, 2: line, index }) => {
    const text = (block ?? line)?.replace(/`[^`\n]*`|"[^"\n]*"/g, blank);
    if (text === undefined) return [];
    const offset = index + whole.indexOf(block ?? line);
    const lead = /^[\s*]*/.exec(flat(text))[0].length;
    return [[flat(text).slice(lead), offset + lead]];
  });
}

/** A label of the interface may be a question without its mark: "What to send". */
const isLabel = (path, text, found) => path.endsWith('.json') && /^(What|Who)$/.test(found) && !/[.!?]$/.test(text);

function findingsIn(path, source) {
  return textsOf(path, source).flatMap(([text, offset]) =>
    wordings.flatMap(({ pattern, instead }) =>
      [...text.matchAll(pattern)]
        .filter(({ 0: found }) => !isLabel(path, text, found))
        .map(({ 0: found, index }) => {
          const line = source.slice(0, offset + index).split('\n').length;
          return { line, text: `${path}:${line}: "${found.trim()}" (${instead}): ${text.slice(0, 160).trim()}` };
        }),
    ),
  );
}

let failed = false;
for (const { caught, left, pattern } of wordings) {
  if (findingsIn('planted.ts', `/** ${caught} */`).length === 0) {
    failed = true;
    process.stdout.write(`not caught by ${pattern}: ${caught}\n`);
  }
  if (findingsIn('planted.md', left).length > 0) {
    failed = true;
    process.stdout.write(`caught although plain: ${left}\n`);
  }
}

const paths = process.argv.length > 2 ? process.argv.slice(2) : plain;
const files = execFileSync('git', ['ls-files', '--', ...paths], { cwd: root, encoding: 'utf8' }).split('\n');
for (const path of files.filter((one) => /\.(ts|tsx|mjs|cjs|css|md)$|\ben\.json$/.test(one))) {
  for (const { text } of findingsIn(path, readFileSync(join(root, path), 'utf8'))) {
    failed = true;
    process.stdout.write(`${text}\n`);
  }
}
process.exit(failed ? 1 : 0);

// Boundaries between the parts: the tree keeps them, and each rule catches a violation planted for it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import backEnd from './boundaries.back.cjs';
import frontEnd from './boundaries.front.cjs';
import { root } from './processes.mjs';

const mutual = 'folders-import-one-way';

const planted = {
  ...backEnd.planted,
  'domain-imports-nothing': ['libs/domain/src/planted.ts', "import 'node:fs';\n"],
  'contract-imports-domain-only': ['libs/contract/src/planted.ts', "import '@gos/projections';\n"],
  'projections-import-domain-only': ['libs/projections/src/planted.ts', "import '@nestjs/common';\n"],
  'frontend-not-from-backend': ['apps/frontend/src/planted-backend.ts', "import '../../backend/src/app';\n"],
  'journeys-servers-of-tests-only': ['apps/frontend/e2e/planted-backend.ts', "import '../../backend/src/app';\n"],
  'frontend-types-of-projections-only': [
    'apps/frontend/src/planted-projections.ts',
    "import { taskModel } from '@gos/projections';\nexport const planted = taskModel;\n",
  ],
  ...frontEnd.planted,
  [mutual]: [
    ...['libs/domain/src/planted-one/one.ts', "import '../planted-other/one';\n"],
    ...['libs/domain/src/planted-one/below/other.ts', 'export const other = 1;\n'],
    ...['libs/domain/src/planted-other/one.ts', 'export const one = 1;\n'],
    ...['libs/domain/src/planted-other/other.ts', "import '../planted-one/below/other';\n"],
  ],
};

function cruise() {
  const args = [
    'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
    'apps',
    'libs',
  ];
  const done = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
  if (!done.stdout.startsWith('{')) throw new Error(done.stderr || done.stdout);
  const { modules, summary } = JSON.parse(done.stdout);
  return [...summary.violations, ...mutualFolders(modules)];
}

const isProduct = (path) =>
  /^(apps|libs)\/[^/]+\/src\//.test(path) && !/\.(spec|test|contract)\.tsx?$|\/testing\//.test(path);

const isOfOtherRule = (path) =>
  Object.entries(planted).some(([name, pairs]) => name !== mutual && pairs.includes(path));

/** The two folders in which two files lie at the first level where their paths differ; a folder's own files count as one, too. */
function foldersOf(from, to) {
  const [one, other] = [from, to].map((path) => path.split('/').slice(0, -1));
  const shared = one.findIndex((name, index) => name !== other[index]);
  const depth = (shared < 0 ? one.length : shared) + 1;
  return [one.slice(0, depth).join('/'), other.slice(0, depth).join('/')];
}

/** Imports of product files against the direction in which most files of two folders import each other. */
function mutualFolders(modules) {
  const imports = new Map();
  for (const { source: from, dependencies } of modules) {
    for (const { resolved: to } of dependencies) {
      const [one, other] = foldersOf(from, to);
      if (one === other || !isProduct(from) || !isProduct(to) || isOfOtherRule(from)) continue;
      const key = `${one} → ${other}`;
      imports.set(key, [...(imports.get(key) ?? []), { rule: { name: mutual }, from, to }]);
    }
  }
  return [...imports].flatMap(([key, found]) => {
    const back = imports.get(key.split(' → ').reverse().join(' → ')) ?? [];
    return back.length >= found.length ? found : [];
  });
}

/** The folders that planting made: an empty one would be left in the tree. */
const made = [];

function write(pairs) {
  for (let i = 0; i < pairs.length; i += 2) {
    const first = mkdirSync(dirname(join(root, pairs[i])), { recursive: true });
    if (first !== undefined) made.push(first);
    writeFileSync(join(root, pairs[i]), pairs[i + 1], { flag: 'wx' });
  }
}

function remove(pairs) {
  for (let i = 0; i < pairs.length; i += 2) rmSync(join(root, pairs[i]), { force: true });
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
}

let failed = false;
const fail = (line) => {
  failed = true;
  process.stdout.write(`${line}\n`);
};

// The tree and what is planted in it are looked at in one go: nothing imports a planted file, so that neither hides the other.
const plants = Object.values(planted).flat();
const plantedFiles = plants.filter((_, index) => index % 2 === 0);
if (new Set(plantedFiles).size < plantedFiles.length) throw new Error('two rules are planted in one file');
try {
  write(plants);
  const found = cruise();
  for (const { rule, from, to } of found) {
    if (!plantedFiles.includes(from)) fail(`${rule.name}: ${from} → ${to}`);
  }
  for (const [name, pairs] of Object.entries(planted)) {
    if (!found.some(({ rule, from }) => rule.name === name && pairs.includes(from)))
      fail(`${name} does not catch ${pairs[0]}`);
  }
} finally {
  remove(plants);
}
process.exit(failed ? 1 : 0);

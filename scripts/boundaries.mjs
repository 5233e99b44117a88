// Boundaries between the parts: the tree keeps them, and each rule catches a violation planted for it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import backEnd from './boundaries.back.cjs';
import frontEnd from './boundaries.front.cjs';
import { root } from './processes.mjs';

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
  return JSON.parse(done.stdout).summary.violations;
}

function write(pairs) {
  for (let i = 0; i < pairs.length; i += 2) {
    mkdirSync(dirname(join(root, pairs[i])), { recursive: true });
    writeFileSync(join(root, pairs[i]), pairs[i + 1], { flag: 'wx' });
  }
}

function remove(pairs) {
  for (let i = 0; i < pairs.length; i += 2) rmSync(join(root, pairs[i]), { force: true });
}

let failed = false;
const fail = (line) => {
  failed = true;
  process.stdout.write(`${line}\n`);
};

// One run checks the tree and the planted files: no file imports a planted one, so neither affects the other.
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

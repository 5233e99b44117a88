import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { root } from './processes.mjs';

interface Found {
  readonly files: readonly string[];
  readonly issues: readonly {
    readonly file: string;
    readonly dependencies: readonly { readonly name: string }[];
    readonly devDependencies: readonly { readonly name: string }[];
    readonly exports: readonly { readonly name: string }[];
    readonly types: readonly { readonly name: string }[];
  }[];
}

const folder = mkdtempSync(join(tmpdir(), 'gos-knip-'));

function plant(path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

/** One used and one unused of each kind in each place that has rules of its own. */
beforeAll(() => {
  cpSync(join(root, 'knip.jsonc'), join(folder, 'knip.jsonc'));
  const without = { private: true, type: 'module' };
  plant(
    'package.json',
    JSON.stringify({ ...without, workspaces: ['apps/*'], devDependencies: { jest: '1', 'planted-root': '1' } }),
  );
  const places = [
    ['libs/domain/src', 'index.spec.ts', 'used.ts'],
    ['apps/backend/src', 'main.ts', 'used.ts'],
    ['apps/frontend/src', 'main.tsx', 'used.ts'],
  ] as const;
  for (const [place, entry, used] of places) {
    plant(`${place}/${entry}`, "import { used } from './used';\nused();\n");
    plant(`${place}/${used}`, 'export const used = () => 1;\nexport const planted = 2;\nexport type Planted = 3;\n');
    plant(`${place}/planted.ts`, 'export const nobody = 1;\n');
  }
  // The product's own configuration of jest maps the names of the libraries to these files.
  cpSync(join(root, 'jest.config.cjs'), join(folder, 'jest.config.cjs'));
  plant(
    'tsconfig.json',
    JSON.stringify({ compilerOptions: { paths: { '@gos/domain': ['./libs/domain/src/index.ts'] } } }),
  );
  plant('libs/domain/src/index.ts', "export { behindIndex, isUsed } from './behind-index';\n");
  plant('libs/domain/src/behind-index.ts', 'export const behindIndex = 1;\nexport const isUsed = 2;\n');
  plant('apps/backend/src/is-used.spec.ts', "import { isUsed } from '@gos/domain';\nconsole.log(isUsed);\n");
  for (const app of ['backend', 'frontend']) {
    plant(
      `apps/${app}/package.json`,
      JSON.stringify({ ...without, name: app, dependencies: { [`planted-${app}`]: '1' } }),
    );
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('finds planted files, packages, exports and types without a user, and nothing else', () => {
  let said = '';
  try {
    execFileSync(
      process.execPath,
      [join(root, 'node_modules/knip/bin/knip.js'), '--no-progress', '--reporter', 'json'],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    );
  } catch (error) {
    said = (error as { readonly stdout: string }).stdout;
  }
  const { files, issues }: Found = JSON.parse(said);
  const named = (kind: 'dependencies' | 'devDependencies' | 'exports' | 'types') =>
    issues.flatMap((issue) => issue[kind].map(({ name }) => `${issue.file} ${name}`)).toSorted();
  const places = ['apps/backend/src', 'apps/frontend/src', 'libs/domain/src'];
  expect(files.toSorted()).toEqual(places.map((place) => `${place}/planted.ts`));
  expect(named('exports')).toEqual(
    [...places.map((place) => `${place}/used.ts planted`), 'libs/domain/src/behind-index.ts behindIndex'].toSorted(),
  );
  expect(named('types')).toEqual(places.map((place) => `${place}/used.ts Planted`));
  expect(named('dependencies')).toEqual([
    'apps/backend/package.json planted-backend',
    'apps/frontend/package.json planted-frontend',
  ]);
  expect(named('devDependencies')).toEqual(['package.json planted-root']);
});

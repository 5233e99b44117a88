import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { root } from './processes.mjs';

const folder = mkdtempSync(join(tmpdir(), 'gos-keys-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The lines that are refused for a key made outside a factory. */
function refusedLines(lines: readonly string[]): number[] {
  const place = join(folder, 'apps/frontend/src/app');
  mkdirSync(place, { recursive: true });
  mkdirSync(join(folder, 'scripts'));
  for (const path of ['biome.json', 'scripts/query-keys.grit']) cpSync(join(root, path), join(folder, path));
  writeFileSync(join(place, 'planted.ts'), lines.join('\n'));
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const { stdout } = spawnSync(process.execPath, [biome, 'lint', '--reporter=github', '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return [...stdout.matchAll(/line=(\d+),.*Keys of queries/g)].map(([, line]) => Number(line));
}

it('finds keys made outside factories', () => {
  expect(
    refusedLines([
      "export const one = { queryKey: ['tasks', 1] };",
      "export const two = { mutationKey: [...keys.all, 'change'] };",
      "const queryKey = ['tasks'];",
      'export const three = { queryKey: taskKeys.detail(1), queryFn: () => [1] };',
      "export const plantedKeys = { all: ['planted'], one: (id: number) => ['planted', id] };",
    ]),
  ).toEqual([1, 2, 3]);
});

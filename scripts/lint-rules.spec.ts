import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { root } from './processes.mjs';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Lines that a rule of our own refuses, by its message. */
function refusedLines(message: string, lines: readonly string[]): number[] {
  const folder = mkdtempSync(join(tmpdir(), 'gos-rules-'));
  folders.push(folder);
  const place = join(folder, 'apps/frontend/src/app');
  mkdirSync(place, { recursive: true });
  mkdirSync(join(folder, 'scripts'));
  for (const path of ['biome.json', 'scripts/query-keys.grit', 'scripts/server-clock.grit'])
    cpSync(join(root, path), join(folder, path));
  writeFileSync(join(place, 'planted.ts'), lines.join('\n'));
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const { stdout } = spawnSync(process.execPath, [biome, 'lint', '--reporter=github', '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return [...stdout.matchAll(new RegExp(`line=(\\d+),.*${message}`, 'g'))].map(([, line]) => Number(line));
}

it('finds keys made outside factories', () => {
  expect(
    refusedLines('Keys of queries', [
      "export const one = { queryKey: ['tasks', 1] };",
      "export const two = { mutationKey: [...keys.all, 'change'] };",
      "const queryKey = ['tasks'];",
      'export const three = { queryKey: taskKeys.detail(1), queryFn: () => [1] };',
      "export const plantedKeys = { all: ['planted'], one: (id: number) => ['planted', id] };",
    ]),
  ).toEqual([1, 2, 3]);
});

it("finds comparisons with the browser's own clock", () => {
  expect(
    refusedLines('Times are compared', [
      'export const isOver = (deadline: string) => Date.parse(deadline) < Date.now();',
      'export const at = new Date().toISOString();',
      'export const known = new Date(serverNow()).toISOString();',
    ]),
  ).toEqual([1, 2]);
});

import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { closeToOthers } from './closed-folder';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gos-closed-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const modeOf = (path: string) => statSync(path).mode & 0o7777;

it('a folder that others can read is closed to them, with what is in it', () => {
  const [data, elsewhere] = [join(folder, 'data'), join(folder, 'elsewhere')];
  mkdirSync(join(data, 'files'), { recursive: true });
  for (const path of [join(data, 'log.sqlite'), elsewhere]) writeFileSync(path, '');
  chmodSync(data, 0o755);
  chmodSync(join(data, 'files'), 0o755);
  chmodSync(join(data, 'log.sqlite'), 0o644);
  chmodSync(elsewhere, 0o644);
  symlinkSync(elsewhere, join(data, 'link'));
  expect(closeToOthers(data)).toBeNull();
  expect([data, join(data, 'files'), join(data, 'log.sqlite'), elsewhere].map(modeOf)).toEqual([
    0o700, 0o700, 0o600, 0o644,
  ]);
});

it('a folder of everybody stays as it is, and that is said', () => {
  chmodSync(folder, 0o1777);
  expect(closeToOthers(folder)).toMatch(/is shared by everybody/);
  expect(modeOf(folder)).toBe(0o1777);
});

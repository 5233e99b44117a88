import { describe, expect, it } from '@jest/globals';
import { isBotBranch, namedNumbers } from './task-names';

const none = { tasks: [], leading: null, issues: [] };

describe('numbers in the names of branches and pull requests', () => {
  it.each([
    ['12-login', { leading: 12 }],
    ['12_login', { leading: 12 }],
    ['12', { leading: 12 }],
    ['feature/12-login', { leading: 12 }],
    ['petra/feature/12', { leading: 12 }],
    ['12-2fa-login', { leading: 12 }],
    ['gos-12', { tasks: [12] }],
    ['feature/GOS-12-login', { tasks: [12] }],
    ['fix/#12-login', { issues: [12] }],
    // Versions, dates and names of other things.
    ['patch-12', {}],
    ['fix-12', {}],
    ['login-12', {}],
    ['feature/login/12/x', {}],
    ['v12', {}],
    ['12.4', {}],
    ['release/16.4', {}],
    ['16-4-stable', {}],
    ['2026-11-27', {}],
    ['2026-11-27-fix', {}],
    ['2026-11', {}],
    ['12th-floor', {}],
    ['012-login', {}],
    ['cargos-12', {}],
    ['gos-12.4', {}],
    ['gos-12a', {}],
    ['gos12', {}],
    ['', {}],
  ])('branch %s', (branch, numbers) => {
    expect(namedNumbers(branch, '')).toEqual({ ...none, ...numbers });
  });

  it.each([
    ['Fix the login (closes #12)', { issues: [12] }],
    ['Fix #12 and #13', { issues: [12, 13] }],
    ['gos-12: fix the login', { tasks: [12] }],
    ['GOS-12, gos-13', { tasks: [12, 13] }],
    ['Bump eslint from 9.12.0 to 9.13.0', {}],
    ['12 fixes', {}],
    ['See firma/eshop#12', {}],
    ['Colour #12ab34 and &#12;', {}],
    ['C#12', {}],
  ])('title %s', (title, numbers) => {
    expect(namedNumbers('', title)).toEqual({ ...none, ...numbers });
  });

  it('are read in linear time', () => {
    const long = `${'1-'.repeat(100_000)}${'gos-'.repeat(100_000)}${'#'.repeat(100_000)}`;
    const since = performance.now();
    namedNumbers(long, long);
    isBotBranch(long);
    expect(performance.now() - since).toBeLessThan(2_000);
  });
});

describe('branches that programs name', () => {
  it.each([
    'dependabot/npm_and_yarn/eslint-9',
    'dependabot/docker/12-alpine',
    'renovate/node-15',
    'renovate/12-x',
    'patch-13',
    'petra-git-patch-1',
    'release/12',
    'releases/12-1',
    'release-please--branches--main/12',
    'gh-readonly-queue/main/12-fix',
    'snyk-fix-12ab',
  ])('%s', (branch) => {
    expect(isBotBranch(branch)).toBe(true);
  });

  it.each(['12-login', 'feature/12-release', 'patch/12-login', 'hotfix/12', 'main'])('not %s', (branch) => {
    expect(isBotBranch(branch)).toBe(false);
  });
});

import { describe } from '@jest/globals';
import { isFull } from '../full';

/**
 * Describes a suite that starts a server. Where it is missing, the suite is skipped by name, or fails with TEST_SERVERS=required.
 * `npm test -- --servers` selects such suites by their title.
 */
export function describeWithServer(server: string, isInstalled: boolean, name: string, suite: () => void): void {
  const title = `${name} (needs ${server})`;
  if (isInstalled || process.env.TEST_SERVERS === 'required') describe(title, suite);
  else describe.skip(title, suite);
}

/** Describes a suite on a server that takes minutes to install or to start: a part of `npm run test:full`, skipped by name elsewhere. */
export function describeInFull(server: string, isInstalled: boolean, name: string, suite: () => void): void {
  if (!isFull) describe.skip(`${name}: part of npm run test:full`, suite);
  else if (isInstalled) describe(`${name} (needs ${server})`, suite);
  else describe.skip(`${name} (needs ${server})`, suite);
}

import { describe } from '@jest/globals';

/** `none`: tests run as if no server were installed. `required`: a missing server fails its tests. Otherwise they are skipped by name. */
const mode = process.env.TEST_SERVERS;

/** Whether an installed server may be used. */
export const areServersAllowed = mode !== 'none';

/** Describes a suite that starts a server. `npm test -- --servers` selects such suites by their title. */
export function describeWithServer(server: string, isInstalled: boolean, name: string, suite: () => void): void {
  const title = `${name} (needs ${server})`;
  if (isInstalled || mode === 'required') describe(title, suite);
  else describe.skip(title, suite);
}

/** Describes a suite on a server that takes minutes to install or to start: a part of `npm run test:full`, skipped by name elsewhere. */
export function describeInFull(server: string, isInstalled: boolean, name: string, suite: () => void): void {
  if (!process.env.TEST_FULL) describe.skip(`${name}: part of npm run test:full`, suite);
  else if (isInstalled) describe(`${name} (needs ${server})`, suite);
  else describe.skip(`${name} (needs ${server})`, suite);
}

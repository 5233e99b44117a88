import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const tree = readFileSync(join(import.meta.dirname, '../../src/route-tree.gen.ts'), 'utf8');
/** The keys of one of the interfaces that the router generates. */
const keysOf = (name: string) => {
  const body = new RegExp(`interface ${name} {([^}]*)}`).exec(tree)?.[1] ?? '';
  return [...body.matchAll(/'([^']+)':/g)].map(([, key]) => key as string);
};
const ids = new Set(keysOf('FileRoutesById'));
const paths = keysOf('FileRoutesByTo');

/** Addresses of screens that redirect a signed-in person. */
export const guestPaths = paths.filter((path) => ids.has(`/_auth${path}`));
/** Those of all others; a new route is among them by itself. */
export const signedInPaths = paths.filter((path) => !guestPaths.includes(path));

export type Parameters = Readonly<Record<string, string | number>>;

/** An address with something in its places. */
export function addressOf(path: string, parameters: Parameters): string {
  return path.replace(/\$(\w+)/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new Error(`Say in this journey which ${name} is opened.`);
    return String(value);
  });
}

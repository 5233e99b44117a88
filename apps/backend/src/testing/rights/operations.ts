import type { Route } from '@gos/contract';
import * as contract from '@gos/contract';

interface Served {
  readonly route: Route;
  readonly body?: unknown;
}
const isServed = (one: unknown): one is Served =>
  typeof one === 'object' && one !== null && 'route' in one && typeof one.route === 'string';

const served: readonly Served[] = Object.values(contract).flatMap((exported) =>
  [exported, ...Object.values(exported)].filter(isServed),
);

/** All operations of the contract, those that answer no JSON included. */
export const allRoutes: readonly Route[] = [...new Set(served.map(({ route }) => route))];

/** Those that take a form with a file. */
export const fileRoutes: readonly Route[] = [
  ...new Set(served.filter(({ body }) => body === 'file').map(({ route }) => route)),
];

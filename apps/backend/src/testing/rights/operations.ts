import type { Route } from '@gos/contract';
import * as contract from '@gos/contract';

interface Served {
  readonly route: Route;
}
const isServed = (one: unknown): one is Served =>
  typeof one === 'object' && one !== null && 'route' in one && typeof one.route === 'string';

/** All operations of the contract, those that answer no JSON included. */
export const allRoutes: readonly Route[] = [
  ...new Set(
    Object.values(contract)
      .flatMap((exported) => [exported, ...Object.values(exported)].filter(isServed))
      .map(({ route }) => route),
  ),
];

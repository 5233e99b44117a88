import type { ListQuery, Operation, OwnQuery, Parameters, Route } from '@gos/contract';
import * as contract from '@gos/contract';

/** An operation of the contract; those that answer no JSON may have neither body nor answer. */
export type Served = Pick<Operation, 'route'> & Partial<Operation>;

const isServed = (one: unknown): one is Served =>
  typeof one === 'object' && one !== null && 'route' in one && typeof one.route === 'string';

/** All operations of the contract, those that answer no JSON included. */
export const allOperations: readonly Served[] = [
  ...new Map(
    Object.values(contract)
      .flatMap((exported) => [exported, ...Object.values(exported)].filter(isServed))
      .map((served) => [served.route, served] as const),
  ).values(),
];

export const allRoutes: readonly Route[] = allOperations.map(({ route }) => route);

/** Those that take a form with a file. */
export const fileRoutes: readonly Route[] = allOperations
  .filter(({ body }) => body === 'file')
  .map(({ route }) => route);

/** All query parameters of an operation. */
export function parametersOf({ query }: Served): Parameters {
  const { own, filters } = (query ?? {}) as Partial<OwnQuery & ListQuery>;
  return { ...filters, ...own };
}

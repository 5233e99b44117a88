import { type InPath, pathOf, type Route } from '@gos/contract';

/** The address of a route, for what is asked for beside `request`. */
export const apiUrl = <R extends Route>(
  route: R,
  ...[inPath]: object extends InPath<R> ? [inPath?: InPath<R>] : [inPath: InPath<R>]
): string => `/api${pathOf<Route>(route, { ...inPath })}`;

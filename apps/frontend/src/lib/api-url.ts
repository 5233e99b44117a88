import { type InPath, pathOf, type Route } from '@gos/contract';

/** The address of a route, with `/api`, for requests that do not go through `request`. */
export const apiUrl = <R extends Route>(
  route: R,
  ...[inPath]: object extends InPath<R> ? [inPath?: InPath<R>] : [inPath: InPath<R>]
): string => `/api${pathOf<Route>(route, { ...inPath })}`;

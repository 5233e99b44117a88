import type { ObjectShape, Shape } from '@gos/domain';
import type { Query } from './query';
import type { Route } from './route';

interface Shapes {
  /** null for operations without a body; `'file'` for a multipart form with one file */
  readonly body: ObjectShape | 'file' | null;
  /** null for operations that answer 204 */
  readonly answer: Shape | null;
  /** of those that take query parameters */
  readonly query?: Query;
  /** where it is neither 200 nor 204 */
  readonly status?: 201 | 202;
  /** where ids in the path are words */
  readonly ids?: 'text';
}

/** An API operation: its route, the shape of its body and that of its answer. */
export interface Operation extends Shapes {
  readonly route: Route;
}

/** Adds shapes to routes. Routes are declared apart from shapes because the browser bundles the routes only. */
export function operations<const R extends Readonly<Record<string, Route>>, const S extends Record<keyof R, Shapes>>(
  routes: R,
  shapes: S,
) {
  const all = Object.keys(routes).map((name) => [name, { route: routes[name], ...shapes[name] }]);
  return Object.fromEntries(all) as { readonly [N in keyof R]: { readonly route: R[N] } & S[N] };
}

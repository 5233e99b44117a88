import type { ObjectShape, Shape } from '@gos/domain';
import type { Route } from './route';

interface Shapes {
  /** null for operations without a body */
  readonly body: ObjectShape | null;
  readonly answer: Shape;
  /** of what makes something new; 200 where none is told */
  readonly status?: 200 | 201;
}

/** An API operation: its route, the shape of its body and that of its answer. */
export interface Operation extends Shapes {
  readonly route: Route;
}

/** Adds shapes to routes. Routes are declared apart from shapes because the browser bundles the routes only. */
export function operations<const R extends Readonly<Record<string, Route>>, S extends Record<keyof R, Shapes>>(
  routes: R,
  shapes: S,
) {
  const all = Object.keys(routes).map((name) => [name, { route: routes[name], ...shapes[name] }]);
  return Object.fromEntries(all) as { readonly [N in keyof R]: { readonly route: R[N] } & S[N] };
}

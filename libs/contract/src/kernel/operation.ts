import type { ObjectShape, Shape } from '@gos/domain';
import type { Route } from './route';

interface Shapes {
  /** null where the address says all */
  readonly body: ObjectShape | null;
  readonly answer: Shape;
}

/** An operation of the interface: where it is, what it takes and what it answers. */
export interface Operation extends Shapes {
  readonly route: Route;
}

/** The shapes of each of these routes. They stand apart from them, since the browser takes the routes alone. */
export function operations<const R extends Readonly<Record<string, Route>>, S extends Record<keyof R, Shapes>>(
  routes: R,
  shapes: S,
) {
  const all = Object.keys(routes).map((name) => [name, { route: routes[name], ...shapes[name] }]);
  return Object.fromEntries(all) as { readonly [N in keyof R]: { readonly route: R[N] } & S[N] };
}

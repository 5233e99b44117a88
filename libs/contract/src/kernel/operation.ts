import type { ObjectShape, Shape } from '@gos/domain';
import { operationIdOf } from './operation-id';
import type { Query } from './query';
import type { Route } from './route';

interface Shapes {
  /** null for operations without a body; `'file'` for a multipart form with one file */
  readonly body: ObjectShape | 'file' | null;
  /** null for operations that answer 204 */
  readonly answer: Shape | null;
  /** the query parameters, if it takes any */
  readonly query?: Query;
  /** the status of success; by default 200, or 204 without an answer */
  readonly status?: 201 | 202;
  /** set when ids in the path are texts instead of numbers */
  readonly ids?: 'text';
  /** its id in the OpenAPI document, where it does not follow from its name */
  readonly id?: string;
  /** its description, where the server needs nothing else than the shapes to serve it */
  readonly summary?: string;
}

/** An API operation: its route, its id, the shape of its body and that of its answer. */
export interface Operation extends Shapes {
  readonly route: Route;
  readonly id: string;
}

/**
 * A command that is served as it is declared: by default it runs on the aggregate that the path names first, with the body, the query
 * parameters and the further ids of the path.
 */
export interface PlainOperation extends Operation {
  readonly summary: string;
}

/**
 * Adds shapes to routes, and ids that name the operations after the noun. Routes are declared apart from shapes because the browser
 * bundles the routes only.
 */
export function operations<const R extends Readonly<Record<string, Route>>, const S extends Record<keyof R, Shapes>>(
  noun: string,
  routes: R,
  shapes: S,
) {
  const all = Object.entries(routes).map(([name, route]) => {
    const id = operationIdOf(noun, name, route, shapes[name]!.answer);
    return [name, { route, id, ...shapes[name] }];
  });
  return Object.fromEntries(all) as {
    readonly [N in keyof R]: { readonly route: R[N]; readonly id: string } & S[N];
  };
}

import type { ObjectShape, Shape } from '@gos/domain';

/** An operation of the interface. What stands in braces in its path are numbers. */
export interface Route<
  Kind extends 'command' | 'query' = 'command' | 'query',
  Path extends string = string,
  Body extends ObjectShape | null = ObjectShape | null,
  Answer extends Shape = Shape,
> {
  readonly kind: Kind;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: Path;
  /** null where the address says all */
  readonly body: Body;
  readonly answer: Answer;
}

export const query = <const P extends string, A extends Shape>(path: P, answer: A): Route<'query', P, null, A> => ({
  kind: 'query',
  method: 'GET',
  path,
  body: null,
  answer,
});

export const command = <const P extends string, B extends ObjectShape | null, A extends Shape>(
  method: 'POST' | 'PATCH' | 'DELETE',
  path: P,
  body: B,
  answer: A,
): Route<'command', P, B, A> => ({ kind: 'command', method, path, body, answer });

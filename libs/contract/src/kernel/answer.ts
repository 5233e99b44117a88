import type { Of, RefusalCode, Schema, Shape } from '@gos/domain';
import {
  described,
  type Fields,
  integer,
  list,
  type ObjectShape,
  object,
  orNull,
  text,
} from '@gos/domain/kernel/shape';

/** A value of which only type and schema are told: answers are not checked. */
export const told = <T>(schema: Schema): Shape<T, false> => ({
  schema,
  optional: false,
  nullable: false,
  errorsOf: () => [],
  normal: (value) => value,
});

/** What is answered: these fields and, in a later version, maybe more. A missing reference is null, never absent. */
export function answer<F extends Fields>(fields: F): ObjectShape<F> {
  const shape = object(fields);
  const { type, properties, required } = shape.schema;
  return { ...shape, schema: { type, properties, required } };
}

export const many = <T>(item: Shape<T, false>) => list(item, { max: Number.POSITIVE_INFINITY });

export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
}

export const page = <T>(item: Shape<T, false>) =>
  answer({ items: many(item), total: integer(), page: integer(), pageSize: integer() });

/** The same of each of these keys. */
export function eachOf<const K extends string, T>(keys: readonly K[], shape: Shape<T, false>) {
  const fields = Object.fromEntries(keys.map((key) => [key, shape]));
  return answer(fields as { readonly [N in K]: Shape<T, false> });
}

export const code = told<RefusalCode>({ type: 'string' });

/** What the reader may do. */
export const right = told<true | RefusalCode>({
  description: 'true, or the code of the refusal',
  oneOf: [{ type: 'boolean' }, { type: 'string' }],
});

export const named = answer({ id: integer(), name: text() });
export type NamedRef = Of<typeof named>;
export type PersonRef = NamedRef;

/** `name` is null when the reader may not see the task. */
export const taskRef = answer({
  id: integer(),
  name: described(orNull(text()), { description: 'null for whom it is hidden' }),
});
export type TaskRef = Of<typeof taskRef>;

export const money = answer({
  amount: described(text(), { example: '12.50' }),
  currency: described(text(), { example: 'CZK' }),
});
/** The same, of which the description of the interface gives no example. */
export const plainMoney = answer({ amount: text(), currency: text() });

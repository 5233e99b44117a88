import type { RefusalCode, Schema, Shape, TypeOf } from '@gos/domain';
import {
  component,
  described,
  type FieldShapes,
  integer,
  list,
  type ObjectShape,
  object,
  orNull,
  text,
} from '@gos/domain/kernel/shape';

/** A shape without validation: the server does not check its own answers. */
export const unchecked = <T>(schema: Schema): Shape<T, false> => ({
  schema,
  optional: false,
  nullable: false,
  maxBytes: Number.POSITIVE_INFINITY,
  errorsOf: () => [],
  normalize: (value) => value,
});

/** A named answer object. Later versions may add fields. An empty reference is null, never absent. */
export function answer<F extends FieldShapes>(name: string, fields: F): ObjectShape<F> {
  const shape = object(fields);
  const { type, properties, required } = shape.schema;
  return component(name, { ...shape, schema: { type, properties, required } });
}

export const arrayOf = <T>(item: Shape<T, false>) => list(item, { max: Number.POSITIVE_INFINITY });

export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
}

/** A page of named items; its name is theirs with `Page`. */
export const page = <T>(item: Shape<T, false>) =>
  answer(`${item.schema['x-component']!.name}Page`, {
    items: arrayOf(item),
    total: integer(),
    page: integer(),
    pageSize: integer(),
  });

/** An object with the same shape under each of the keys. */
export function recordOf<const K extends string, T>(name: string, keys: readonly K[], shape: Shape<T, false>) {
  const fields = Object.fromEntries(keys.map((key) => [key, shape]));
  return answer(name, fields as { readonly [N in K]: Shape<T, false> });
}

export const code = unchecked<RefusalCode>({ type: 'string' });

/** The reader's right to one action. */
export const right = component(
  'Right',
  unchecked<true | RefusalCode>({
    description: 'true, or the code of the refusal',
    oneOf: [{ type: 'boolean' }, { type: 'string' }],
  }),
);

export const named = answer('NamedRef', { id: integer(), name: text() });
export type NamedRef = TypeOf<typeof named>;
export const person = answer('PersonRef', named.fields);
export type PersonRef = NamedRef;

/** A reference to a task; `name` is null when the reader may not see it. */
export const taskRef = answer('TaskRef', {
  id: integer(),
  name: described(orNull(text()), { description: 'null for whom it is hidden' }),
});
export type TaskRef = TypeOf<typeof taskRef>;

export const money = answer('Money', {
  amount: described(text(), { example: '12.50' }),
  currency: described(text(), { example: 'CZK' }),
});

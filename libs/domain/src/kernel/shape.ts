import { dayError, instantError } from './calendar';
import type { Day, Instant, Money } from './message';
import type { FieldError, RefusalCode, RefusalParams } from './refusal';
import { type Years, years } from './years';

/** The part of OpenAPI 3.0's JSON Schema that shapes use. */
export interface Schema {
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: string[];
  readonly minimum?: number;
  readonly items?: Schema;
  readonly properties?: Record<string, Schema>;
  readonly required?: string[];
  readonly additionalProperties?: boolean | Schema;
  readonly oneOf?: Schema[];
  readonly nullable?: boolean;
  readonly description?: string;
  readonly example?: string;
  /** The named schema that this one is, or from which it differs by its description or by null alone. */
  readonly 'x-component'?: Component;
}

/** A schema that the OpenAPI document contains once, by its name. */
export interface Component {
  readonly name: string;
  readonly schema: Schema;
}

type Given = Readonly<Record<string, unknown>>;

/** One definition of a JSON value: validation, OpenAPI schema, TypeScript type (`Of`) and normalisation. */
export interface Shape<T = unknown, Optional extends boolean = boolean> {
  readonly schema: Schema;
  /** May be absent from its object. */
  readonly optional: Optional;
  /** Whether an optional field is required next to these others. */
  readonly neededIn?: (beside: Given) => boolean;
  readonly nullable: boolean;
  /** The most bytes that a valid value takes as compact JSON, even where each character is escaped. */
  readonly maxBytes: number;
  /** All errors of a value that is present; `beside` is the object that contains it. */
  errorsOf(value: unknown, path: string, beside: Given): readonly FieldError[];
  /** Normalises a valid value for storage. */
  normalize(value: T): T;
}

export type TypeOf<S> = S extends Shape<infer T> ? T : never;

export type FieldShapes = Readonly<Record<string, Shape>>;
type OptionalIn<F extends FieldShapes> = { [N in keyof F]: F[N]['optional'] extends true ? N : never }[keyof F];
type FieldsOf<F extends FieldShapes> = { readonly [N in Exclude<keyof F, OptionalIn<F>>]: TypeOf<F[N]> } & {
  readonly [N in OptionalIn<F>]?: TypeOf<F[N]>;
};
type Plain<T> = { [N in keyof T]: T[N] };

export interface ObjectShape<F extends FieldShapes = FieldShapes> extends Shape<Plain<FieldsOf<F>>, false> {
  readonly fields: F;
  /** The error of fields that are valid alone but not together. */
  errorOfAll(value: Plain<FieldsOf<F>>): FieldError | null;
}

export type Errors = FieldError | readonly FieldError[] | null;

const wrong = (path: string, code: RefusalCode, params?: RefusalParams): FieldError => ({ path, code, params });

/** JSON may write each UTF-16 unit of a text as `\\uXXXX`; raw UTF-8 needs less. */
const escapedBytes = 6;
const textBytes = (units: number) => escapedBytes * units + 2;
const numberBytes = 24;
const nullBytes = 4;

function shapeOf<T>(
  schema: Schema,
  maxBytes: number,
  check: (value: unknown, path: string, beside: Given) => Errors,
  normalize: (value: T) => T = (value) => value,
): Shape<T, false> {
  const errorsOf = (value: unknown, path: string, beside: Given): readonly FieldError[] => {
    const errors = check(value, path, beside);
    return errors === null ? [] : 'path' in errors ? [errors] : errors;
  };
  return { schema, optional: false, nullable: false, maxBytes, errorsOf, normalize };
}

/** The same shape as a named component of the OpenAPI document. */
export const component = <S extends Shape>(name: string, shape: S): S => ({
  ...shape,
  schema: { ...shape.schema, 'x-component': { name, schema: shape.schema } },
});

/**
 * UTF-16 units of a text whose shape allows no more. Checks measure normalized texts: this leaves room for white space
 * and accents.
 */
const usualUnits = 1_000;

/**
 * `check` is called with strings only; any other type is refused before. A text of more than `maxUnits` UTF-16 units is refused even
 * where `check` would accept it.
 */
export const text = (check?: (value: string, path: string) => Errors, maxUnits: number = usualUnits) =>
  shapeOf<string>({ type: 'string' }, textBytes(maxUnits), (value, path) => {
    if (typeof value !== 'string') return wrong(path, 'validation.type');
    const tooLong = value.length > maxUnits ? wrong(path, 'validation.too-long', { max: maxUnits }) : null;
    return check?.(value, path) ?? tooLong;
  });

export const integer = (check?: (value: number, path: string) => Errors) =>
  shapeOf<number>({ type: 'integer' }, numberBytes, (value, path) => {
    if (typeof value !== 'number') return wrong(path, 'validation.type');
    return Number.isSafeInteger(value) ? (check?.(value, path) ?? null) : wrong(path, 'validation.integer');
  });

/** A number of days to the half. */
export const halfDays = (check?: (value: number, path: string) => Errors) =>
  shapeOf<number>({ type: 'number' }, numberBytes, (value, path) => {
    if (typeof value !== 'number') return wrong(path, 'validation.type');
    return Number.isSafeInteger(value * 2) ? (check?.(value, path) ?? null) : wrong(path, 'validation.half-days');
  });

export const flag = shapeOf<boolean>({ type: 'boolean' }, 5, (value, path) =>
  typeof value === 'boolean' ? null : wrong(path, 'validation.type'),
);

/** Any JSON object of at most so many characters; the code that takes it checks the content. */
export const anyObject = (max: number) =>
  shapeOf<Readonly<Record<string, unknown>>>(
    { type: 'object', additionalProperties: true },
    escapedBytes * max,
    (value, path) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong(path, 'validation.type');
      return JSON.stringify(value).length > max ? wrong(path, 'validation.too-long', { max }) : null;
    },
  );

export const id = shapeOf<number>({ type: 'integer', minimum: 1 }, numberBytes, (value, path) =>
  Number.isSafeInteger(value) && (value as number) > 0 ? null : wrong(path, 'validation.type'),
);

const longestOf = (texts: readonly string[]) => Math.max(0, ...texts.map(({ length }) => length));

export const choice = <const V extends string>(values: readonly V[]) =>
  shapeOf<V>({ type: 'string', enum: [...values] }, textBytes(longestOf(values)), (value, path) =>
    values.some((one) => one === value) ? null : wrong(path, 'validation.choice'),
  );

/** More than the longest form of an instant with an offset. */
const dateUnits = 64;

/** Accepts any UTC offset, stores UTC. */
export const instantWithin = (within: Years) =>
  shapeOf<Instant>(
    { type: 'string', format: 'date-time' },
    textBytes(dateUnits),
    (value, path) => instantError(value, path, within),
    (value) => new Date(value).toISOString(),
  );
export const instant = instantWithin(years.business);

export const day = shapeOf<Day>({ type: 'string', format: 'date' }, textBytes(dateUnits), (value, path) =>
  dayError(value, path),
);

const moneyBytes = 512;

/**
 * `{amount: "12.50", currency: "CZK"}`, normalised to two decimal places without leading zeros. The currency is checked by the
 * aggregates, which know the installation's.
 */
export const moneyWithCode = (wrongAmount: 'validation.money' | 'task.cost-reduction.number') =>
  component(
    'MoneyDto',
    shapeOf<Money>(
      {
        type: 'object',
        properties: { amount: { type: 'string', example: '12.50' }, currency: { type: 'string', example: 'CZK' } },
        required: ['amount', 'currency'],
        additionalProperties: false,
      },
      moneyBytes,
      (value, path) => {
        const { amount, currency, ...more } = (value ?? {}) as Given;
        if (typeof amount !== 'string' || !/^\d{1,12}(\.\d{1,2})?$/.test(amount)) {
          return wrong(path, wrongAmount, wrongAmount === 'validation.money' ? { currency: '' } : undefined);
        }
        const right = typeof currency === 'string' && Object.keys(more).length === 0;
        return right ? null : wrong(path, 'validation.money', { currency: '' });
      },
      (value) => {
        const [whole, cents = ''] = value.amount.split('.');
        return { ...value, amount: `${BigInt(whole!)}.${cents.padEnd(2, '0')}` };
      },
    ),
  );
export const money = moneyWithCode('validation.money');

interface ListRules<T> {
  readonly max: number;
  /** checks the list as a whole, once all items are valid */
  readonly check?: (value: readonly T[], path: string) => Errors;
}

export const list = <T>(item: Shape<T, false>, { max, check }: ListRules<T>) =>
  shapeOf<readonly T[]>(
    { type: 'array', items: item.schema },
    2 + max * (item.maxBytes + 1),
    (value, path, beside) => {
      if (!Array.isArray(value)) return wrong(path, 'validation.type');
      if (value.length > max) return wrong(path, 'validation.too-many', { max });
      const errors = value.flatMap((one, index) => item.errorsOf(one, `${path}.${index}`, beside));
      return errors.length > 0 ? errors : (check?.(value, path) ?? null);
    },
    (value) => value.map((one) => item.normalize(one)),
  );

const idPairBytes = textBytes(15) + numberBytes + 2;

/** An object of ids by ids: `{"5": 3}`. */
export const idsById = (max: number) =>
  shapeOf<Readonly<Record<number, number>>>(
    { type: 'object', additionalProperties: id.schema },
    2 + max * idPairBytes,
    (value, path) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong(path, 'validation.type');
      const entries = Object.entries(value);
      if (entries.length > max) return wrong(path, 'validation.too-many', { max });
      return entries.flatMap(([key, one]) =>
        /^[1-9]\d{0,14}$/.test(key)
          ? id.errorsOf(one, `${path}.${key}`, {})
          : [wrong(`${path}.${key}`, 'validation.type')],
      );
    },
  );

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

/**
 * An object with exactly these fields: an unknown one is an error. `errorOfAll` is called once each of them is valid.
 */
export function object<F extends FieldShapes>(
  fields: F,
  errorOfAll: ObjectShape<F>['errorOfAll'] = () => null,
): ObjectShape<F> {
  const properties = Object.entries(fields).map(([name, { schema }]) => [name, schema] as const);
  const required = Object.keys(fields).filter((name) => !fields[name]!.optional);
  const shape = shapeOf<Given>(
    { type: 'object', properties: Object.fromEntries(properties), required, additionalProperties: false },
    2 + sumOf(Object.entries(fields).map(([name, { maxBytes }]) => textBytes(name.length) + maxBytes + 2)),
    (value, path) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong(path, 'validation.type');
      const given = value as Given;
      const unknown = Object.keys(given).filter((name) => !Object.hasOwn(fields, name));
      const errors = [
        ...unknown.map((name) => wrong(`${path}.${name}`, 'validation.unknown-field')),
        ...Object.entries(fields).flatMap(([name, field]) => {
          if (given[name] !== undefined) return field.errorsOf(given[name], `${path}.${name}`, given);
          return mayLack(field, given) ? [] : [wrong(`${path}.${name}`, 'validation.required')];
        }),
      ];
      const together = errors.length > 0 ? null : errorOfAll(given as Plain<FieldsOf<F>>);
      return together ? [{ ...together, path: `${path}.${together.path}` }] : errors;
    },
    (value) => Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fields[name]!.normalize(one)])),
  );
  return { ...(shape as unknown as Shape<Plain<FieldsOf<F>>, false>), fields, errorOfAll };
}

/** Whether an object may lack the field. */
const mayLack = ({ optional: may, neededIn }: Shape, beside: Given) => may && neededIn?.(beside) !== true;

/** An optional field that is required when the others of its object say so. */
export const requiredIf = <T>(shape: Shape<T>, neededIn: (beside: Given) => boolean): Shape<T, true> => ({
  ...optional(shape),
  neededIn,
});

export const optional = <T>(shape: Shape<T>): Shape<T, true> => ({
  ...shape,
  optional: true,
  normalize: (value) => (value === undefined ? value : shape.normalize(value)),
});

export const orNull = <T, O extends boolean>(shape: Shape<T, O>): Shape<T | null, O> => ({
  ...shape,
  schema: { ...shape.schema, nullable: true },
  nullable: true,
  maxBytes: Math.max(shape.maxBytes, nullBytes),
  errorsOf: (value, path, beside) => (value === null ? [] : shape.errorsOf(value, path, beside)),
  normalize: (value) => (value === null ? value : shape.normalize(value)),
});

/** For bodies that create: null means the same as absent. */
export const optionalOrNull = <T>(shape: Shape<T>): Shape<T | null, true> => optional(orNull(shape));

/** The same object with all fields optional, for PATCH. */
export function partial<F extends FieldShapes>({ fields }: ObjectShape<F>) {
  type Optional = { readonly [N in keyof F]: Shape<TypeOf<F[N]>, true> };
  const entries = Object.entries(fields).map(([name, shape]) => [name, optional(shape)]);
  return object(Object.fromEntries(entries) as Optional);
}

/** The same shape with additions to its schema that validation does not use. */
export const described = <T, O extends boolean>(shape: Shape<T, O>, schema: Schema): Shape<T, O> => ({
  ...shape,
  schema: { ...shape.schema, ...schema },
});

/** The errors of one field of a body. Null in a field that is not nullable counts as missing. */
export function fieldErrors(field: Shape, value: unknown, path: string, body: Given): readonly FieldError[] {
  if (value === undefined ? mayLack(field, body) : value === null && field.nullable) return [];
  if (value === undefined || value === null) return [wrong(path, 'validation.required')];
  return field.errorsOf(value, path, body);
}

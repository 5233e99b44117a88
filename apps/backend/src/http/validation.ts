import {
  type FieldError,
  isDay,
  isInstant,
  type Money,
  type Refusal,
  type RefusalCode,
  type RefusalParams,
  refuse,
} from '@gos/domain';
import { type ArgumentMetadata, applyDecorators, Injectable, type PipeTransform } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions, type SchemaObject } from '@nestjs/swagger';
import { IsOptional, registerDecorator, ValidateIf, type ValidationError, validate } from 'class-validator';
import { Refused } from '../kernel/refused';

/**
 * The shape of a request is said by class-validator; each rule's message is a refusal code with its parameters, so that every
 * wrong field of a request is answered at once with the code that the browser knows.
 */
type Check = ((value: unknown, path: string) => FieldError | readonly FieldError[] | null) & {
  /** What the OpenAPI document says of values that pass. */
  readonly api?: SchemaObject;
};

const listed = (errors: FieldError | readonly FieldError[] | null): readonly FieldError[] =>
  errors === null ? [] : Array.isArray(errors) ? errors : [errors as FieldError];

interface FieldOptions {
  /** may be absent; a field is required unless it is optional */
  readonly optional?: boolean;
  readonly nullable?: boolean;
  /** What the OpenAPI document says of it beyond what the check does. */
  readonly api?: Readonly<Record<string, unknown>>;
}

/** A property of a body or query that passes `check`. */
export function Field(
  check: Check,
  { optional = false, nullable = false, api = {} }: FieldOptions = {},
): PropertyDecorator {
  const rule: PropertyDecorator = (target, property) => {
    registerDecorator({
      name: 'field',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => errorsOf(value, String(property)).length === 0,
        defaultMessage: (args) => JSON.stringify(errorsOf(args?.value, String(property))),
      },
    });
  };
  const errorsOf = (value: unknown, path: string) =>
    listed(value === undefined || value === null ? { path, code: 'validation.required' } : check(value, path));
  return applyDecorators(
    ApiProperty({ required: !optional, nullable, ...check.api, ...api } as ApiPropertyOptions),
    rule,
    ...(optional ? [ValidateIf((_, value) => value !== undefined)] : []),
    ...(nullable ? [nullable && optional ? IsOptional() : ValidateIf((_, value) => value !== null)] : []),
  );
}

const wrong = (path: string, code: RefusalCode, params?: RefusalParams): FieldError => ({ path, code, params });

const says = (api: SchemaObject, check: Check): Check => Object.assign(check, { api });

/** Checks of kind before the checks of content: a check of the domain is only asked about values of its type. */
export const text = (check?: (value: string, path: string) => FieldError | null): Check =>
  says({ type: 'string' }, (value, path) =>
    typeof value === 'string' ? (check?.(value, path) ?? null) : wrong(path, 'validation.type'),
  );

export const integer = (check?: (value: number, path: string) => FieldError | null): Check =>
  says({ type: 'integer' }, (value, path) => {
    if (typeof value !== 'number') return wrong(path, 'validation.type');
    return Number.isSafeInteger(value) ? (check?.(value, path) ?? null) : wrong(path, 'validation.integer');
  });

export const flag = says({ type: 'boolean' }, (value, path) =>
  typeof value === 'boolean' ? null : wrong(path, 'validation.type'),
);

export const id = says({ type: 'integer', minimum: 1 }, (value, path) =>
  Number.isSafeInteger(value) && (value as number) > 0 ? null : wrong(path, 'validation.type'),
);

export const choice = (values: readonly string[]): Check =>
  says({ type: 'string', enum: [...values] }, (value, path) =>
    values.includes(value as string) ? null : wrong(path, 'validation.choice'),
  );

export const instant = says({ type: 'string', format: 'date-time' }, (value, path) =>
  isInstant(value) ? null : wrong(path, 'validation.instant'),
);
export const day = says({ type: 'string', format: 'date' }, (value, path) =>
  isDay(value) ? null : wrong(path, 'validation.day'),
);

export const list = (item: Check, max: number, whole?: (value: never, path: string) => FieldError | null): Check =>
  says({ type: 'array', items: item.api ?? {} }, (value, path) => {
    if (!Array.isArray(value)) return wrong(path, 'validation.type');
    if (value.length > max) return wrong(path, 'validation.too-many', { max });
    const errors = value.flatMap((one, index) => listed(item(one, `${path}.${index}`)));
    return errors.length > 0 ? errors : (whole?.(value as never, path) ?? null);
  });

/** An object of these fields and no others; those that are not required may be absent. */
export const record = (fields: Readonly<Record<string, Check>>, required: readonly string[]): Check =>
  says(
    {
      type: 'object',
      properties: Object.fromEntries(Object.entries(fields).map(([name, { api = {} }]) => [name, api])),
      required: [...required],
      additionalProperties: false,
    },
    (value, path) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong(path, 'validation.type');
      const given = value as Readonly<Record<string, unknown>>;
      const unknown = Object.keys(given).filter((name) => !Object.hasOwn(fields, name));
      return [
        ...unknown.map((name) => wrong(`${path}.${name}`, 'validation.unknown-field')),
        ...Object.entries(fields).flatMap(([name, check]) => {
          if (given[name] !== undefined) return listed(check(given[name], `${path}.${name}`));
          return required.includes(name) ? [wrong(`${path}.${name}`, 'validation.required')] : [];
        }),
      ];
    },
  );

const moneySchema: SchemaObject = {
  type: 'object',
  properties: { amount: { type: 'string', example: '12.50' }, currency: { type: 'string', example: 'CZK' } },
  required: ['amount', 'currency'],
  additionalProperties: false,
};

/** `{amount: "12.50", currency: "CZK"}`; which currency is right, the rules say. */
const moneyOr = (wrongAmount: RefusalCode) =>
  says(moneySchema, (value, path) => {
    const { amount, currency, ...more } = (value ?? {}) as Record<string, unknown>;
    if (typeof amount !== 'string' || !/^\d{1,12}(\.\d{1,2})?$/.test(amount)) {
      return wrong(path, wrongAmount, wrongAmount === 'validation.money' ? { currency: '' } : undefined);
    }
    const right = typeof currency === 'string' && Object.keys(more).length === 0;
    return right ? null : wrong(path, 'validation.money', { currency: '' });
  });
export const money = moneyOr('validation.money');
export const costReduction = moneyOr('task.cost-reduction.number');

/** Two decimal places and no leading zeros, whatever came. */
export function normalMoney<T extends Money | null | undefined>(money: T): T {
  if (!money) return money;
  const [whole, cents = ''] = money.amount.split('.');
  return { ...money, amount: `${BigInt(whole!)}.${cents.padEnd(2, '0')}` };
}

export function refusalOfErrors(errors: readonly FieldError[]): Refusal {
  const [only] = errors;
  return errors.length === 1
    ? refuse(only!.code, { params: only!.params, errors })
    : refuse('validation.failed', { errors });
}

function fieldErrors(errors: readonly ValidationError[], prefix = ''): FieldError[] {
  return errors.flatMap((error) => {
    const path = `${prefix}${error.property}`;
    const own = Object.entries(error.constraints ?? {}).flatMap(([rule, message]): FieldError[] => {
      if (rule === 'whitelistValidation') return [wrong(path, 'validation.unknown-field')];
      const said = listed(JSON.parse(message) as FieldError | FieldError[]);
      return said.map((one) => wrong(`${prefix}${one.path}`, one.code, one.params));
    });
    return [...own, ...fieldErrors(error.children ?? [], `${path}.`)];
  });
}

/**
 * The values as they came, whatever they hold. Names that every object inherits, such as `constructor`, are passed over: who reads
 * the instance would take them for its own.
 */
function instanceOf<T extends object>(
  type: new () => T,
  value: object,
): { instance: T; passedOver: readonly string[] } {
  const isInherited = (name: string) => Object.hasOwn(Object.prototype, name);
  const given = Object.entries(value).filter(([name]) => !isInherited(name));
  return {
    instance: Object.assign(new type(), Object.fromEntries(given)),
    passedOver: Object.keys(value).filter(isInherited),
  };
}

/** Checks a body or a query against its class; everything that is wrong comes back in one refusal. */
export async function validated<T extends object>(type: new () => T, value: unknown): Promise<T> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refused(refusalOfErrors([wrong('', 'validation.type')]));
  }
  const { instance, passedOver } = instanceOf(type, value);
  const errors = await validate(instance, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false });
  const wrongs = [...fieldErrors(errors), ...passedOver.map((path) => wrong(path, 'validation.unknown-field'))];
  if (wrongs.length > 0) throw new Refused(refusalOfErrors(wrongs));
  return instance;
}

/** The pipe for @Body() and @Query() of DTO classes; values of other kinds pass. */
@Injectable()
export class ShapePipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    const plain = metatype === undefined || [Object, String, Number, Boolean, Array].includes(metatype as never);
    if (plain || type === 'custom' || type === 'param') return value;
    return validated(metatype as new () => object, value ?? {});
  }
}

/** An id in an address: anything but a positive integer is 404. */
export function addressId(code: RefusalCode) {
  return class AddressIdPipe implements PipeTransform {
    transform(value: string): number {
      if (!/^[1-9]\d{0,14}$/.test(value)) throw new Refused(refuse(code));
      return Number(value);
    }
  };
}

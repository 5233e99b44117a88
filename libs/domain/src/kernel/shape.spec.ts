import { describe, expect, test } from '@jest/globals';
import * as shape from './shape';

const { choice, day, fieldErrors, flag, id, instant, integer, list, money, object, optional, orNull, text } = shape;

const codesOf = (one: shape.Shape, value: unknown) =>
  one.errorsOf(value, 'at', {}).map(({ path, code }) => `${path} ${code}`);

describe('a shape', () => {
  test.each([
    [text(), ['', 'a'], [1, null, {}, ['a']], 'validation.type'],
    [flag, [true, false], ['true', 0, null], 'validation.type'],
    [id, [1, 2 ** 53 - 1], [0, -1, 1.5, '1', 2 ** 53], 'validation.type'],
    [integer(), [0, -1, 7], [1.5, 1e21], 'validation.integer'],
    [choice(['a', 'b']), ['a', 'b'], ['c', 'toString', null, ['a']], 'validation.choice'],
    [day, ['2028-02-29'], ['2027-02-29', '2027-2-1', 1], 'validation.day'],
    [instant, ['2027-02-01T10:00Z'], ['2027-02-01T10:00', '2027-02-01', null], 'validation.instant'],
    [day, ['2000-01-01', '2199-12-31'], ['0001-01-01', '1999-12-31', '2200-01-01', '9999-12-31'], 'validation.year'],
    [
      instant,
      ['2000-01-01T00:00Z', '2199-12-31T23:59:59.999Z'],
      ['0000-01-01T00:00+01:00', '2000-01-01T00:00+01:00', '2199-12-31T23:59-01:00', '9999-12-31T23:59-12:00'],
      'validation.year',
    ],
    [money, [{ amount: '1', currency: 'CZK' }], [{ amount: 1, currency: 'CZK' }, {}, null], 'validation.money'],
    [list(id, { max: 2 }), [[], [1, 2]], [{}, '1', null], 'validation.type'],
    [object({}), [{}], [[], null, 'a'], 'validation.type'],
  ] as [shape.Shape, unknown[], unknown[], string][])(
    'lets through what is right and says what is not: %#',
    (one, right, wrong, code) => {
      for (const value of right) expect([value, codesOf(one, value)]).toEqual([value, []]);
      for (const value of wrong) expect([value, codesOf(one, value)]).toEqual([value, [`at ${code}`]]);
    },
  );

  test('asks what a value holds only when it is of its kind', () => {
    const short = text((value, path) => (value.length > 1 ? { path, code: 'validation.too-long' } : null));
    expect([codesOf(short, 'ab'), codesOf(short, 2)]).toEqual([['at validation.too-long'], ['at validation.type']]);
  });

  test('of a list names every wrong item, and asks about the whole when all are right', () => {
    const few = list(id, {
      max: 3,
      check: (value, path) => (value[0] === 9 ? { path, code: 'validation.choice' } : null),
    });
    expect(codesOf(few, [1, 0, 'x'])).toEqual(['at.1 validation.type', 'at.2 validation.type']);
    expect(codesOf(few, [9, 0])).toEqual(['at.1 validation.type']);
    expect(codesOf(few, [9])).toEqual(['at validation.choice']);
    expect(few.errorsOf([1, 2, 3, 4], 'at', {})).toEqual([
      { path: 'at', code: 'validation.too-many', params: { max: 3 } },
    ]);
  });

  test('asks for fields together once each of them is right', () => {
    const one = object({ from: id, to: id }, ({ from, to }) =>
      from > to ? { path: 'to', code: 'validation.number' } : null,
    );
    expect(one.errorsOf({ from: 1, to: 2 }, 'x', {})).toEqual([]);
    expect(one.errorsOf({ from: 2, to: 1 }, 'x', {})).toEqual([{ path: 'x.to', code: 'validation.number' }]);
    expect(one.errorsOf({ from: 2, to: 'a' }, 'x', {})).toMatchObject([{ path: 'x.to', code: 'validation.type' }]);
  });

  test('of an object names what is unknown, wrong and missing, also by names that every object has', () => {
    const one = object({ a: text(), b: optional(id), c: optional(orNull(id)) });
    expect(codesOf(one, { a: 'x' })).toEqual([]);
    expect(codesOf(one, { constructor: 1, b: 'x', c: null })).toEqual([
      'at.constructor validation.unknown-field',
      'at.a validation.required',
      'at.b validation.type',
    ]);
    expect(one.schema).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'integer', minimum: 1 }, c: { ...id.schema, nullable: true } },
      required: ['a'],
      additionalProperties: false,
    });
  });

  test('says how a value is kept', () => {
    const one = object({ at: orNull(instant), prices: optional(list(money, { max: 9 })) });
    expect(one.normalize({ at: '2027-02-01T12:00+02:00', prices: [{ amount: '007', currency: 'CZK' }] })).toEqual({
      at: '2027-02-01T10:00:00.000Z',
      prices: [{ amount: '7.00', currency: 'CZK' }],
    });
    expect(one.normalize({ at: null, prices: undefined })).toEqual({ at: null, prices: undefined });
  });

  test('knows its type', () => {
    const one = object({ a: choice(['x', 'y']), b: optional(orNull(id)), c: list(flag, { max: 1 }) });
    const value: shape.TypeOf<typeof one> = { a: 'x', c: [true] };
    // @ts-expect-error `z` is none of the choices
    const other: shape.TypeOf<typeof one> = { a: 'z', b: null, c: [] };
    // @ts-expect-error `c` has to be there
    const third: shape.TypeOf<typeof one> = { a: 'y' };
    const changes = shape.partial(one);
    const none: shape.TypeOf<typeof changes> = {};
    expect([value, other, third, none]).toHaveLength(4);
  });

  test('a field of a body that is null without being allowed to is missing', () => {
    expect(fieldErrors(id, null, 'a', {})).toEqual([{ path: 'a', code: 'validation.required' }]);
    expect(fieldErrors(optional(id), null, 'a', {})).toEqual([{ path: 'a', code: 'validation.required' }]);
    expect(fieldErrors(orNull(id), undefined, 'a', {})).toEqual([{ path: 'a', code: 'validation.required' }]);
    expect([fieldErrors(orNull(id), null, 'a', {}), fieldErrors(optional(id), undefined, 'a', {})]).toEqual([[], []]);
  });
});

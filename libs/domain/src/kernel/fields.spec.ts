import { describe, expect, test } from '@jest/globals';
import { type FieldEntry, fieldCheckOf, initialOf, normalizedField } from './fields';

const line = { kind: 'line', max: 5 } as const;
const url = { kind: 'line', max: 20, url: true } as const;
const integer = { kind: 'integer', min: 1, max: 5, initial: null } as const;
const own = { ...integer, initial: 3, refused: 'task.rating.range' } as const;
const choice = { kind: 'choice', values: ['high', 'low'], initial: null } as const;
const day = { kind: 'day' } as const;
const flag = { kind: 'flag' } as const;
const duration = { kind: 'duration', max: 90 } as const;
const instant = { kind: 'instant' } as const;

describe('kinds of plain fields', () => {
  test.each<[FieldEntry, unknown, string | null]>([
    [line, 'žžžžž', null],
    [line, ' žžžžž ', null],
    [line, 'žžžžžž', 'validation.too-long'],
    [line, 'a\u202eb', 'validation.characters'],
    [url, 'https://a.cz', null],
    [url, 'javascript:alert(1)', 'validation.url'],
    [url, '', 'validation.url'],
    [url, 'https://a.cz/123456789', 'validation.too-long'],
    [integer, 1, null],
    [integer, 5, null],
    [integer, 0, 'validation.too-small'],
    [integer, 6, 'validation.too-large'],
    [integer, 1.5, 'validation.integer'],
    [integer, Number.NaN, 'validation.integer'],
    [own, 6, 'task.rating.range'],
    [own, Number.NaN, 'task.rating.range'],
    [choice, 'low', null],
    [choice, 'medium', 'validation.choice'],
    [day, '2028-02-29', null],
    [day, '2027-02-29', 'validation.day'],
    [flag, true, null],
    [duration, 90, null],
    [duration, 91, 'validation.too-large'],
    [duration, 0, 'validation.too-small'],
    [duration, Number.NaN, 'validation.number'],
    [instant, '2028-02-29T10:00:00.000Z', null],
    [instant, '2028-02-30', 'validation.instant'],
  ])('%j takes %j: %s', (entry, value, code) => {
    const error = fieldCheckOf(entry)(entry, value, 'field');
    expect(error?.code ?? null).toBe(code);
    expect(error?.path ?? 'field').toBe('field');
  });

  test('values that nobody has set', () => {
    const entries = [line, integer, own, choice, day, flag, duration, instant];
    expect(entries.map(initialOf)).toEqual([null, null, 3, null, null, false, null, null]);
  });

  test('a line is stored normalised, an empty one as null, other values as they are', () => {
    expect([' a  b ', ' ', null].map((value) => normalizedField(line, value))).toEqual(['a  b', null, null]);
    expect(normalizedField(choice, 'low')).toBe('low');
    expect(normalizedField(flag, false)).toBe(false);
  });
});

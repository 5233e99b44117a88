import type { Parameter, Parameters } from '@gos/contract';
import type { ObjectShape, Shape } from '@gos/domain';

/** Days and instants at the ends of years, of the calendar and of daylight saving, as JSON would bring them. */
const days = [
  '0000-01-01',
  '0001-01-01',
  '0026-11-21',
  '1969-12-31',
  '1970-01-01',
  '1999-12-31',
  '2000-01-01',
  '2028-02-29',
  '2027-02-29',
  '2026-03-29',
  '2026-10-25',
  '2199-12-31',
  '9998-12-31',
  '9999-12-31',
];
const instants = [
  ...days.flatMap((day) => [`${day}T00:00:00.000Z`, `${day}T23:59:59.999Z`]),
  '0000-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-12:00',
  '2026-03-29T02:30:00+01:00',
];
const numbers = [0, -1, 1, 12, 366, 1_969, 2_000, 2_199, 9_998, 9_999, 1_000_000, Number.MAX_SAFE_INTEGER];

const lengths = [100_000, 20_000, 2_000, 1_000, 500, 255, 254, 250, 200, 100, 50];
const counts = [10_000, 5_000, 1_000, 500, 200, 100, 50, 20];
/** Texts of a length: of signs outside the basic plane, of words, of addresses. */
const texts: readonly ((length: number) => string)[] = [
  (length) => '🦊'.repeat(length),
  (length) => 'žluť '.repeat(length / 5).trim(),
  (length) => `https://gos.example/${'x'.repeat(Math.max(0, length - 20))}`,
  (length) => `${'x'.repeat(Math.max(0, length - 12))}@gos.example`,
];

/** The first value that the shape takes. */
const firstOf = <T>(values: Iterable<T>, shape: Shape): T[] => {
  for (const value of values) if (shape.errorsOf(value, 'at', {}).length === 0) return [value];
  return [];
};

/** The longest text of each kind that the shape takes, and one that is too long for every shape. */
const longestTexts = (shape: Shape): string[] => [
  ...texts.flatMap((text) => firstOf(lengths.map(text), shape)),
  'x'.repeat(150_000),
];

function longestLists(shape: Shape): unknown[] {
  const { items } = shape.schema;
  const item = (index: number): unknown => {
    if (items?.enum) return items.enum[index % items.enum.length];
    if (items?.type === 'integer') return index + 1;
    return items?.format === 'date' ? days[index % days.length] : `${index}@gos.example`;
  };
  const lists = counts.map((count) => Array.from({ length: count }, (_, index) => item(index)));
  return [...firstOf(lists, shape), lists[0]];
}

const isObject = (shape: Shape): shape is ObjectShape => 'fields' in shape;

/** Edge values of a field of a body. */
function edgesOf(shape: Shape): readonly unknown[] {
  const { type, format, enum: choices, oneOf } = shape.schema;
  if (isObject(shape)) return bodiesAtEdges(shape).map(({ changed }) => changed);
  if (choices || type === 'boolean') return [];
  if (oneOf) return [0, 31, 366, '02-29', '02-30', '12-31'];
  if (format === 'date') return days;
  if (format === 'date-time') return instants;
  if (type === 'string') return longestTexts(shape);
  if (type === 'array') return longestLists(shape);
  return type === 'integer' || type === 'number' ? numbers : [];
}

/** A request with some of its fields at their edges. */
interface AtEdge<Value> {
  /** The fields and their values, in short. */
  readonly of: string;
  readonly changed: Readonly<Record<string, Value>>;
}

/** One field of a body after the other at its edges, and all days and instants together. */
export function bodiesAtEdges({ fields }: ObjectShape): AtEdge<unknown>[] {
  const all = Object.entries(fields);
  const single = all.flatMap(([name, field]) =>
    edgesOf(field).map((value) => ({ of: `${name}: ${short(value)}`, changed: { [name]: value } })),
  );
  const dated = all.filter(([, { schema }]) => schema.format === 'date' || schema.format === 'date-time');
  if (dated.length < 2) return single;
  const together = days.map((day, at) => {
    // The first field begins what the others end.
    const values = dated.map(([name, { schema }], index) => {
      const value = days[Math.min(at + Math.min(index, 1), days.length - 1)]!;
      return [name, schema.format === 'date' ? value : `${value}T23:59:00.000Z`];
    });
    return { of: `all: ${day}`, changed: Object.fromEntries(values) };
  });
  return [...single, ...together];
}

function short(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : text;
}

const takes = ({ read }: Parameter, text: string) => read(text) !== undefined;
const isOfDays = (one: Parameter) => takes(one, '2026-11-21') && !takes(one, 'x');
const isOfInstants = (one: Parameter) => takes(one, '2026-11-21T12:00:00Z') && !takes(one, 'x');
/** Not ids, which have no end. */
const isOfYears = (one: Parameter) => takes(one, '2026') && !takes(one, '0') && !takes(one, '999999');

function textsOf(one: Parameter): readonly string[] {
  const edges = [...(isOfDays(one) ? days : []), ...(isOfInstants(one) ? instants : [])];
  if (edges.length > 0) return edges;
  return isOfYears(one) ? numbers.map(String) : [];
}

/** The widest and the latest spans of days. */
const spans = [
  ['1970-01-01', '9998-12-31'],
  ['9998-12-30', '9998-12-31'],
  ['9998-12-30', '9999-12-31'],
  ['1970-01-01', '1970-12-31'],
  ['2026-01-01', '2027-01-01'],
] as const;

/** One query parameter after the other at its edges, and spans of days. */
export function queriesAtEdges(parameters: Parameters): AtEdge<string>[] {
  const all = Object.entries(parameters);
  const [from, to] = all.filter(([, one]) => isOfDays(one)).map(([name]) => name);
  const changed = [
    ...all.flatMap(([name, one]) => textsOf(one).map((value) => ({ [name]: value }))),
    ...(to === undefined ? [] : spans.map(([first, last]) => ({ [from!]: first, [to]: last }))),
  ];
  return changed.map((values) => ({ of: JSON.stringify(values), changed: values }));
}

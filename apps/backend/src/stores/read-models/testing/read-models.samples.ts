import fc from 'fast-check';
import type { Filter, ModelDocument, Scalar, SortKey } from '../read-models';

interface Place {
  readonly city?: Scalar;
}

/** The document of the contract tests: fields of every kind, each optional. */
export interface Card extends ModelDocument {
  readonly state?: Scalar;
  readonly solver?: Scalar;
  readonly deadline?: Scalar;
  readonly contractor?: {
    readonly id?: Scalar;
    readonly teams?: readonly Scalar[] | Scalar;
    readonly place?: Place;
  } | null;
  readonly parties?: readonly Scalar[] | Scalar;
  readonly words?: readonly string[];
  readonly text?: string;
}

export const indexes = [
  { fields: ['deadline'] },
  { fields: ['solver', 'state', 'deadline'] },
  { fields: ['solver', 'deadline', 'id'], descending: ['deadline'] },
  { fields: ['contractor.id', 'deadline'] },
  { fields: ['id', 'state'] },
  { fields: ['parties', 'deadline', 'id'], kind: 'many' },
  { fields: ['parties', 'state', 'deadline'], kind: 'many', descending: ['deadline'] },
  { fields: ['contractor.teams', 'contractor.place.city'], kind: 'many' },
  { fields: ['words'], kind: 'words' },
] as const;

// Few different values, so that conditions often match.
const scalars: fc.Arbitrary<Scalar> = fc.constantFrom<Scalar[]>(
  null,
  true,
  false,
  0,
  1,
  2,
  -1.5,
  '',
  '1',
  'a',
  'ž',
  '\uffee',
  '😀',
);
const operands = fc.constantFrom<(string | number)[]>(0, 1, -2, 1.5, '', '1', 'a', 'b', 'ž', '😀');
const lists = fc.oneof(fc.array(scalars, { maxLength: 3 }), scalars);
const wordList = fc.constantFrom('a', 'ab', 'abc', 'b', 'ž', 'a-b', 'A');

export const cards: fc.Arbitrary<Card[]> = fc.uniqueArray(
  fc.record(
    {
      id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'ž', '😀', 'A'),
      state: scalars,
      solver: scalars,
      deadline: scalars,
      contractor: fc.option(
        fc.record({ id: scalars, teams: lists, place: fc.record({ city: scalars }) }, { requiredKeys: [] }),
      ),
      parties: lists,
      words: fc.array(wordList, { maxLength: 3 }),
    },
    { requiredKeys: ['id'] },
  ),
  { selector: ({ id }) => id, maxLength: 8 },
);

const conditions = fc.oneof(
  scalars,
  fc.record({ $in: fc.array(scalars, { maxLength: 4 }) }),
  fc.record({ $nin: fc.array(scalars, { maxLength: 4 }) }),
  fc.record({ $ne: scalars }),
  fc.record({ $gt: operands, $lt: operands, $gte: operands, $lte: operands }, { requiredKeys: [] }),
);
const valueFields = fc.constantFrom('id', 'state', 'solver', 'deadline', 'contractor.id', 'contractor.place.city');

export const { filters } = fc.letrec<{ filters: Filter; condition: Filter }>((tie) => ({
  condition: fc.oneof(
    fc
      .tuple(fc.oneof(valueFields, fc.constantFrom('parties', 'contractor.teams')), conditions)
      .map(([field, condition]): Filter => ({ [field]: condition })),
    fc
      .tuple(
        fc.constantFrom('parties', 'contractor.teams', 'solver'),
        fc.oneof(scalars, fc.record({ $in: fc.array(scalars, { maxLength: 3 }) })),
      )
      .map(([field, condition]): Filter => ({ [field]: condition })),
    fc.oneof(wordList, fc.constant('')).map((word): Filter => ({ words: { $prefix: word } })),
  ),
  filters: fc.oneof(
    { depthSize: 'small' },
    tie('condition'),
    fc.array(tie('filters'), { maxLength: 3 }).map(($and): Filter => ({ $and })),
    fc.array(tie('filters'), { maxLength: 3 }).map(($or): Filter => ({ $or })),
  ),
}));

export const sorts: fc.Arbitrary<SortKey[]> = fc.uniqueArray(
  fc.record(
    {
      field: valueFields,
      direction: fc.constantFrom<('asc' | 'desc')[]>('asc', 'desc'),
      ranking: fc.array(scalars, { maxLength: 4 }),
      where: fc.oneof(
        fc.tuple(valueFields, conditions).map(([field, condition]): Filter => ({ [field]: condition })),
        fc
          .array(
            fc.tuple(valueFields, conditions).map(([field, condition]): Filter => ({ [field]: condition })),
            { maxLength: 3 },
          )
          .chain(($or) => fc.constantFrom<Filter>({ $or }, { $and: $or })),
      ),
    },
    { requiredKeys: ['field', 'direction'] },
  ),
  { selector: ({ field }) => field, maxLength: 3 },
);

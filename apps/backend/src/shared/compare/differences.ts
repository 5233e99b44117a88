import { type ComparedItem, type ComparedPart, type Comparison, comparedPageSize, comparedParts } from '@gos/contract';
import type { Instant } from '@gos/domain';
import { keysOf } from '@gos/domain/kernel/tables';
import { same } from '@gos/domain/kernel/values';
import { throwIfWrong } from '../../kernel/refused';
import type { Reordered } from './reordered';

/** Two moments, and the page of the answer. */
export interface Compared {
  readonly from: Instant;
  readonly to: Instant;
  readonly page: number;
  readonly pageSize: number;
}

const ways = ['added', 'removed', 'changed'] as const;
export type Way = (typeof ways)[number];

/** A part that differs between the two moments. */
export interface Difference {
  readonly way: Way;
  readonly kind: ComparedPart;
  readonly id: string;
  /** null where it is read only once its page is answered */
  readonly item: ComparedItem | null;
  /** of a task whose place on its board differs */
  readonly order?: Reordered | undefined;
}

/** The values of a part by field, with names instead of numbers. */
export type Values = Readonly<Record<string, unknown>>;

interface Part {
  readonly name: string | null;
  readonly values: Values;
}

/** @throws Refused when the second moment is not after the first */
export function comparedOf(query: {
  readonly from: Instant;
  readonly to: Instant;
  readonly page?: number;
  readonly pageSize?: number;
}): Compared {
  const { from, to, page = 1, pageSize = comparedPageSize.unasked } = query;
  throwIfWrong([Date.parse(from) < Date.parse(to) ? null : { path: 'to', code: 'compare.order' }]);
  return { from, to, page, pageSize };
}

const isNothing = (value: unknown) => value === null || value === undefined || value === '' || value === false;

/** The fields that differ; all that hold something where there is only one side. */
export function changesBetween(before: Values | null, after: Values | null): ComparedItem['changes'] {
  return keysOf(after ?? before ?? {})
    .filter((field) => {
      const [from, to] = [before?.[field] ?? null, after?.[field] ?? null];
      return before && after ? !same(from, to) : !isNothing(from) || !isNothing(to);
    })
    .map((field) => ({ field, from: before?.[field] ?? null, to: after?.[field] ?? null }));
}

/** Compares the parts of one kind by their ids. */
export function differencesOf(
  kind: ComparedPart,
  before: ReadonlyMap<string, Part>,
  after: ReadonlyMap<string, Part>,
): Difference[] {
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((id): Difference[] => {
    const [was, is] = [before.get(id), after.get(id)];
    const changes = changesBetween(was?.values ?? null, is?.values ?? null);
    const way = !was ? 'added' : is ? 'changed' : 'removed';
    if (way === 'changed' && changes.length === 0) return [];
    return [{ way, kind, id, item: { kind, id, name: (is ?? was)!.name, changes } }];
  });
}

function countsOf(found: readonly Difference[]): Comparison['counts'] {
  return comparedParts
    .map((kind) => {
      const of = (way: Way) => found.filter((one) => one.kind === kind && one.way === way).length;
      return { kind, added: of('added'), removed: of('removed'), changed: of('changed') };
    })
    .filter(({ added, removed, changed }) => added + removed + changed > 0);
}

/**
 * Returns the answer with one page of the differences.
 * @param itemsOf reads the items that are not known yet, by the ids of their differences
 */
export async function comparisonOf(
  { from, to, page, pageSize }: Compared,
  { sums = null, ...thing }: Pick<Comparison, 'thing' | 'changes'> & Partial<Pick<Comparison, 'sums'>>,
  differences: readonly Difference[],
  itemsOf: (some: readonly Difference[]) => Promise<ReadonlyMap<string, ComparedItem>> = async () => new Map(),
): Promise<Comparison> {
  const place = ({ way, kind }: Difference) => ways.indexOf(way) * comparedParts.length + comparedParts.indexOf(kind);
  const found = [...differences].sort((a, b) => place(a) - place(b));
  const shown = found.slice((page - 1) * pageSize, page * pageSize);
  const read = await itemsOf(shown.filter(({ item }) => item === null));
  const itemsIn = (way: Way) => shown.flatMap((one) => (one.way === way ? (one.item ?? read.get(one.id) ?? []) : []));
  return {
    from,
    to,
    ...thing,
    counts: countsOf(found),
    sums,
    added: itemsIn('added'),
    removed: itemsIn('removed'),
    changed: itemsIn('changed'),
    total: found.length,
    page,
    pageSize,
  };
}

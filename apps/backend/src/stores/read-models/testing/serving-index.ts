import { decisive, type FilterNode, parseFilter } from '../filter-tree';
import { indexFields } from '../model-fields';
import type { Filter, IndexDeclaration, ModelDeclaration, SortKey } from '../read-models';

/**
 * How an index serves a list: in its order; in its order but for equal ones, which go the other way (SQLite sorts each few of
 * them, MongoDB all matches); by leading to what matches, which is sorted then; or not at all.
 */
export const services = ['in order', 'but for ties', 'led', 'not at all'] as const;
export type Service = (typeof services)[number];

/**
 * Returns how well the declared indexes serve a filter and a sort: whether fields that are compared by equality ($in
 * counts) begin an index, and whether the sort keys follow. An index that begins with a value that few documents have
 * (numbers and strings, not booleans and null) comes before everything else. For a filter's alternatives, the one that
 * is served worst counts.
 */
export function servingIndex(model: ModelDeclaration, filter: Filter, sort: readonly SortKey[]): Service {
  const indexes = model.indexes.filter(({ kind }) => kind !== 'words');
  const found = alternatives(parseFilter(model, filter)).map((nodes) => {
    const ofFew = indexes.filter((index) => isOfFew(index, nodes));
    return least((ofFew.length > 0 ? ofFew : indexes).map((index) => serviceOf(index, nodes, decisive(sort))));
  });
  return services[Math.max(0, ...found)]!;
}

const notAtAll = services.indexOf('not at all');
const least = (found: readonly number[]) => Math.min(notAtAll, ...found);

const valuesOf = (field: string, nodes: readonly FilterNode[]) =>
  nodes.flatMap((node) => (node.kind === 'in' && !node.negated && node.field === field ? [node.values] : []))[0];

function isOfFew({ fields }: IndexDeclaration, nodes: readonly FilterNode[]): boolean {
  const values = valuesOf(fields[0]!, nodes);
  return values?.every((value) => typeof value === 'number' || typeof value === 'string') ?? false;
}

function serviceOf(index: IndexDeclaration, nodes: readonly FilterNode[], sort: readonly SortKey[]): number {
  const columns = indexFields(index);
  const unasked = columns.findIndex((field) => valuesOf(field, nodes) === undefined);
  const most = unasked < 0 ? columns.length : unasked;
  const found = [most > 0 ? services.indexOf('led') : notAtAll];
  if (sort.some(({ ranking, where }) => ranking || where)) return least(found);
  for (let ahead = index.kind === 'many' || nodes.length > 0 ? 1 : 0; ahead <= most; ahead++) {
    const keys = sort.filter(({ field }) => !columns.slice(0, ahead).includes(field));
    found.push(orderOf(index, columns.slice(ahead), keys));
  }
  return least(found);
}

function orderOf({ descending = [] }: IndexDeclaration, columns: readonly string[], sort: readonly SortKey[]): number {
  const keys = sort.slice(0, columns.length);
  if (keys.some(({ field }, place) => columns[place] !== field)) return notAtAll;
  const turned = keys.map(({ field, direction }) => (direction === 'desc') !== descending.includes(field));
  return services.indexOf(new Set(turned).size > 1 ? 'but for ties' : 'in order');
}

/** The filter as lists of conditions, of which one has to be met as a whole. */
function alternatives(node: FilterNode): FilterNode[][] {
  if (node.kind === 'any') return node.of.flatMap(alternatives);
  if (node.kind !== 'all') return [[node]];
  return node.of.reduce<FilterNode[][]>(
    (found, each) => found.flatMap((nodes) => alternatives(each).map((more) => [...nodes, ...more])),
    [[]],
  );
}

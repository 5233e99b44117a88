import { type FilterNode, fieldsIn, parseFilter } from './filter-tree';
import { indexFields } from './model-fields';
import type { IndexDeclaration, ModelDeclaration, SortKey } from './read-models';
import { columnOf, elementsOf, FilterSql, indexOf, tableOf, wordsOf } from './sqlite.filter';
import { type Column, NULL_SQL, toColumn, toToken } from './sqlite.value';

/** With more alternatives than this, SQLite plans them as one condition. */
const MAX_ALTERNATIVES = 32;
/** With more values than this, SQLite plans them as one list. */
const MAX_ROW_SOURCES = 512;
/** With more ids than this, they are a condition on what another index finds. */
const MAX_IDS = 2_048;

/** A SELECT of document numbers (with their sort keys when it is ordered), run once for each list of leading parameters. */
export interface RowSource {
  readonly sql: string;
  readonly leading: readonly (readonly Column[])[];
  readonly params: readonly Column[];
}

type Positive = Extract<FilterNode, { kind: 'in' }>;

/**
 * The first source that a SELECT reads: a table of elements, a given value index, the words, or SQLite's own choice.
 */
interface DrivingTable {
  readonly source: string;
  readonly column: (field: string) => string;
  /** Conditions answered by the driver as column equalities: one stream for each combination of their values. */
  readonly equal: readonly { readonly node: Positive; readonly column: string }[];
  /** The condition that the source itself answers, with its parameter. */
  readonly listed?: { readonly node: Positive; readonly values: Column };
  readonly words: readonly Extract<FilterNode, { kind: 'prefix' }>[];
}

/**
 * Streams whose merged first rows are the first rows of the result: one for each alternative of the filter and each
 * combination of values before the sort keys in a declared index. So every stream reads only as many index entries as
 * it returns rows; as one statement with OR or IN, SQLite would read and sort all matches. The groups are in order:
 * when one gives enough rows, the next is not run.
 */
export function planSorted(model: ModelDeclaration, filter: FilterNode, sort: readonly SortKey[]): RowSource[][] {
  return possible(model, filter).flatMap((nodes) => {
    const ordered = orderedDriver(model, nodes, sort);
    const driver = ordered ?? unorderedDriver(model, nodes, sort);
    // Nulls sort last in both directions, but first in a descending index: hence two streams, each in the order of the
    // index.
    const parted = ordered && sort[0]?.direction === 'desc' && sort[0].field !== 'id';
    return [
      (parted ? (['<', '='] as const) : [undefined]).map((part) => sortedStream(model, driver, nodes, sort, part)),
    ];
  });
}

/**
 * Streams whose combined rows are the numbers of all matching documents, some repeated; the values of
 * the fields, of kind `value`, follow as columns `v0`, `v1`.
 */
export function planMatching(model: ModelDeclaration, filter: FilterNode, fields: readonly string[] = []): RowSource[] {
  return possible(model, filter).map((nodes) => {
    const driver = unorderedDriver(
      model,
      nodes,
      fields.map((field) => ({ field, direction: 'asc' })),
    );
    const { where, params } = conditions(model, driver, nodes);
    const values = fields.map((field, place) => `, ${driver.column(field)} AS v${place}`).join('');
    return {
      sql: `SELECT ${driver.column('n')}${values} FROM ${driver.source} WHERE ${where}`,
      leading: combinations(driver),
      params,
    };
  });
}

/**
 * The sort keys as columns of a stream; for a ranking, the function gos_rank looks up the place in the ranking with
 * that number.
 */
function sortColumns(model: ModelDeclaration, sort: readonly SortKey[], column: (field: string) => string) {
  const sql = new FilterSql(model, column);
  const keys = sort.map(({ field, ranking, where }, place) => {
    const value = where
      ? `CASE WHEN ${sql.all([parseFilter(model, where)])} THEN ${column(field)} ELSE ${NULL_SQL} END`
      : column(field);
    const expression = ranking ? `gos_rank(${place}, ${value})` : value;
    return where
      ? { selected: `${expression} AS k${place}`, key: `k${place}` }
      : { selected: expression, key: expression };
  });
  return { selected: keys.map((one) => one.selected), keys: keys.map(({ key }) => key), params: sql.params };
}

function sortedStream(
  model: ModelDeclaration,
  driver: DrivingTable,
  nodes: readonly FilterNode[],
  sort: readonly SortKey[],
  /** How the first sort key compares with null, when nulls have their own stream. */
  part?: '<' | '=',
): RowSource {
  const { selected, keys, params: before } = sortColumns(model, sort, driver.column);
  const terms = sort.flatMap(({ field, direction, ranking, where }, place) => {
    if (ranking || direction === 'asc') return [keys[place]!];
    return (field === 'id' && !where) || (place === 0 && part)
      ? [`${keys[place]} DESC`]
      : [`${keys[place]} = ${NULL_SQL}`, `${keys[place]} DESC`];
  });
  const { where, params } = conditions(model, driver, nodes);
  const select = `SELECT ${[driver.column('n'), ...selected].join(', ')} FROM ${driver.source}`;
  const parting = part ? ` AND ${keys[0]} ${part} ${NULL_SQL}` : '';
  const order = terms.length > 0 ? ` ORDER BY ${terms.join(', ')}` : '';
  return {
    sql: `${select} WHERE ${where}${parting}${order} LIMIT ? OFFSET ?`,
    leading: combinations(driver, before),
    params,
  };
}

function conditions(model: ModelDeclaration, driver: DrivingTable, nodes: readonly FilterNode[]) {
  const sql = new FilterSql(model, driver.column);
  const parts = driver.equal.map(({ column }) => `${column} = ?`);
  if (driver.words.length > 0) {
    sql.params.push(driver.words.map(({ word }) => `"${toToken(word)}"*`).join(' AND '));
    parts.push(`${wordsOf(model, driver.words[0]!.field)} MATCH ?`);
  }
  const answered = new Set<FilterNode>([...driver.equal.map(({ node }) => node), ...driver.words]);
  const rest = nodes.filter((node) => !answered.has(node) && node !== driver.listed?.node);
  if (rest.length > 0 || parts.length === 0) parts.push(sql.all(rest));
  return { where: parts.join(' AND '), params: sql.params };
}

/**
 * Returns the declared index with the longest list of requested values before the sort keys. An index that begins with
 * values of few documents comes first. If there is one, no other index is considered, sorted or not: in the order of
 * all documents those few could be anywhere.
 */
function orderedDriver(
  model: ModelDeclaration,
  nodes: readonly FilterNode[],
  sort: readonly SortKey[],
): DrivingTable | undefined {
  if (sort.length === 0 || sort.some((key) => key.ranking || key.where)) return undefined;
  if (nodes.some((node) => node.kind === 'prefix' || isOfIds(model, node))) return undefined;
  let best: { readonly place: number; readonly equal: readonly Positive[]; readonly few: boolean } | undefined;
  for (const [place, index] of model.indexes.entries()) {
    if (index.kind === 'words') continue;
    const columns = indexFields(index);
    const asked = requested(index, nodes);
    for (let ahead = index.kind === 'many' ? 1 : 0; ahead <= asked.length; ahead++) {
      const few = ahead > 0 && isOfFew(index, asked[0]);
      const better = !best || (few && !best.few) || (few === best.few && ahead > best.equal.length);
      const equal = asked.slice(0, ahead);
      // A value that all rows of a stream have in common does not order them.
      const keys = sort.filter(({ field }) => !equal.some((node) => node.field === field));
      const ordered = keys.every(({ field }, i) => i + ahead >= columns.length || columns[i + ahead] === field);
      if (ordered && better) best = { place, equal, few };
    }
  }
  if (!best || (!best.few && narrowDriver(model, nodes, sort))) return undefined;
  if (model.indexes[best.place]!.kind === 'many') return elementsDriver(model, best.place, best.equal, nodes, sort);
  if (best.equal.length === 0) return documentsDriver(model);
  const equal = best.equal.map((node) => ({ node, column: documentColumn(node.field) }));
  return { ...valuesDriver(model, best.place), equal };
}

/** The conditions that name the values of the first fields of an index, as many as there may be row sources of. */
function requested(index: IndexDeclaration, nodes: readonly FilterNode[]): readonly Positive[] {
  const found: Positive[] = [];
  let sources = 1;
  for (const field of indexFields(index)) {
    const next = nodes.find((node): node is Positive => isPositive(node) && node.field === field);
    sources *= next?.values.length ?? 0;
    if (!next || sources > MAX_ROW_SOURCES) break;
    found.push(next);
  }
  return found;
}

function unorderedDriver(
  model: ModelDeclaration,
  nodes: readonly FilterNode[],
  sort: readonly SortKey[],
): DrivingTable {
  const narrow = narrowDriver(model, nodes, sort);
  if (narrow) return narrow;
  const words = nodes.filter((node) => node.kind === 'prefix').filter(({ word }) => word !== '');
  if (words.length === 0) return documentsDriver(model);
  const ofOneField = words.filter(({ field }) => field === words[0]!.field);
  const table = wordsOf(model, words[0]!.field);
  const source = `${table} CROSS JOIN ${tableOf(model)} d ON d.n = ${table}.rowid`;
  return { source, column: documentColumn, equal: [], words: ofOneField };
}

/**
 * Returns a driver that selects few documents whatever the other conditions are, such as those of one person: ids,
 * elements, or the values that an index begins with. It prefers the index that answers the most conditions, and among
 * equal ones an index that holds all requested fields.
 */
function narrowDriver(
  model: ModelDeclaration,
  nodes: readonly FilterNode[],
  sort: readonly SortKey[],
): DrivingTable | undefined {
  const ids = nodes.find((node) => isOfIds(model, node)) as Positive | undefined;
  if (ids) return idsDriver(model, ids);
  const asked = [...nodes.flatMap(fieldsIn), ...fieldsOfSort(model, sort)];
  let best: { readonly place: number; readonly first: Positive; readonly worth: number } | undefined;
  for (const [place, index] of model.indexes.entries()) {
    const [first, ...others] = requested(index, nodes);
    if (index.kind === 'words' || !first || !isOfFew(index, first)) continue;
    const fields = indexFields(index);
    const worth = others.length + (asked.every((field) => fields.includes(field)) ? 0.5 : 0);
    if (!best || worth > best.worth) best = { place, first, worth };
  }
  if (!best) return undefined;
  const isMany = model.indexes[best.place]!.kind === 'many';
  return isMany ? elementsDriver(model, best.place, [best.first], nodes, sort) : valuesDriver(model, best.place);
}

/** Null and booleans are what half of all documents hold; elements are found by their own table only. */
const isOfFew = ({ kind }: IndexDeclaration, first: Positive | undefined) =>
  first !== undefined && first.values.length > 0 && (kind === 'many' || first.values.every(isNarrow));

const isNarrow = (value: unknown) => typeof value === 'number' || typeof value === 'string';

const isOfIds = (model: ModelDeclaration, node: FilterNode) =>
  isPositive(node) &&
  (node.field === 'id' || node.field === model.nearlyUnique) &&
  node.values.length <= MAX_IDS &&
  node.values.every((value) => typeof value === 'string');

/** Reads the documents of each id of a list, in one statement. */
function idsDriver(model: ModelDeclaration, node: Positive): DrivingTable {
  const { field, values } = node;
  const column = documentColumn(field);
  const place = model.indexes.findIndex(({ kind, fields }) => (kind ?? 'value') === 'value' && fields[0] === field);
  const table = field === 'id' ? documentsDriver(model) : valuesDriver(model, place);
  if (values.length === 1) return { ...table, equal: [{ node, column }] };
  const source = `json_each(?) j CROSS JOIN ${table.source} ON ${column} = j.value`;
  return { ...table, source, listed: { node, values: JSON.stringify([...new Set(values)]) } };
}

function valuesDriver(model: ModelDeclaration, place: number): DrivingTable {
  return { ...documentsDriver(model), source: `${tableOf(model)} d INDEXED BY ${indexOf(model, place)}` };
}

function documentsDriver(model: ModelDeclaration): DrivingTable {
  return { source: `${tableOf(model)} d`, column: documentColumn, equal: [], words: [] };
}

/** Starts with a table of elements, and joins the documents only when another field is needed. */
function elementsDriver(
  model: ModelDeclaration,
  place: number,
  equal: readonly Positive[],
  nodes: readonly FilterNode[],
  sort: readonly SortKey[],
): DrivingTable {
  const own = new Set(['n', 'id', ...model.indexes[place]!.fields.slice(1)]);
  const column = (field: string) => (own.has(field) ? `e.${nameOf(field)}` : documentColumn(field));
  const asked = [
    ...nodes.filter((node) => !equal.includes(node as Positive)).flatMap(fieldsRead),
    ...fieldsOfSort(model, sort),
  ];
  const join = asked.every((field) => own.has(field)) ? '' : ` CROSS JOIN ${tableOf(model)} d ON d.n = e.n`;
  return {
    source: `${elementsOf(model, place)} e${join}`,
    column,
    equal: equal.map((node, i) => ({ node, column: i === 0 ? 'e.v' : `e.${nameOf(node.field)}` })),
    words: [],
  };
}

const nameOf = (field: string) => (field === 'n' ? 'n' : columnOf(field));
const documentColumn = (field: string) => `d.${nameOf(field)}`;

/** The document's fields that a condition reads; words are looked up by document number instead. */
function fieldsRead(node: FilterNode): readonly string[] {
  if ('of' in node) return node.of.flatMap(fieldsRead);
  return [node.kind === 'prefix' && node.word !== '' ? 'n' : node.field];
}

const fieldsOfSort = (model: ModelDeclaration, sort: readonly SortKey[]): readonly string[] =>
  sort.flatMap(({ field, where }) => [field, ...(where ? fieldsIn(parseFilter(model, where)) : [])]);

function isPositive(node: FilterNode): node is Positive {
  return node.kind === 'in' && !node.negated;
}

/** The alternatives without those that nothing can match. */
const possible = (model: ModelDeclaration, filter: FilterNode) =>
  alternatives(model, filter).filter((nodes) => !nodes.some((node) => isPositive(node) && node.values.length === 0));

/**
 * The filter as alternatives (a disjunction of conjunctions). A list of ids remains the only driver. A condition on words becomes the only driver, and the
 * rest is checked, unless every alternative has a more selective one.
 */
function alternatives(model: ModelDeclaration, node: FilterNode): FilterNode[][] {
  const conjunct = flat(node);
  if (conjunct.some((one) => isOfIds(model, one))) return [conjunct];
  const found = multiplied(model, conjunct);
  if (!conjunct.some(({ kind }) => kind === 'prefix')) return found;
  return found.every((nodes) => narrowDriver(model, nodes, []) !== undefined) ? found : [conjunct];
}

function multiplied(model: ModelDeclaration, conjunct: readonly FilterNode[]): FilterNode[][] {
  let found: FilterNode[][] = [[]];
  for (const each of conjunct) {
    const more = each.kind === 'any' ? each.of.flatMap((one) => alternatives(model, one)) : [[each]];
    const product = found.length * more.length;
    found = found.flatMap((nodes) =>
      product > MAX_ALTERNATIVES ? [[...nodes, each]] : more.map((other) => [...nodes, ...other]),
    );
  }
  return found;
}

function flat(node: FilterNode): FilterNode[] {
  return node.kind === 'all' ? node.of.flatMap(flat) : [node];
}

/** @param before the parameters of what is selected */
function combinations({ listed, equal }: DrivingTable, before: readonly Column[] = []): Column[][] {
  const first = listed === undefined ? [...before] : [...before, listed.values];
  return equal.reduce<Column[][]>(
    (found, { node }) => found.flatMap((columns) => node.values.map((value) => [...columns, toColumn(value)])),
    [first],
  );
}

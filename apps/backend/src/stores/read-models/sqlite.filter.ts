import type { FilterNode } from './filter-tree';
import { fieldsOf } from './model-fields';
import type { ModelDeclaration, Scalar } from './read-models';
import { type Column, NULL_SQL, toColumn, toToken } from './sqlite.value';

/** Quotes the name of a table, index or column. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export const columnOf = (field: string): string => (field === 'id' ? 'id' : quoted(`f:${field}`));
export const tableOf = ({ name, version }: Pick<ModelDeclaration, 'name' | 'version'>): string =>
  quoted(`${name}@${version}`);
/** The table of an index of kind `many`, with one row for each element of each document. */
export const elementsOf = (model: ModelDeclaration, place: number): string =>
  quoted(`${model.name}@${model.version}:many${place}`);
export const indexOf = (model: ModelDeclaration, place: number): string =>
  quoted(`${model.name}@${model.version}:value${place}`);
export const wordsOf = (model: ModelDeclaration, field: string): string =>
  quoted(`${model.name}@${model.version}:words:${field}`);

/**
 * Collects the parameters of one statement while its SQL is built. `column` returns the place from which a field of
 * kind `value` is read.
 */
export class FilterSql {
  readonly params: Column[] = [];

  constructor(
    private readonly model: ModelDeclaration,
    private readonly column: (field: string) => string,
  ) {}

  all(nodes: readonly FilterNode[]): string {
    return nodes.length === 0 ? 'TRUE' : nodes.map((node) => this.node(node, isBetween(node, nodes))).join(' AND ');
  }

  /** @param between another condition bounds the same field on the other side */
  private node(node: FilterNode, between = false): string {
    switch (node.kind) {
      case 'all':
        return `(${this.all(node.of)})`;
      case 'any':
        return node.of.length === 0
          ? 'FALSE'
          : `(${this.cheapestFirst(node.of)
              .map((each) => this.node(each))
              .join(' OR ')})`;
      case 'prefix':
        if (node.word === '') return `${this.column(node.field)} <> ''`;
        return `${this.column('n')} IN (${this.matching(node.field, [node.word])})`;
      case 'in':
      case 'range':
        return this.comparison(node, between);
    }
  }

  /** Conditions on arrays come last: for each document they read all elements. */
  private cheapestFirst(nodes: readonly FilterNode[]): FilterNode[] {
    const isDear = (node: FilterNode) => !('of' in node) && fieldsOf(this.model).get(node.field) === 'many';
    return [...nodes.filter((node) => !isDear(node)), ...nodes.filter(isDear)];
  }

  /** A SELECT of the numbers of the documents that contain a word for each prefix. */
  matching(field: string, prefixes: readonly string[]): string {
    const words = wordsOf(this.model, field);
    this.params.push(prefixes.map((prefix) => `"${toToken(prefix)}"*`).join(' AND '));
    return `SELECT rowid FROM ${words} WHERE ${words} MATCH ?`;
  }

  private comparison(node: Extract<FilterNode, { kind: 'in' | 'range' }>, between: boolean): string {
    const column = this.column(node.field);
    const many = fieldsOf(this.model).get(node.field) === 'many';
    if (!many) return this.comparisonOf(column, node, between);
    // The array is stored as JSON; its elements are converted as `toColumn` does.
    const element = `CASE e.type WHEN 'true' THEN x'01' WHEN 'false' THEN x'00' WHEN 'null' THEN ${NULL_SQL} ELSE e.atom END`;
    const negated = node.kind === 'in' && node.negated;
    const positive = node.kind === 'in' ? { ...node, negated: false } : node;
    return `${negated ? 'NOT ' : ''}EXISTS (SELECT 1 FROM json_each(${column}) e WHERE ${this.comparisonOf(element, positive)})`;
  }

  private comparisonOf(column: string, node: Extract<FilterNode, { kind: 'in' | 'range' }>, between = false): string {
    if (node.kind === 'in') {
      const not = node.negated;
      if (node.values.length === 0) return not ? 'TRUE' : 'FALSE';
      if (node.values.length > 1) return `${column} ${not ? 'NOT IN' : 'IN'} (${this.list(node.values)})`;
      this.params.push(toColumn(node.values[0]!));
      return `${column} ${not ? '<>' : '='} ?`;
    }
    this.params.push(node.value);
    // A second bound of the same side may be the one that SQLite begins or ends its search with.
    if (between) return `${column} ${node.operator} ?`;
    // Only values of the same type: texts sort after all numbers, blobs after all texts.
    const [least, beyond] = typeof node.value === 'number' ? [null, "''"] : ["''", "x''"];
    if (node.operator.startsWith('>')) return `(${column} ${node.operator} ? AND ${column} < ${beyond})`;
    return least === null ? `${column} ${node.operator} ?` : `(${column} ${node.operator} ? AND ${column} >= ${least})`;
  }

  /** Pads lists to a power of two with their last value, to keep the number of different statements small. */
  private list(values: readonly Scalar[]): string {
    const size = 2 ** Math.ceil(Math.log2(values.length));
    if (this.params.length + size > MAX_PARAMS)
      throw new RangeError(`A filter of ${this.model.name} has too many values`);
    for (let i = 0; i < size; i++) this.params.push(toColumn(values[Math.min(i, values.length - 1)]!));
    return Array(size).fill('?').join(', ');
  }
}

/** Whether a bound on the other side leaves values of this type only. */
const isBetween = (node: FilterNode, nodes: readonly FilterNode[]): boolean =>
  node.kind === 'range' &&
  nodes.some(
    (other) =>
      other.kind === 'range' &&
      other.field === node.field &&
      other.operator[0] !== node.operator[0] &&
      typeof other.value === typeof node.value,
  );

/** Below SQLite's limit of 32,766. */
export const MAX_PARAMS = 32_000;

import type { IndexDeclaration, ModelDeclaration, ModelDocument, Scalar } from './read-models';

export type FieldKind = 'value' | 'many' | 'words';

const known = new WeakMap<ModelDeclaration, ReadonlyMap<string, FieldKind>>();

/**
 * The declared fields and their kinds, always with `id`.
 * @throws Error when the declaration contradicts itself
 */
export function fieldsOf(model: ModelDeclaration): ReadonlyMap<string, FieldKind> {
  const found = known.get(model);
  if (found) return found;
  const fields = new Map<string, FieldKind>([['id', 'value']]);
  for (const field of [...model.indexes.flatMap((index) => index.fields), ...(model.unindexedFields ?? [])]) {
    if (!/^[A-Za-z_]\w*(\.\w+)*$/.test(field)) throw new Error(`Model ${model.name}: ${field} is no path of a field`);
  }
  for (const index of model.indexes) {
    if (index.fields.length === 0) throw new Error(`Model ${model.name} has an index without fields`);
    if (index.kind === 'words' && index.fields.length > 1) {
      throw new Error(`Model ${model.name}: words must be the only field of their index (${index.fields.join(', ')})`);
    }
    const unknown = index.descending?.find((field) => !index.fields.includes(field));
    if (unknown !== undefined) throw new Error(`Model ${model.name}: ${unknown} is in no such index`);
    index.fields.forEach((field, place) => {
      const kind = place === 0 ? (index.kind ?? 'value') : 'value';
      const before = fields.get(field);
      if (before !== undefined && before !== kind)
        throw new Error(`Model ${model.name}: ${field} is both ${before} and ${kind}`);
      fields.set(field, kind);
    });
  }
  for (const field of model.unindexedFields ?? []) {
    const kind = fields.get(field) ?? 'value';
    if (kind !== 'value') throw new Error(`Model ${model.name}: ${field} is both ${kind} and value`);
    fields.set(field, kind);
  }
  known.set(model, fields);
  return fields;
}

/** The fields of an index with `id`. */
export function indexFields({ fields }: Pick<IndexDeclaration, 'fields'>): readonly string[] {
  return fields.includes('id') ? fields : [...fields, 'id'];
}

const parted = new Map<string, readonly string[]>();

/** Cached: declared paths are few, and used for every document that is written. */
function partsOf(path: string): readonly string[] {
  const known = parted.get(path);
  if (known) return known;
  const parts = path.split('.');
  parted.set(path, parts);
  return parts;
}

/** The value at a declared path of a document; undefined when a part is absent. Paths do not lead through arrays. */
export function fieldAt(document: object, path: string): unknown {
  let value: unknown = document;
  for (const part of partsOf(path)) {
    if (typeof value !== 'object' || value === null) return undefined;
    if (Array.isArray(value)) throw new Error(`The path ${path} leads through an array`);
    value = Object.hasOwn(value, part) ? (value as Record<string, unknown>)[part] : undefined;
  }
  return value;
}

/**
 * The value of a field of kind `value`; null when absent.
 * @throws Error when it is no scalar
 */
export function scalarIn(model: ModelDeclaration, document: ModelDocument, field: string): Scalar {
  const value = fieldAt(document, field);
  if (typeof value === 'object' && value !== null) {
    throw new Error(`${model.name} ${document.id}: ${field} is declared as a value and holds an object or array`);
  }
  return (value ?? null) as Scalar;
}

/**
 * The distinct elements of a field of kind `many` that conditions can match. An absent field and null count as one
 * null, a single value as a list of one.
 * @throws Error when an element is no scalar
 */
export function scalarsIn(model: ModelDeclaration, document: ModelDocument, field: string): Scalar[] {
  const value = fieldAt(document, field);
  const list = Array.isArray(value) ? value : [value ?? null];
  for (const element of list) {
    if (typeof element === 'object' && element !== null) {
      throw new Error(`${model.name}: ${field} is declared as many values and holds objects or arrays`);
    }
  }
  return [...new Set(list as Scalar[])];
}

/**
 * The value of a field of kind `words`.
 * @throws Error when it is no list of strings
 */
export function wordsIn(model: ModelDeclaration, document: ModelDocument, field: string): readonly string[] {
  const value = fieldAt(document, field) ?? [];
  if (!(Array.isArray(value) && value.every((word) => typeof word === 'string'))) {
    throw new Error(`${model.name} ${document.id}: ${field} holds no list of words`);
  }
  return value;
}

/** @throws Error when the document's id differs from the id that it is written under */
export function checkId(model: ModelDeclaration, id: string, document: ModelDocument): void {
  if (document.id !== id) throw new Error(`${model.name}: the document of ${id} says that it is ${document.id}`);
}

/** @throws Error for an invalid model name */
export function checkName({ name }: Pick<ModelDeclaration, 'name'>): void {
  if (!/^[a-z][a-z0-9-]*$/.test(name)) throw new Error(`Not a name of a model: ${name}`);
}

/** @throws RangeError for an invalid `skip` or `limit` */
export function checkCount(count: number): number {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`Not a number of documents: ${count}`);
  return count;
}

/** @throws RangeError for an invalid position */
export function checkPosition(position: string): string {
  if (!/^(0|[1-9]\d*)$/.test(position)) throw new RangeError(`Not a position: ${position}`);
  return position;
}

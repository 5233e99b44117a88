import type { ModelDeclaration } from './read-models';

export type FieldKind = 'value' | 'many' | 'words';

const known = new WeakMap<ModelDeclaration, ReadonlyMap<string, FieldKind>>();

/** The declared fields and their kinds; `id` always is one. @throws Error when the declaration contradicts itself */
export function fieldsOf(model: ModelDeclaration): ReadonlyMap<string, FieldKind> {
  const found = known.get(model);
  if (found) return found;
  const fields = new Map<string, FieldKind>([['id', 'value']]);
  for (const index of model.indexes) {
    if (index.fields.length === 0) throw new Error(`Model ${model.name} has an index without fields`);
    if (index.kind === 'words' && index.fields.length > 1) {
      throw new Error(`Model ${model.name}: words stand alone in their index (${index.fields.join(', ')})`);
    }
    index.fields.forEach((field, place) => {
      if (!/^[A-Za-z_]\w*(\.\w+)*$/.test(field)) throw new Error(`Model ${model.name}: ${field} is no path of a field`);
      const kind = place === 0 ? (index.kind ?? 'value') : 'value';
      const before = fields.get(field);
      if (before !== undefined && before !== kind)
        throw new Error(`Model ${model.name}: ${field} is both ${before} and ${kind}`);
      fields.set(field, kind);
    });
  }
  for (const field of model.fields ?? []) {
    const kind = fields.get(field) ?? 'value';
    if (kind !== 'value') throw new Error(`Model ${model.name}: ${field} is both ${kind} and value`);
    fields.set(field, kind);
  }
  known.set(model, fields);
  return fields;
}

/** An index's fields with `id` at the end, declared or not. */
export function indexFields(fields: readonly string[]): string[] {
  return [...fields.filter((field) => field !== 'id'), 'id'];
}

/** What a document holds at a dotted path; undefined when a part of it is absent. A path does not lead through arrays. */
export function fieldAt(document: object, path: string): unknown {
  let value: unknown = document;
  for (const part of path.includes('.') ? path.split('.') : [path]) {
    if (typeof value !== 'object' || value === null) return undefined;
    if (Array.isArray(value)) throw new Error(`The path ${path} leads through an array`);
    value = Object.hasOwn(value, part) ? (value as Record<string, unknown>)[part] : undefined;
  }
  return value;
}

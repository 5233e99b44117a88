import { fieldAt } from './model-fields';
import type { ModelDeclaration, ModelDocument } from './read-models';

type Values = Readonly<Record<string, unknown>>;

const none: readonly string[] = [];
export const longFieldsOf = ({ longFields }: Pick<ModelDeclaration, 'longFields'>): readonly string[] =>
  longFields ?? none;

/** Paths by their first part; null for a field that a path names. */
interface Paths extends ReadonlyMap<string, Paths | null> {}

const known = new WeakMap<readonly string[], Paths>();

function pathsOf(fields: readonly string[]): Paths {
  const found = known.get(fields) ?? treeOf(fields.map((field) => field.split('.')));
  known.set(fields, found);
  return found;
}

function treeOf(paths: readonly (readonly string[])[]): Paths {
  const firsts = new Set(paths.map(([first]) => first!));
  const below = (first: string) => paths.filter((path) => path[0] === first).map((path) => path.slice(1));
  const isNamed = (first: string) => below(first).some(({ length }) => length === 0);
  return new Map([...firsts].map((first) => [first, isNamed(first) ? null : treeOf(below(first))]));
}

function without(value: object, paths: Paths): object {
  const rest: Record<string, unknown> = {};
  for (const [field, inner] of Object.entries(value)) {
    const below = paths.get(field);
    if (below === null) continue;
    rest[field] = below && typeof inner === 'object' && inner !== null ? without(inner, below) : inner;
  }
  return rest;
}

function withValue(value: object, [part, ...rest]: readonly string[], held: unknown): object {
  const inner = (value as Record<string, unknown>)[part!];
  return { ...value, [part!]: rest.length === 0 ? held : withValue((inner ?? {}) as object, rest, held) };
}

/** A document without its long fields, and what these hold, by their paths. */
export function parted(
  model: Pick<ModelDeclaration, 'longFields'>,
  document: ModelDocument,
): { readonly short: ModelDocument; readonly long: Values } {
  const fields = longFieldsOf(model);
  const long: Record<string, unknown> = {};
  for (const path of fields) {
    const value = fieldAt(document, path);
    if (value !== undefined) long[path] = value;
  }
  return { short: without(document, pathsOf(fields)) as ModelDocument, long };
}

/** The whole document again. */
export function joined<D>(short: D, long: Values): D {
  let whole = short as object;
  for (const [path, value] of Object.entries(long)) whole = withValue(whole, path.split('.'), value);
  return whole as D;
}

import { fieldAt } from './model-fields';
import type { ModelDeclaration, ModelDocument } from './read-models';

type Values = Readonly<Record<string, unknown>>;

const none: readonly string[] = [];
export const longFieldsOf = ({ longFields }: Pick<ModelDeclaration, 'longFields'>): readonly string[] =>
  longFields ?? none;

function without(value: object, [part, ...rest]: readonly string[]): object {
  const { [part!]: inner, ...others } = value as Record<string, unknown>;
  if (rest.length === 0) return others;
  return typeof inner === 'object' && inner !== null ? { ...value, [part!]: without(inner, rest) } : value;
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
  let short: object = document;
  const long: Record<string, unknown> = {};
  for (const path of longFieldsOf(model)) {
    const value = fieldAt(document, path);
    if (value === undefined) continue;
    long[path] = value;
    short = without(short, path.split('.'));
  }
  return { short: short as ModelDocument, long };
}

/** The whole document again. */
export function joined<D>(short: D, long: Values): D {
  let whole = short as object;
  for (const [path, value] of Object.entries(long)) whole = withValue(whole, path.split('.'), value);
  return whole as D;
}

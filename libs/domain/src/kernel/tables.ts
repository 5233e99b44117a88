/** `Object.keys` with the type of the keys. */
export function keysOf<K extends string>(table: Readonly<Record<K, unknown>>): readonly K[] {
  return Object.keys(table) as K[];
}

/** A table of these names. */
export function tableOf<K extends string, R>(names: readonly K[], of: (name: K, index: number) => R): Record<K, R> {
  return Object.fromEntries(names.map((name, index) => [name, of(name, index)])) as Record<K, R>;
}

/** A table with the same keys and mapped values. */
export function mapTable<K extends string, R, V = unknown>(
  table: Readonly<Record<K, V>>,
  of: (name: K, entry: V) => R,
): Record<K, R> {
  return tableOf(keysOf(table), (name) => of(name, table[name]));
}

/** These fields of an object. */
export const pick = <T extends object, K extends keyof T & string>(from: T, names: readonly K[]) =>
  tableOf(names, (name) => from[name]) as Pick<T, K>;

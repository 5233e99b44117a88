/** `Object.keys` with the type of the keys. */
export function keysOf<K extends string>(table: Readonly<Record<K, unknown>>): readonly K[] {
  return Object.keys(table) as K[];
}

/** A table with the same keys and mapped values. */
export function mapTable<K extends string, R, V = unknown>(
  table: Readonly<Record<K, V>>,
  of: (name: K, entry: V) => R,
): Record<K, R> {
  return Object.fromEntries(keysOf(table).map((name) => [name, of(name, table[name])])) as Record<K, R>;
}

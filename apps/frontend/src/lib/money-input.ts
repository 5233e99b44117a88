/** An amount as the interface takes it (`12.50`) of what a person types (`1 200,5`); null when it is no amount. */
export function parseMoney(text: string): string | null {
  const plain = text.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.');
  const parts = plain.match(/^(\d{1,12})(?:\.(\d{1,2}))?$/);
  return parts === null ? null : `${BigInt(parts[1]!)}.${(parts[2] ?? '').padEnd(2, '0')}`;
}

/** A page after the first one, as an address names it; the server counts no further than a million. */
export function pageNumber(value: unknown): number | undefined {
  const page = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof page === 'number' && Number.isInteger(page) && page > 1 && page <= 1_000_000 ? page : undefined;
}

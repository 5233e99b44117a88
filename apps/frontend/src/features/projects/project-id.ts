/** The number of a project in an address; anything else is none. */
export class MissingProjectId extends Error {
  override readonly name = 'MissingProjectId';
}

export function projectIdOf(value: string): number {
  const id = /^[1-9]\d{0,15}$/.test(value) ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw new MissingProjectId();
  return id;
}

/** The number of a board in an address; 0, which no board has, where it is none. */
export function boardIdOf(value: string): number {
  const id = /^[1-9]\d{0,15}$/.test(value) ? Number(value) : 0;
  return Number.isSafeInteger(id) ? id : 0;
}

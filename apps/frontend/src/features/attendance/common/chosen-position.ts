/** A position by its id, or `none` for people who hold no position. */
export type ChosenPosition = number | 'none';

export function positionIn(value: unknown): ChosenPosition | undefined {
  const id = Number(value);
  return value === 'none' ? value : Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

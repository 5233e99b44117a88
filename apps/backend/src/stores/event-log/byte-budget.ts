/** Bytes of JSON that a reader of the log takes at once: a few milliseconds of parsing, whatever the length of the events. */
const batchBytes = 4 * 1024 * 1024;

/** Ends a read of the log early once its events hold this many bytes. The event that spends the budget is still read. */
export class ByteBudget {
  private left: number;

  constructor(bytes = batchBytes) {
    this.left = bytes;
  }

  /** No further event is read. */
  get isSpent(): boolean {
    return this.left <= 0;
  }

  spend(bytes: number): void {
    this.left -= bytes;
  }
}

/** Estimates the length of a value's JSON without making it. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 2;
  for (const [key, part] of Object.entries(value)) size += key.length + 3 + sizeOf(part);
  return size;
}

/** Keeps the first `most` rows by the sort order, each document number (the first column) once. */
export class TopRows<Row extends readonly [number, ...unknown[]]> {
  private rows: Row[] = [];
  private last: Row | undefined;

  /** @param most number of rows to keep; all by default */
  constructor(
    private readonly compare: (a: Row, b: Row) => number,
    private readonly most = Number.POSITIVE_INFINITY,
  ) {}

  /** False when the row, and so every later one of its stream, lies beyond the rows kept. */
  add(row: Row): boolean {
    if (this.last && this.compare(row, this.last) > 0) return false;
    this.rows.push(row);
    // Sorting once per `most` rows is cheaper than inserting each in order.
    if (this.rows.length >= 2 * this.most) this.trim();
    return true;
  }

  sorted(): readonly Row[] {
    this.trim();
    return this.rows;
  }

  private trim(): void {
    const seen = new Set<number>();
    this.rows.sort(this.compare);
    this.rows = this.rows.filter(([n]) => !seen.has(n) && seen.add(n)).slice(0, this.most);
    if (this.rows.length >= this.most) this.last = this.rows[this.most - 1];
  }
}

/** Keeps the first of the rows that it is given, by their order, each number (the first column) once. */
export class FirstRows<Row extends readonly [number, ...unknown[]]> {
  private rows: Row[] = [];
  private last: Row | undefined;

  /** @param most how many are kept; all when it is left out */
  constructor(
    private readonly compare: (a: Row, b: Row) => number,
    private readonly most = Number.POSITIVE_INFINITY,
  ) {}

  /** False when the row, and with it every one that comes after it, is beyond those that are kept. */
  add(row: Row): boolean {
    if (this.last && this.compare(row, this.last) > 0) return false;
    this.rows.push(row);
    // Sorted when twice as many have come: less work than to find the place of each.
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

const usuallyBetweenMs = 1_000;
const inWords = (count: number) => Math.round(count).toLocaleString('en-US');

interface Settings {
  /** Such as `writing`. */
  readonly doing: string;
  /** The counted things, in the plural. */
  readonly unit: string;
  /** How many there are; null where that is not known. */
  readonly all: number | null;
  /** Least time between two lines; a second by default. */
  readonly betweenMs?: number;
}

/** How far long work has come, in one style for all: `writing: 120,000 of 387,981 events (30%), 2,000 a second, 3 min left`. */
export class Progress {
  private done = 0;
  /** Without those that were done before this run. */
  private own = 0;
  private began: number;
  private said: number;

  constructor(
    private readonly settings: Settings,
    private readonly report: (line: string) => void,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.began = this.said = now();
  }

  add(count = 1): void {
    this.own += count;
    this.done += count;
    this.say();
  }

  /** Work that was done before this run; finding it is no measure of doing it. */
  skip(count: number): void {
    this.done += count;
    if (this.own === 0) this.began = this.now();
    this.say();
  }

  private say(): void {
    const at = this.now();
    if (at - this.said < (this.settings.betweenMs ?? usuallyBetweenMs)) return;
    this.said = at;
    this.report(this.line());
  }

  private line(): string {
    const { doing, unit, all } = this.settings;
    const rate = (this.own / (this.now() - this.began)) * 1_000;
    const share = all === null ? '' : ` of ${inWords(all)}`;
    const percent = all === null || all === 0 ? '' : ` (${Math.min(100, Math.floor((this.done / all) * 100))}%)`;
    const pace = rate > 0 ? `, ${inWords(rate)} a second` : '';
    const left = rate > 0 && all !== null ? `, ${timeLeft(Math.max(0, all - this.done) / rate)}` : '';
    return `${doing}: ${inWords(this.done)}${share} ${unit}${percent}${pace}${left}`;
  }
}

function timeLeft(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s left`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} min left` : `${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}

import { type Counts, countsText } from './content-check';

const inWords = (count: number) => Math.round(count).toLocaleString('en-US');

/** Tells how far an import has come: while it writes events, which take longest, also their rate and the time left. */
export class ImportProgress {
  private readonly written = { events: 0, accounts: 0, files: 0, claims: 0, counters: 0 };
  /** Events of this run, without those that an earlier one had written. */
  private own = 0;
  private began: number;

  /** @param say calls back for the line when it is time for one */
  constructor(
    private readonly all: Counts,
    private readonly say: (line: () => string) => void,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.began = now();
  }

  restored(events: number): void {
    this.own += events;
    this.written.events += events;
    this.say(() => this.eventsLine());
  }

  /** Events that were there before; looking for them is no measure of writing. */
  present(events: number): void {
    this.written.events += events;
    if (this.own === 0) this.began = this.now();
    this.say(() => this.eventsLine());
  }

  accounts(count: number): void {
    this.written.accounts += count;
    this.say(() => `written: ${countsText(this.written)}`);
  }

  file(): void {
    this.written.files++;
    this.say(() => `written: ${countsText(this.written)}`);
  }

  private eventsLine(): string {
    const far = `written: ${inWords(this.written.events)} of ${inWords(this.all.events)} events`;
    const rate = (this.own / (this.now() - this.began)) * 1_000;
    if (!(rate > 0)) return far;
    return `${far}, ${inWords(rate)} a second, ${timeLeft((this.all.events - this.written.events) / rate)}`;
  }
}

function timeLeft(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s left`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} min left` : `${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}

/** A place in the queue. */
export interface Turn {
  /** Lines are served one after the other, each with one turn at a time: a network or a browser. */
  readonly line: string;
  /** Lower ranks come first: known browsers, known networks, networks that sent wrong passwords. */
  readonly rank: 0 | 1 | 2;
}

interface Waiting {
  readonly start: () => void;
  readonly sendAway: () => void;
}
interface Line {
  readonly waiting: readonly Waiting[];
  /** Whether the line had a turn since it was empty. */
  readonly hadTurn: boolean;
}
type Lines = Map<string, Line>;

/** One turn in so many goes to the last rank that waits, so that no rank starves. */
const lastHasEvery = 8;

export interface TurnRules {
  readonly atOnce: number;
  /** Limit of one line. */
  readonly mostInLine: number;
  /**
   * Limit of all lines. When it is reached, a newcomer with a shorter line or a better rank replaces the last of the
   * longest line.
   */
  readonly mostWaiting: number;
}

/**
 * A queue in which no crowd blocks others: by rank, within a rank line by line, within a line in order. Every second
 * turn of unknown networks goes to the newest line: a wave of fresh addresses delays itself, not people who come later.
 * Bounded.
 */
export class FairQueue {
  private readonly ranks: readonly [Lines, Lines, Lines] = [new Map(), new Map(), new Map()];
  private running = 0;
  private waiting = 0;
  private given = 0;

  constructor(
    private readonly rules: TurnRules,
    private readonly refusal: () => Error,
  ) {}

  /** @throws the refusal when there is no room to wait */
  async run<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    if (this.running < this.rules.atOnce) this.running++;
    else await this.wait(turn);
    try {
      return await work();
    } finally {
      const next = this.next();
      if (next) next.start();
      else this.running--;
    }
  }

  private wait({ rank, line }: Turn): Promise<void> {
    const inLine = this.ranks[rank].get(line)?.waiting.length ?? 0;
    const { mostInLine, mostWaiting } = this.rules;
    if (inLine >= mostInLine || (this.waiting >= mostWaiting && !this.makeRoomFor(rank, inLine + 1))) {
      return Promise.reject(this.refusal());
    }
    return new Promise((resolve, reject) => {
      const lines = this.ranks[rank];
      const one = { start: resolve, sendAway: () => reject(this.refusal()) };
      const { waiting, hadTurn } = lines.get(line) ?? { waiting: [], hadTurn: false };
      lines.set(line, { waiting: [...waiting, one], hadTurn });
      this.waiting++;
    });
  }

  private next(): Waiting | undefined {
    if (this.waiting === 0) return undefined;
    const isLasts = ++this.given % lastHasEvery === 0;
    const ranks = isLasts ? [...this.ranks].reverse() : this.ranks;
    const lines = ranks.find(({ size }) => size > 0)!;
    const newest = lines === this.ranks[1] && this.given % 2 === 1;
    const all = [...lines];
    const [line, { waiting }] = (newest ? all.findLast(([, one]) => !one.hadTurn) : undefined) ?? all[0]!;
    const [first, ...others] = waiting;
    // The line goes behind the others.
    lines.delete(line);
    if (others.length > 0) lines.set(line, { waiting: others, hadTurn: true });
    this.waiting--;
    return first;
  }

  /** Removes the last of the longest line of the last rank; returns false when that would be no fairer. */
  private makeRoomFor(rank: number, length: number): boolean {
    const last = this.ranks.findLastIndex(({ size }) => size > 0);
    const lines = this.ranks[last]!;
    const [line, { waiting, hadTurn }] = [...lines].reduce((longest, one) =>
      one[1].waiting.length > longest[1].waiting.length ? one : longest,
    );
    if (rank > last || (rank === last && length >= waiting.length)) return false;
    const left = waiting.slice(0, -1);
    if (left.length > 0) lines.set(line, { waiting: left, hadTurn });
    else lines.delete(line);
    this.waiting--;
    waiting.at(-1)!.sendAway();
    return true;
  }
}

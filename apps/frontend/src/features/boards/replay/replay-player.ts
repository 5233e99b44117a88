import type { ReplayCards, ReplayFrame, ReplayFrames, ReplayStart } from '@gos/contract';
import type { Instant } from '@gos/domain';
import { CardTable } from './card-table';

export interface FramesQuery {
  readonly from: Instant;
  readonly to: Instant;
  readonly cursor?: string;
  readonly backwards?: boolean;
}

/** The server's side of a replay. */
export interface ReplaySource {
  cards(from: Instant, after: number | undefined): Promise<ReplayCards>;
  frames(query: FramesQuery): Promise<ReplayFrames>;
}

export interface ReplayRange {
  readonly from: Instant;
  readonly to: Instant;
  readonly days: ReplayStart['days'];
}

export interface ReplayStatus {
  readonly at: Instant;
  /** The change that is described: the last one, or while it plays quickly one of the last. */
  readonly frame: ReplayFrame | null;
  readonly playing: boolean;
  readonly isOpen: boolean;
  readonly isLoading: boolean;
  readonly isFailed: boolean;
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
}

type Matches = (frame: ReplayFrame) => boolean;
interface Edge {
  cursor?: string;
  done: boolean;
  loading?: Promise<void> | undefined;
}

/** The whole range plays in a minute at most; a short history shows each change for a while. */
const wholeMs = 60_000;
const longestMs = 1_200;
/** Half of the time belongs to the days with changes, the other half to the changes. */
const shareOfDays = 0.5;
/** Frames that are loaded ahead of the shown one. */
const ahead = 1_000;
/** A sentence stays this long while changes follow each other quickly. */
const sentenceMs = 400;

const dayOf = (at: Instant) => at.slice(0, 10);

/** Returns for each day how long each of its changes is shown; quiet days take no time. */
export function paceOf(days: ReplayRange['days']): ReadonlyMap<string, number> {
  const total = days.reduce((sum, { changes }) => sum + changes, 0);
  const whole = Math.min(wholeMs, total * longestMs);
  return new Map(
    days.map(({ day, changes }) => {
      const share = shareOfDays / days.length + ((1 - shareOfDays) * changes) / total;
      return [day, Math.min(longestMs, (whole * share) / changes)];
    }),
  );
}

/** Plays the changes of a range over the cards as of its beginning, in both directions, and loads them page by page. */
export class ReplayPlayer {
  readonly table: CardTable;
  private readonly pace: ReadonlyMap<string, number>;
  private readonly listeners = new Set<() => void>();
  private frames: ReplayFrame[] = [];
  /** Number of frames that are applied. */
  private index = 0;
  private at: Instant;
  /** The moment of the cards before the first loaded frame, unless earlier frames were loaded. */
  private begin: Instant;
  private edges: { after: Edge; before: Edge } = { after: { done: false }, before: { done: true } };
  private generation = 0;
  private owedMs = 0;
  private isOpen = false;
  private isFailed = false;
  private playing = false;
  private told: { readonly frame: ReplayFrame | null; readonly since: number } = { frame: null, since: 0 };
  private shown: ReplayStatus;

  constructor(
    private readonly source: ReplaySource,
    private readonly range: ReplayRange,
    { byState, atMost }: { readonly byState: boolean; readonly atMost: number },
  ) {
    this.table = new CardTable(byState, atMost);
    this.pace = paceOf(range.days);
    this.at = range.from;
    this.begin = range.from;
    this.shown = this.snapshot();
  }

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly status = () => this.shown;

  /** Shows another moment, with the cards as of then. */
  async open(at: Instant): Promise<void> {
    const generation = ++this.generation;
    this.isOpen = false;
    this.isFailed = false;
    this.at = at;
    this.publish(false);
    try {
      const state = await this.cardsAt(at);
      if (generation !== this.generation) return;
      this.table.reset(state);
    } catch {
      if (generation === this.generation) this.fail();
      return;
    }
    this.frames = [];
    this.index = 0;
    this.begin = at;
    this.edges = { after: { done: false }, before: { done: at <= this.range.from } };
    this.told = { frame: null, since: 0 };
    this.isOpen = true;
    this.publish(false);
    this.prefetch();
  }

  close(): void {
    this.generation++;
    this.playing = false;
  }

  /** Loads what failed to load. */
  retry(): void {
    this.isFailed = false;
    if (this.isOpen) {
      this.prefetch();
      this.notify();
    } else void this.open(this.at);
  }

  setPlaying(playing: boolean): void {
    if (playing && this.isAtEnd()) {
      this.playing = true;
      void this.seek(this.range.from);
      return;
    }
    this.playing = playing;
    this.owedMs = 0;
    this.publish(true);
  }

  /** Applies the changes that are due after some time of playing. */
  advance(ms: number): void {
    if (!this.playing || !this.isOpen) return;
    this.owedMs += ms;
    let count = 0;
    for (let next = this.frames[this.index]; next; next = this.frames[this.index]) {
      const cost = this.pace.get(dayOf(next.at)) ?? 0;
      if (this.owedMs < cost) break;
      this.owedMs -= cost;
      this.forward();
      count++;
    }
    if (this.index === this.frames.length) {
      this.owedMs = 0;
      if (this.isAtEnd()) this.playing = false;
    }
    this.prefetch();
    if (count > 0 || !this.playing) this.publish(true);
  }

  /**
   * Shows the next or previous change for which a condition holds.
   * @returns whether there is one; for no condition, the beginning is one too
   */
  async step(by: 1 | -1, matches?: Matches): Promise<boolean> {
    this.playing = false;
    const generation = this.generation;
    for (;;) {
      const found = by === 1 ? this.nextOf(matches) : this.previousOf(matches);
      if (found !== undefined) {
        this.goTo(found);
        return true;
      }
      const edge = by === 1 ? this.edges.after : this.edges.before;
      if (edge.done || !(await this.load(by === 1 ? 'after' : 'before')) || generation !== this.generation) break;
    }
    if (by === -1 && matches === undefined && generation === this.generation && this.index > 0) {
      this.goTo(0);
      return true;
    }
    this.publish(true);
    return false;
  }

  /** The next change of another day than the shown one. */
  stepDay(by: 1 | -1): Promise<boolean> {
    const day = dayOf(this.at);
    return this.step(by, (frame) => dayOf(frame.at) !== day);
  }

  async seek(at: Instant): Promise<void> {
    const first = this.frames[0]?.at ?? this.begin;
    const last = this.frames.at(-1)?.at ?? this.begin;
    const isLoaded =
      this.isOpen &&
      (at >= (first < this.begin ? first : this.begin) || this.edges.before.done) &&
      (at <= last || this.edges.after.done);
    if (!isLoaded) return this.open(at);
    while (this.frames[this.index] && this.frames[this.index]!.at <= at) this.forward();
    while (this.index > 0 && this.frames[this.index - 1]!.at > at) this.back();
    this.at = at;
    this.owedMs = 0;
    this.told = { frame: this.current(), since: 0 };
    this.prefetch();
    this.publish(false);
  }

  private current = () => this.frames[this.index - 1] ?? null;
  private isAtEnd = () => this.isOpen && this.edges.after.done && this.index === this.frames.length;

  private nextOf(matches: Matches = () => true): number | undefined {
    for (let index = this.index; index < this.frames.length; index++)
      if (matches(this.frames[index]!)) return index + 1;
    return undefined;
  }

  private previousOf(matches: Matches = () => true): number | undefined {
    for (let index = this.index - 2; index >= 0; index--) if (matches(this.frames[index]!)) return index + 1;
    return undefined;
  }

  private goTo(index: number): void {
    while (this.index < index) this.forward();
    while (this.index > index) this.back();
    this.at = this.current()?.at ?? (this.edges.before.done ? this.range.from : this.begin);
    this.owedMs = 0;
    this.told = { frame: this.current(), since: 0 };
    this.prefetch();
    this.publish(true);
  }

  private forward(): void {
    const frame = this.frames[this.index++]!;
    this.table.apply(frame, 'after');
    this.at = frame.at;
  }

  private back(): void {
    this.table.apply(this.frames[--this.index]!, 'before');
  }

  private prefetch(): void {
    const { after } = this.edges;
    if (after.done || after.loading || this.isFailed || this.frames.length - this.index >= ahead) return;
    void this.load('after').then((loaded) => loaded && this.prefetch());
  }

  private load(side: 'after' | 'before'): Promise<boolean> {
    const generation = this.generation;
    const edge = this.edges[side];
    edge.loading ??= this.read(side).finally(() => {
      edge.loading = undefined;
    });
    return edge.loading.then(
      () => generation === this.generation,
      () => {
        if (generation === this.generation) this.fail();
        return false;
      },
    );
  }

  private async read(side: 'after' | 'before'): Promise<void> {
    const generation = this.generation;
    const { cursor } = this.edges[side];
    const { frames, next } = await this.source.frames({
      from: side === 'after' ? this.begin : this.range.from,
      to: side === 'after' ? this.range.to : this.begin,
      ...(cursor !== undefined && { cursor }),
      ...(side === 'before' && { backwards: true }),
    });
    if (generation !== this.generation) return;
    if (side === 'after') this.frames.push(...frames);
    else {
      this.frames.unshift(...frames);
      this.index += frames.length;
    }
    const edge = this.edges[side];
    edge.done = next === null;
    if (next !== null) edge.cursor = next;
    this.notify();
  }

  private async cardsAt(at: Instant) {
    const first = await this.source.cards(at, undefined);
    const cards = [...first.cards];
    for (let { next } = first; next !== null; ) {
      const page = await this.source.cards(at, next);
      cards.push(...page.cards);
      ({ next } = page);
    }
    return { boards: first.boards, cards };
  }

  private fail(): void {
    this.isFailed = true;
    this.playing = false;
    this.notify();
  }

  private publish(marks: boolean): void {
    const now = performance.now();
    if (!this.playing || now - this.told.since > sentenceMs) this.told = { frame: this.current(), since: now };
    this.table.commit(marks);
    this.notify();
  }

  private notify(): void {
    this.shown = this.snapshot();
    for (const listener of this.listeners) listener();
  }

  private snapshot(): ReplayStatus {
    const { at, playing, isOpen, isFailed } = this;
    return {
      ...{ at, playing, isOpen, isFailed, frame: this.told.frame },
      isLoading: !isFailed && (!isOpen || (this.index === this.frames.length && !this.edges.after.done)),
      isAtStart: isOpen && this.index === 0 && this.edges.before.done,
      isAtEnd: this.isAtEnd(),
    };
  }
}

/** The places of a part among the parts of both moments, from 1. */
export interface Reordered {
  readonly from: number;
  readonly to: number;
}

/** Number of kept items, and how many of them nobody has moved. */
interface Chain {
  readonly length: number;
  readonly untouched: number;
  readonly last: number;
}

const isBetter = (one: Chain, other: Chain) =>
  one.length > other.length || (one.length === other.length && one.untouched > other.untouched);

const none: Chain = { length: 0, untouched: 0, last: -1 };

/** The best chain that ends before a place, in logarithmic time (a Fenwick tree). */
class BestChains {
  private readonly best: Chain[];

  constructor(places: number) {
    this.best = new Array<Chain>(places + 1).fill(none);
  }

  before(place: number): Chain {
    let found = none;
    for (let at = place; at > 0; at -= at & -at) if (isBetter(this.best[at]!, found)) found = this.best[at]!;
    return found;
  }

  add(place: number, chain: Chain): void {
    for (let at = place + 1; at < this.best.length; at += at & -at) {
      if (isBetter(chain, this.best[at]!)) this.best[at] = chain;
    }
  }
}

/**
 * Returns the fewest items whose moves turn one order into the other: those outside a longest common subsequence. It takes the
 * set with the most items that somebody moved where several are equally small. Items of one order only are no moves.
 * @param isTouched whether the item may have been moved; the others have kept their ranks
 */
export function reorderedIn(
  before: readonly string[],
  after: readonly string[],
  isTouched: (id: string) => boolean,
): Map<string, Reordered> {
  const places = new Map(after.map((id, index) => [id, index]));
  const common = before.flatMap((id, from) => (places.has(id) ? [{ id, from, to: places.get(id)! }] : []));
  const chains = new BestChains(after.length);
  const previous: number[] = [];
  let longest = none;
  for (const [index, { id, to }] of common.entries()) {
    const { length, untouched, last } = chains.before(to);
    previous.push(last);
    const chain = { length: length + 1, untouched: untouched + (isTouched(id) ? 0 : 1), last: index };
    chains.add(to, chain);
    if (isBetter(chain, longest)) longest = chain;
  }
  const kept = new Set<number>();
  for (let at = longest.last; at >= 0; at = previous[at]!) kept.add(at);
  return new Map(
    common.flatMap(({ id, from, to }, index) => (kept.has(index) ? [] : [[id, { from: from + 1, to: to + 1 }]])),
  );
}

/**
 * A fractional index: a text compared with `<`, with room for another rank between any two, so that moving one item renumbers no
 * other. It has an integer part of fixed length, which keeps ranks at either end short, and a fraction.
 */
export type Rank = string;

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base = digits.length;
const wholeLength = 6;
const first = digits[base / 2]! + digits[0]!.repeat(wholeLength - 1);

function stepped(whole: string, by: 1 | -1): string | null {
  const values = [...whole].map((digit) => digits.indexOf(digit));
  for (let at = values.length - 1; at >= 0; at--) {
    const next = values[at]! + by;
    values[at] = (next + base) % base;
    if (next >= 0 && next < base) return values.map((value) => digits[value]!).join('');
  }
  return null;
}

/** A fraction after `a` and before `b` (null: no upper bound). It is never a prefix of `b` and never ends in the lowest digit. */
function between(a: string, b: string | null): string {
  const low = a === '' ? 0 : digits.indexOf(a[0]!);
  const high = b === null ? base : digits.indexOf(b[0] ?? digits[0]!);
  if (high - low > 1) return digits[Math.floor((low + high) / 2)]!;
  if (high === low) return digits[low]! + between(a.slice(1), b!.slice(1));
  return digits[low]! + between(a.slice(1), null);
}

/** The id in base 62 with a final middle digit: a rank that ended in the lowest digit would leave no room before it. */
function tail(id: number): string {
  let text = '';
  for (let rest = id; rest > 0; rest = Math.floor(rest / base)) text = digits[rest % base]! + text;
  return `${text}${digits[base / 2]}`;
}

/**
 * A rank after `before` and ahead of `after` (null: no bound on that side), or right after `before` when there is no gap. The
 * item's id is part of the rank, so that two items put into one gap at the same time get different ranks.
 */
export function rankBetween(before: Rank | null, after: Rank | null, id: number): Rank {
  if (before !== null && after !== null && before >= after) return rankBetween(before, null, id);
  const [low, high] = [before?.slice(0, wholeLength) ?? null, after?.slice(0, wholeLength) ?? null];
  if (low === null && high === null) return first + tail(id);
  if (low !== null && (high === null || low < high)) {
    const next = stepped(low, 1);
    if (next !== null && (high === null || next < high)) return next + tail(id);
    return low + between(before!.slice(wholeLength), null) + tail(id);
  }
  if (low === null) {
    const previous = stepped(high!, -1);
    if (previous !== null) return previous + tail(id);
    return high! + between('', after!.slice(wholeLength)) + tail(id);
  }
  return low + between(before!.slice(wholeLength), after!.slice(wholeLength)) + tail(id);
}

/** Compares by rank, equal ranks by id. */
export function byRank<T extends { readonly id: number; readonly order: Rank }>(a: T, b: T): number {
  if (a.order !== b.order) return a.order < b.order ? -1 : 1;
  return a.id - b.id;
}

import type { Instant } from '@gos/domain';
import { instantOf } from '../../lib/past';

const comparedKinds = ['task', 'project', 'board', 'month'] as const;

/** Search parameters of the comparison; invalid ones are ignored. */
export interface CompareAddress {
  readonly from?: Instant;
  readonly to?: Instant;
  /** The person of a month, if it is not the reader. */
  readonly userId?: number;
}

export function validateCompareAddress({ from, to, userId }: Record<string, unknown>): CompareAddress {
  const person = Number(userId);
  return {
    from: instantOf(from),
    to: instantOf(to),
    userId: Number.isSafeInteger(person) && person > 0 ? person : undefined,
  };
}

/** The compared thing in the path of an address; null where it names none. */
export function comparedThingOf(kind: string, id: string) {
  const found = comparedKinds.find((one) => one === kind);
  const fits = found === 'month' ? /^\d{4}-(0[1-9]|1[0-2])$/ : /^[1-9]\d{0,14}$/;
  return found !== undefined && fits.test(id) ? { kind: found, id } : null;
}

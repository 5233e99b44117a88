import { type Instant, instantError, years } from '@gos/domain';
import { leave } from './leave';
import { serverNow } from './server-clock';

/** The parameter of an address that names the moment of the past that the whole page shows. */
const parameter = 'asOf';

let moment: Instant | null = null;

/** The instant in a parameter of an address, whatever somebody typed there. */
export const instantOf = (value: unknown): Instant | undefined =>
  typeof value === 'string' && instantError(value, '', years.calendar) === null ? value : undefined;

/** The moment in the query of an address; null for none and for one that is still ahead. */
function momentIn(search: string): Instant | null {
  const given = instantOf(new URLSearchParams(search).get(parameter));
  return given === undefined || Date.parse(given) > serverNow() ? null : new Date(given).toISOString();
}

/**
 * Takes the moment from the address with which the page was opened. It holds until the page is left, so nothing in memory ever
 * mixes two moments.
 */
export function showMomentOf(search: string): void {
  moment = momentIn(search);
}

/** The moment that the page shows; null for the present. */
export const pastMoment = (): Instant | null => moment;

/** Opens the same screen as of another moment, or in the present. */
export function openMoment(next: Instant | null): void {
  const address = new URL(window.location.href);
  // A task's own moment would hold against the one of the page.
  address.searchParams.delete('at');
  if (next === null) address.searchParams.delete(parameter);
  else address.searchParams.set(parameter, next);
  leave.to(address.href);
}

const withPast = [
  /^\/tasks(\/(given|to-accept|notified|planned|archive(\/(finished|completed|accepted))?|projects))?$/,
  /^\/tasks\/project\/\d+(\/(board\/\d+|users|information))?$/,
  /^\/people\/positions$/,
  /^\/attendance(\/(availability|team-month|worked))?$/,
];

/** Whether the screen at a path shows the moment; others show the present and say so. */
export const hasPast = (path: string): boolean => withPast.some((one) => one.test(path.replace(/(.)\/$/, '$1')));

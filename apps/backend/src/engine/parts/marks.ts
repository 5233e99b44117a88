import { again, retryOptimistic } from '../../kernel/until-settled';
import { type Accounts, putRecord } from '../../stores/accounts/accounts';
import type { Claims } from '../../stores/claims/claims';

/** An event of the log, by which a part proves that it followed this very log. */
export interface LogPlace {
  readonly position: string;
  readonly id: string;
  /** The number of events up to here. */
  readonly events: number;
}

/** The mark that each part of an installation stores. */
export interface Mark {
  /** Id of the installation: that of its founding event. */
  readonly installation: string;
  /** How far the part had come with the log when it was marked last; null when that was not known yet. */
  readonly upTo: LogPlace | null;
  /** The founding event is still to come and will have this id. */
  readonly planned?: true;
  /** The first marking of all parts is under way. */
  readonly incomplete?: true;
}

/** The record and the claim that hold the marks; neither is part of what an export contains. */
export const accountsMark = { kind: 'setup', id: 'installation' } as const;
export const claimsMark = 'installation';

export async function readAccountsMark(accounts: Accounts): Promise<Mark | null> {
  return (await accounts.get<Mark>(accountsMark.kind, accountsMark.id))?.value ?? null;
}

export function writeAccountsMark(accounts: Accounts, mark: Mark): Promise<void> {
  return putRecord(accounts, accountsMark.kind, accountsMark.id, mark);
}

export async function readClaimsMark(claims: Pick<Claims, 'claimed'>): Promise<Mark | null> {
  const text = await claims.claimed(claimsMark, { now: 0 });
  return text === null ? null : (JSON.parse(text) as Mark);
}

/** Marks claims that have no mark yet; resolves with the mark that is stored. */
export async function planClaimsMark(claims: Claims, mark: Mark): Promise<Mark> {
  return JSON.parse((await claims.claim(claimsMark, JSON.stringify(mark), { now: 0 })).value) as Mark;
}

export async function writeClaimsMark(claims: Pick<Claims, 'claim' | 'replaceClaim'>, mark: Mark): Promise<void> {
  const text = JSON.stringify(mark);
  await retryOptimistic(async () => {
    const { value } = await claims.claim(claimsMark, text, { now: 0 });
    return value === text || (await claims.replaceClaim(claimsMark, value, text)) ? undefined : again;
  });
}

/** For a copy that may be newer than the log that was copied with it. */
export async function forgetPlaces(accounts: Accounts, claims: Claims): Promise<void> {
  const ofAccounts = await readAccountsMark(accounts);
  if (ofAccounts) await writeAccountsMark(accounts, { ...ofAccounts, upTo: null });
  const ofClaims = await readClaimsMark(claims);
  if (ofClaims) await writeClaimsMark(claims, { ...ofClaims, upTo: null });
}

/** Whether accounts hold any person: without one, an installation that has been founded has lost them. */
export async function holdPeople(accounts: Accounts): Promise<boolean> {
  return (await accounts.list('person', { limit: 1 })).length > 0;
}

/** Whether claims hold anything but the mark and leases, which mean nothing for long. */
export async function holdClaims(claims: Claims): Promise<boolean> {
  if ((await claims.counters()).length > 0) return true;
  return (await claims.listClaims(null, 2)).some(({ key }) => key !== claimsMark);
}

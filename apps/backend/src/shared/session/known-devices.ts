import { createHash, randomBytes } from 'node:crypto';
import { instantAt } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { cookieOf } from '../../http/cookies';
import { Clock } from '../../kernel/clock';
import { ACCOUNTS, type AccountRecord, type Accounts } from '../../stores/accounts/accounts';

/** Instants are milliseconds since 1970. */
interface Device {
  readonly userId: number;
  readonly firstAt: number;
  readonly lastAt: number;
}
type DeviceRecord = AccountRecord<Device>;

const kind = 'device';
/** How long a browser stays known after a sign-in, seconds. */
export const deviceSeconds = 365 * 24 * 60 * 60;
const mostPerPerson = 50;
/** People who share a browser, each known by a token of their own; the person who signed in there last comes first. */
const mostInBrowser = 5;

const person = (userId: number) => `person:${userId}`;
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
const tokensOf = (cookieHeader: string | undefined) =>
  (cookieOf(cookieHeader, 'gosDevice') ?? '')
    .split('.')
    .filter((one) => /^[\w-]{43}$/.test(one))
    .slice(0, mostInBrowser);

/**
 * The browsers that people have signed in from. Being known opens nothing: it only keeps a person out of the delays that somebody
 * else's wrong passwords cause. A token is never taken over from the browser for somebody new: who plants a cookie learns nothing.
 */
@Injectable()
export class KnownDevices {
  constructor(
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    private readonly clock: Clock,
  ) {}

  /** The id of the browser, if this person has signed in from it; it takes as long where there is no such person. */
  async find(userId: number | null, cookieHeader: string | undefined): Promise<string | null> {
    return (await this.known(userId, cookieHeader))?.id ?? null;
  }

  /** Notes a sign-in; returns the value of the cookie, which lives for `deviceSeconds`. */
  async signedIn(userId: number, cookieHeader: string | undefined): Promise<string> {
    const now = this.clock.now();
    const keys = { refs: [person(userId)], expiresAt: now + deviceSeconds * 1_000 };
    const tokens = tokensOf(cookieHeader);
    const known = await this.known(userId, cookieHeader);
    if (known && (await this.accounts.replace(kind, known.id, known.version, { ...known.value, lastAt: now }, keys))) {
      const own = tokens.filter((one) => hashOf(one) === known.id);
      return [...own, ...tokens.filter((one) => !own.includes(one))].join('.');
    }
    await this.makeRoom(userId);
    const token = randomBytes(32).toString('base64url');
    await this.accounts.insert(kind, hashOf(token), { userId, firstAt: now, lastAt: now } satisfies Device, keys);
    return [token, ...tokens].slice(0, mostInBrowser).join('.');
  }

  /** The person's, the latest first, without what they are known by. */
  async list(userId: number): Promise<{ readonly firstSignInAt: string; readonly lastSignInAt: string }[]> {
    const records = await this.accounts.byRef<Device>(kind, person(userId));
    return records
      .sort((a, b) => b.value.lastAt - a.value.lastAt)
      .map(({ value }) => ({ firstSignInAt: instantAt(value.firstAt), lastSignInAt: instantAt(value.lastAt) }));
  }

  async removeAll(userId: number): Promise<void> {
    await this.accounts.removeByRef(kind, person(userId));
  }

  /** Removes those that nobody has signed in from for a year. */
  async sweep(): Promise<void> {
    await this.accounts.sweep(kind, this.clock.now());
  }

  private async known(userId: number | null, cookieHeader: string | undefined): Promise<DeviceRecord | undefined> {
    const ids = tokensOf(cookieHeader).map(hashOf);
    if (ids.length === 0) return undefined;
    const oldest = this.clock.now() - deviceSeconds * 1_000;
    const records = await this.accounts.getMany<Device>(kind, ids);
    return records.find(({ value }) => value.userId === userId && value.lastAt > oldest);
  }

  private async makeRoom(userId: number): Promise<void> {
    const records = await this.accounts.byRef<Device>(kind, person(userId));
    const oldestFirst = records.sort((a, b) => a.value.lastAt - b.value.lastAt);
    for (const { id } of oldestFirst.slice(0, Math.max(0, records.length - mostPerPerson + 1))) {
      await this.accounts.remove(kind, id);
    }
  }
}

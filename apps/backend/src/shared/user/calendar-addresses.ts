import { randomBytes } from 'node:crypto';
import { calendarFeedRoute, pathOf } from '@gos/contract';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../kernel/config';
import { StoreUnavailable } from '../../kernel/store-errors';
import { ACCOUNTS, type AccountRecord, type Accounts, changeRecord } from '../../stores/accounts/accounts';

/** The secret token of a person's calendar feed. */
export interface CalendarSubscription {
  readonly userId: number;
  /** null when the feed is turned off */
  readonly token: string | null;
  /** Part of the ids of the feed's entries; unchanged when the address is renewed. */
  readonly feedId: string;
}

type Subscription = AccountRecord<CalendarSubscription>;

const newToken = () => randomBytes(24).toString('base64url');
const newSubscription = (userId: number): CalendarSubscription => ({
  userId,
  token: newToken(),
  feedId: randomBytes(9).toString('hex'),
});
const keysOf = ({ userId, token }: CalendarSubscription) => ({
  refs: [`person:${userId}`],
  unique: token === null ? [] : [`token:${token}`],
});

function noneYet(error: unknown): { readonly token: null } {
  if (error instanceof StoreUnavailable) return { token: null };
  throw error;
}

/** Secret calendar feed addresses, one per person: created on first read, renewed or turned off by the person. */
@Injectable()
export class CalendarAddresses {
  constructor(
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * null when the feed is turned off, and when no address can be stored now: a full disk must not prevent reading.
   * @param origin URL origin of the request, used unless the public URL is configured
   */
  async urlOf(userId: number, origin: string): Promise<string | null> {
    const { token } = (await this.known(userId))?.value ?? (await this.made(userId).catch(noneYet));
    return this.url({ token }, origin);
  }

  /** Replaces the address; the old one stops working. */
  async renew(userId: number, origin: string): Promise<string> {
    const { token } = await this.change(userId, newToken());
    return this.url({ token }, origin)!;
  }

  /** Renews the address of a person who has one, without revealing the new one. */
  async replaceToken(userId: number): Promise<void> {
    if ((await this.known(userId))?.value.token) await this.change(userId, newToken());
  }

  async turnOff(userId: number): Promise<void> {
    await this.change(userId, null);
  }

  async byToken(token: string): Promise<CalendarSubscription | null> {
    return (await this.accounts.byUnique<CalendarSubscription>('calendar', `token:${token}`))?.value ?? null;
  }

  originOf(origin: string): string {
    return this.config.publicUrl ?? origin;
  }

  private url({ token }: Pick<CalendarSubscription, 'token'>, origin: string): string | null {
    return token === null ? null : `${this.originOf(origin)}/api${pathOf(calendarFeedRoute, { token })}`;
  }

  private known(userId: number): Promise<Subscription | undefined> {
    return this.accounts.get<CalendarSubscription>('calendar', String(userId));
  }

  private made(userId: number): Promise<CalendarSubscription> {
    return this.write(userId, (known) => known ?? newSubscription(userId));
  }

  private change(userId: number, token: string | null): Promise<CalendarSubscription> {
    return this.write(userId, (known) => ({ ...(known ?? newSubscription(userId)), token }));
  }

  private write(
    userId: number,
    change: (known: CalendarSubscription | undefined) => CalendarSubscription,
  ): Promise<CalendarSubscription> {
    return changeRecord(this.accounts, 'calendar', String(userId), (known: CalendarSubscription | undefined) => {
      const answer = change(known);
      return answer === known ? { answer } : { next: answer, keys: keysOf(answer), answer };
    });
  }
}

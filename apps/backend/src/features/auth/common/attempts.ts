import { createHmac } from 'node:crypto';
import { refuse, type SecondStepKind } from '@gos/domain';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Clock } from '../../../kernel/clock';
import { CONFIG } from '../../../kernel/config';
import { keyFor } from '../../../kernel/keys';
import { LeakyBuckets } from '../../../kernel/leaky-buckets';
import { Refused } from '../../../kernel/refused';
import { SecurityLog } from '../../../observability/security-log';
import { KnownDevices } from '../../../shared/session/known-devices';
import { comparedEmail } from '../../../shared/user/person';
import { Peers } from '../../../stores/broadcast/peers';
import { AccountMails } from '../mails/account-mails';
import { FailureCounts, HourlyCounts } from './failure-counts';
import type { Turn } from './fair-queue';
import { Passwords } from './passwords';
import { networkOf, widerNetworkOf } from './rate-limits';

/** The person whose password or code is given; the e-mail alone where nobody has it. */
export interface Whose {
  readonly userId: number | null;
  readonly email: string;
}

/** The request that brings the password or code. */
export type AttemptRequest = Pick<FastifyRequest, 'ip' | 'headers'>;

/**
 * The kind of the given secret. Each kind is counted on its own: a right password does not reset the count of wrong
 * codes.
 */
type Given = 'password' | SecondStepKind;

/** Messages to other processes; keys are fingerprints, base64url. */
type News =
  | { readonly failed: readonly string[]; readonly network: string | null; readonly userId: number | null }
  | { readonly succeeded: readonly string[] };

interface Keys {
  /** Key of the e-mail, from this network or browser. */
  readonly own: Buffer;
  /** Key of the network, for any e-mail. */
  readonly network: Buffer;
}

/** The person and the admins are notified of more failures than these within an hour. */
const attackedFrom = 100;
const hourMs = 60 * 60_000;

/** An attempt with a password or code. */
export interface Attempt {
  /** @throws Refused with the seconds to wait */
  check(): void;
  /**
   * Whether the password is that of the hash; a wrong one is counted.
   * @throws Refused with the seconds to wait
   */
  verify(hash: string | null, password: string): Promise<boolean>;
  /** The password or code was wrong. */
  failed(): void;
  /** The password or code was right, and the action that required it is done. */
  succeeded(): void;
}

/**
 * Every check of a password or a code begins here. Wrong ones for an e-mail are delayed from the fifth on, per network,
 * so that nobody locks out people elsewhere. A browser that the person has signed in from before has a count of its
 * own, which others cannot raise. Failures of one network with any e-mails are limited too, except for known browsers.
 * It makes no difference whether somebody has the e-mail.
 */
@Injectable()
export class Attempts implements OnModuleInit {
  private readonly key: Buffer;
  private readonly failures = new FailureCounts();
  /** 40 people who mistype within a minute are not delayed. */
  private readonly byNetwork = new LeakyBuckets({ capacity: 60, perMinute: 40, mostKeys: 50_000 });
  /** A /48 network contains 65,536 /64 networks of IPv6. */
  private readonly byWiderNetwork = new LeakyBuckets({ capacity: 600, perMinute: 400, mostKeys: 50_000 });
  private readonly hourly = new HourlyCounts<number>();
  private readonly told = new Map<number, number>();

  constructor(
    private readonly passwords: Passwords,
    private readonly devices: KnownDevices,
    @Inject(AccountMails) private readonly mails: Pick<AccountMails, 'attacked'>,
    @Inject(SecurityLog) private readonly log: Pick<SecurityLog, 'write'>,
    private readonly clock: Clock,
    private readonly peers: Peers,
    @Inject(CONFIG) config: Parameters<typeof keyFor>[0],
  ) {
    this.key = keyFor(config, 'sign-in-attempts');
  }

  onModuleInit(): void {
    // Missed messages are not fetched: they allow one more guess, not many.
    this.peers.subscribe<News>(
      'sign-in-attempts',
      (news) => this.hear(news, false),
      () => {},
    );
  }

  /**
   * Begins an attempt that may be made now. The limit is checked again once its turn has come, so that many concurrent
   * attempts do not pass together.
   * @throws Refused with the seconds to wait
   */
  async begin(whose: Whose, request: AttemptRequest, given: Given = 'password'): Promise<Attempt> {
    const attempt = await this.of(whose, request, given);
    attempt.check();
    return attempt;
  }

  async of(whose: Whose, request: AttemptRequest, given: Given = 'password'): Promise<Attempt> {
    const email = comparedEmail(whose.email);
    const device = await this.devices.find(whose.userId, request.headers.cookie);
    const keys = this.keysOf([given, email], device, request.ip);
    const address = device === null ? request.ip : null;
    const turn: Turn = device === null ? this.turnOf(request) : { line: device, rank: 0 };
    const check = () => this.check(keys, address);
    const failed = () => this.failed(keys, address, { userId: whose.userId, email }, given);
    const verify = (hash: string | null, password: string) =>
      this.passwords.verify(hash, password, turn, {
        begins: check,
        ends: (right) => {
          if (!right) failed();
        },
      });
    const succeeded = () => this.succeeded(device === null ? [keys.own, keys.network] : [keys.own]);
    return { check, verify, failed, succeeded };
  }

  /** The turn of a person of whom only the network is known. */
  turnOf({ ip }: Pick<AttemptRequest, 'ip'>): Turn {
    const line = widerNetworkOf(ip);
    return { line, rank: this.failures.of(this.networkKey(ip), this.clock.now()) > 0 ? 2 : 1 };
  }

  /** @param address null for a known browser */
  private check({ own }: Keys, address: string | null): void {
    const now = this.clock.now();
    const ms = this.failures.msToWait(own, now);
    const network =
      address === null
        ? 0
        : Math.max(
            this.byNetwork.secondsToWait(networkOf(address), now),
            this.byWiderNetwork.secondsToWait(widerNetworkOf(address), now),
          );
    const seconds = Math.max(Math.ceil(ms / 1_000), network);
    if (seconds > 0) throw new Refused(refuse('request.rate-limited'), undefined, seconds);
  }

  private failed(keys: Keys, address: string | null, { userId, email }: Whose, what: Given): void {
    const failed = (address === null ? [keys.own] : [keys.own, keys.network]).map((key) => key.toString('base64url'));
    const news = { failed, network: address, userId };
    this.hear(news, true);
    this.peers.publish('sign-in-attempts', news satisfies News);
    this.log.write('sign-in.failed', { ...(userId === null ? { email } : { person: userId }), what });
  }

  private succeeded(keys: readonly Buffer[]): void {
    const now = this.clock.now();
    // Most attempts succeed at once; other processes need no message then.
    if (keys.every((key) => this.failures.of(key, now) === 0)) return;
    const news = { succeeded: keys.map((key) => key.toString('base64url')) };
    this.hear(news, true);
    this.peers.publish('sign-in-attempts', news satisfies News);
  }

  private hear(news: News, isOurs: boolean): void {
    if ('succeeded' in news) {
      for (const key of news.succeeded) this.failures.forget(Buffer.from(key, 'base64url'));
      return;
    }
    const { failed, network, userId } = news;
    const now = this.clock.now();
    for (const key of failed) this.failures.add(Buffer.from(key, 'base64url'), now);
    if (network !== null) {
      this.byNetwork.add(networkOf(network), now);
      this.byWiderNetwork.add(widerNetworkOf(network), now);
    }
    if (userId !== null) this.countAttack(userId, now, isOurs);
  }

  /** Every process counts the failures of all; the process whose failure exceeds the limit sends the notification. */
  private countAttack(userId: number, now: number, isOurs: boolean): void {
    if (this.hourly.add(userId, now) <= attackedFrom || now - (this.told.get(userId) ?? -hourMs) < hourMs) return;
    this.told.set(userId, now);
    if (!isOurs) return;
    this.log.write('sign-in.attacked', { person: userId });
    void this.mails.attacked(userId);
  }

  private keysOf(what: readonly string[], device: string | null, address: string): Keys {
    return {
      own: this.fingerprintOf([...what, device ?? networkOf(address), device === null ? 'network' : 'device']),
      network: this.networkKey(address),
    };
  }

  private networkKey(address: string): Buffer {
    return this.fingerprintOf(['network', widerNetworkOf(address)]);
  }

  private fingerprintOf(parts: readonly string[]): Buffer {
    return createHmac('sha256', this.key).update(JSON.stringify(parts)).digest().subarray(0, 16);
  }
}

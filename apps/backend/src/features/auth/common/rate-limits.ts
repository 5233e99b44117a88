import { createHash } from 'node:crypto';
import { refuse } from '@gos/domain';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock';
import { LeakyBuckets } from '../../../kernel/leaky-buckets';
import { Refused } from '../../../kernel/refused';

/** Returns a key of fixed length, since a request may give any long text as an e-mail. */
const fingerprintOf = (email: string) => createHash('sha256').update(email).digest('base64url');

/** Returns the address to count by: for IPv6 its /64 network, because one household can use all addresses of a /64. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.split('%')[0]!.toLowerCase().split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const groups = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

/** The same with /48 for IPv6: a provider may give one customer a /48. */
export const widerNetworkOf = (address: string): string => {
  const network = networkOf(address);
  return network.includes(':') ? network.split(':').slice(0, 3).join(':') : network;
};

/**
 * Limits of requests that anybody may send. The specification promises 40 registrations a minute per address; the
 * limits are higher. `Attempts` counts wrong passwords and codes.
 */
@Injectable()
export class RateLimits {
  private readonly registrations = new LeakyBuckets({ capacity: 120, perMinute: 60, mostKeys: 50_000 });

  private readonly recoveriesByAddress = new LeakyBuckets({ capacity: 40, perMinute: 20, mostKeys: 50_000 });
  /** By network and e-mail. */
  private readonly recoveriesByEmail = new LeakyBuckets({ capacity: 5, perMinute: 1 / 3, mostKeys: 50_000 });
  private readonly lettersByEmail = new LeakyBuckets({ capacity: 20, perMinute: 1 / 3, mostKeys: 50_000 });
  private readonly emailLinksByPerson = new LeakyBuckets({ capacity: 5, perMinute: 1 / 3, mostKeys: 50_000 });
  private readonly emailLinksByEmail = new LeakyBuckets({ capacity: 20, perMinute: 1 / 3, mostKeys: 50_000 });

  constructor(private readonly clock: Clock) {}

  /**
   * Counts one registration.
   * @throws Refused with the seconds to wait
   */
  countRegistration(address: string): void {
    const now = this.clock.now();
    const key = networkOf(address);
    mustWait(this.registrations.secondsToWait(key, now));
    this.registrations.add(key, now);
  }

  /**
   * Counts a forgotten password, whether somebody has the e-mail or not. One network's requests don't block others
   * until the e-mail's own limit is reached.
   * @param isKnown whether the person has signed in from this browser before; others' requests don't block it
   * @throws Refused with the seconds to wait
   */
  countRecovery(address: string, email: string, isKnown: boolean): void {
    const now = this.clock.now();
    const network = networkOf(address);
    const counted = [
      [this.recoveriesByAddress, network],
      [this.recoveriesByEmail, fingerprintOf(`${isKnown} ${network} ${email}`)],
      ...(isKnown ? [] : [[this.lettersByEmail, fingerprintOf(email)] as const]),
    ] as const;
    mustWait(Math.max(...counted.map(([buckets, key]) => buckets.secondsToWait(key, now))));
    for (const [buckets, key] of counted) buckets.add(key, now);
  }

  /**
   * Counts one link that confirms a new address.
   * @throws Refused with the seconds to wait
   */
  countEmailLink(userId: number, email: string): void {
    const now = this.clock.now();
    const counted = [
      [this.emailLinksByPerson, String(userId)],
      [this.emailLinksByEmail, fingerprintOf(email)],
    ] as const;
    mustWait(Math.max(...counted.map(([buckets, key]) => buckets.secondsToWait(key, now))));
    for (const [buckets, key] of counted) buckets.add(key, now);
  }
}

function mustWait(seconds: number): void {
  if (seconds > 0) throw new Refused(refuse('request.rate-limited'), undefined, seconds);
}

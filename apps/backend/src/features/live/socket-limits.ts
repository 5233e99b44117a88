import { limits, type RefusalCode } from '@gos/domain';
import { type LeakRules, LeakyBuckets } from '../../kernel/leaky-buckets';
import type { Connection } from './browser-socket';

const mostKeys = 10_000;
/** Sockets that one person opens. */
const openings: LeakRules = { capacity: 100, perMinute: 120, mostKeys };
/** The messages of one person's browsers, of any kind: tabs that reconnect send again the documents that they show. */
const sayings: LeakRules = { capacity: 300, perMinute: 3_000, mostKeys };
/** The messages of a browser before its person is known. */
const firstSayings: LeakRules = { capacity: 50, perMinute: 120, mostKeys };

function isOneMore(buckets: LeakyBuckets, key: string): boolean {
  const now = performance.now();
  if (buckets.secondsToWait(key, now) > 0) return false;
  buckets.add(key, now);
  return true;
}

/** How many sockets a person may have, how fast they may open them, and how much these may say. */
export class SocketLimits {
  private readonly openings = new LeakyBuckets(openings);
  private readonly sayings = new LeakyBuckets(sayings);
  private readonly firstSayings = new LeakyBuckets(firstSayings);
  /** Under which key of which buckets what comes from there is counted. */
  private readonly countedAs = new WeakMap<Connection, readonly [LeakyBuckets, string]>();
  private connections = 0;

  /** @param open how many sockets of that person are open, at any process */
  constructor(private readonly open: (userId: number) => number) {}

  /** Counts what comes from a browser, from its first message on. */
  listen(connection: Connection, onFlood: () => void): void {
    this.countedAs.set(connection, [this.firstSayings, String(++this.connections)]);
    connection.on('packet', ({ type }: { readonly type: string }) => {
      if (type !== 'pong' && !isOneMore(...this.countedAs.get(connection)!)) onFlood();
    });
  }

  /** Why the person may not open this one more now; null: they may. */
  refusal(userId: number, connection: Connection): RefusalCode | null {
    const key = String(userId);
    if (!isOneMore(this.openings, key)) return 'request.rate-limited';
    if (this.open(userId) >= limits.sockets.atOnce) return 'limit.sockets';
    this.countedAs.set(connection, [this.sayings, key]);
    return null;
  }
}

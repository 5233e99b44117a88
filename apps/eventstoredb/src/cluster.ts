import type { Member } from './messages';
import { type ClusterView, EventStoreDbServer } from './server';
import { EventStoreDbStore } from './store';

export interface EventStoreDbClusterOptions {
  /** Time for which the others keep announcing a leader that has died. */
  readonly noticeMs?: number;
  /** Time without a leader after that. */
  readonly electionMs?: number;
}

/**
 * Nodes of the test server that elect a leader, like a cluster of EventStoreDB. Gossip lists all nodes and their states, followers
 * name the leader to clients that need it, and during an election no node is ready. Written events are on all nodes at once.
 */
export class EventStoreDbCluster implements ClusterView {
  readonly store = new EventStoreDbStore();
  readonly nodes: EventStoreDbServer[] = [];
  private leading: EventStoreDbServer | null = null;
  private readonly timers = new Set<NodeJS.Timeout>();

  private constructor(private readonly options: Required<EventStoreDbClusterOptions>) {}

  static async start({
    noticeMs = 300,
    electionMs = 2_000,
  }: EventStoreDbClusterOptions = {}): Promise<EventStoreDbCluster> {
    const cluster = new EventStoreDbCluster({ noticeMs, electionMs });
    for (let n = 0; n < 3; n++) cluster.nodes.push(await EventStoreDbServer.start({ cluster }));
    cluster.leading = cluster.nodes[0]!;
    return cluster;
  }

  /** Names all nodes: a client finds the leader through any of them. */
  get url(): string {
    return `esdb://${this.nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}?tls=false`;
  }

  get leaderNode(): EventStoreDbServer | null {
    return this.leading;
  }

  leader(): number | null {
    return this.leading?.port ?? null;
  }

  members(): Member[] {
    return this.nodes.map((node) => ({
      id: node.id,
      port: node.port,
      state: this.leading === null ? 'unknown' : node === this.leading ? 'leader' : 'follower',
      // An election notices its death.
      isAlive: node.isAlive || node === this.leading,
    }));
  }

  /** The leader dies at once. Resolves when it is gone; the election comes later. */
  async loseLeader(): Promise<void> {
    const lost = this.leading!;
    await lost.die();
    this.after(this.options.noticeMs, () => this.elect(lost));
  }

  /** The leader becomes a follower, and the others elect another one. */
  resign(): void {
    this.elect(this.leading!);
  }

  /** Resolves when there is a leader again. */
  async elected(): Promise<EventStoreDbServer> {
    while (this.leading === null || !this.leading.isAlive)
      await new Promise((resolve) => this.after(20, resolve as () => void));
    return this.leading;
  }

  /** Nodes that have died come back as followers. */
  async revive(): Promise<void> {
    for (const node of this.nodes) if (!node.isAlive) await node.revive();
  }

  async stop(): Promise<void> {
    for (const timer of this.timers) clearTimeout(timer);
    await Promise.all(this.nodes.map((node) => node.stop()));
    this.store.close();
  }

  /** A majority elects, after a while, one of the nodes that are alive. */
  private elect(before: EventStoreDbServer): void {
    this.leading = null;
    this.after(this.options.electionMs, () => {
      const alive = this.nodes.filter(({ isAlive }) => isAlive);
      const next = alive.find((node) => node !== before);
      if (next && alive.length * 2 > this.nodes.length) this.leading = next;
      else this.elect(before);
    });
  }

  private after(ms: number, action: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      action();
    }, ms);
    this.timers.add(timer);
  }
}

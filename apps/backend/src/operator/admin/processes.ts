import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { AdminBuilding, AdminProcess, AdminRebuild } from '@gos/contract';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Projections } from '../../engine/projections/projections';
import { UntrustedProxies } from '../../http/untrusted-proxies';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { version } from '../../kernel/version';
import { Peers } from '../../stores/broadcast/peers';

const subject = 'processes';
const beatMs = 2_000;
/** The shorter interval during a rebuild, and at changes of the state. */
const busyBeatMs = 500;
/** After three missed beats a process counts as gone. */
const goneMs = 3 * beatMs + 500;

interface ProcessReport {
  readonly process: Omit<AdminProcess, 'answers'>;
  readonly building: AdminBuilding | null;
  readonly rebuild: AdminRebuild | null;
  /** absent of a process of an earlier version */
  readonly untrustedProxies?: readonly string[];
  readonly gone: boolean;
}

/** The processes of an installation: each broadcasts its state every two seconds. */
@Injectable()
export class Processes implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly id = randomUUID();
  private readonly since: string;
  private readonly others = new Map<string, ProcessReport & { readonly heardAt: number }>();
  private timer: NodeJS.Timeout | undefined;
  private toldAt = 0;
  /** The last rebuild that was requested of this process. */
  private rebuild: AdminRebuild | null = null;

  constructor(
    private readonly peers: Peers,
    private readonly projections: Projections,
    private readonly proxies: UntrustedProxies,
    clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.since = clock.instant();
  }

  onApplicationBootstrap(): void {
    const take = (told: ProcessReport) => {
      if (told.gone) this.others.delete(told.process.id);
      else this.others.set(told.process.id, { ...told, heardAt: performance.now() });
    };
    this.peers.subscribe<ProcessReport>(subject, take, () => this.tell());
    this.tell();
    let was = this.doing();
    this.timer = setInterval(() => {
      const is = this.doing();
      const moves = is.builds || is.builds !== was.builds || is.leads !== was.leads;
      if (moves || performance.now() - this.toldAt >= beatMs) this.tell();
      was = is;
    }, busyBeatMs).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
    this.tell(true);
  }

  /** The live processes: the answering one first, then the others by their uptime. */
  all(): AdminProcess[] {
    const others = this.heard().map(({ process }) => ({ ...process, answers: false }));
    others.sort((a, b) => (a.since < b.since ? -1 : 1));
    return [{ ...this.own(), answers: true }, ...others];
  }

  /** Proxies that any process does not trust. */
  get untrustedProxies(): string[] {
    const heard = this.heard().flatMap(({ untrustedProxies = [] }) => untrustedProxies);
    return [...new Set([...this.proxies.all, ...heard])].sort();
  }

  get building(): AdminBuilding | null {
    const known = [this.ownBuilding(), ...this.heard().map(({ building }) => building)];
    return known.find((one) => one !== null) ?? null;
  }

  /** The latest rebuild that was requested of any process. */
  get lastRebuild(): AdminRebuild | null {
    const known = [this.rebuild, ...this.heard().map(({ rebuild }) => rebuild)];
    const latest = (one: AdminRebuild | null, other: AdminRebuild | null) =>
      other === null || (one !== null && one.startedAt >= other.startedAt) ? one : other;
    return known.reduce(latest, null);
  }

  noteRebuild(rebuild: AdminRebuild): void {
    this.rebuild = rebuild;
    this.tell();
  }

  private heard(): (ProcessReport & { readonly heardAt: number })[] {
    for (const [id, { heardAt }] of this.others) if (performance.now() - heardAt > goneMs) this.others.delete(id);
    return [...this.others.values()];
  }

  private own(): ProcessReport['process'] {
    const { role } = this.config;
    const { leads } = this.projections;
    return { id: this.id, role, version, host: hostname(), pid: process.pid, since: this.since, leads };
  }

  private doing(): { readonly builds: boolean; readonly leads: boolean } {
    const { building, leads } = this.projections;
    return { builds: building !== null, leads };
  }

  private ownBuilding(): AdminBuilding | null {
    const { building } = this.projections;
    if (building === null) return null;
    const { model, events, done, of } = building;
    return { model, events, done, of };
  }

  private tell(gone = false): void {
    this.toldAt = performance.now();
    const told: ProcessReport = {
      process: this.own(),
      building: this.ownBuilding(),
      rebuild: this.rebuild,
      untrustedProxies: this.proxies.all,
      gone,
    };
    this.peers.publish(subject, told);
  }
}

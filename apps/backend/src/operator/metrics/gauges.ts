import { readModels } from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { SetAsideEvents } from '../../engine/followers/set-aside-events';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { Projections } from '../../engine/projections/projections';
import { ProofStatus } from '../../engine/proof/proof-status';
import { SelfCheck } from '../../engine/self-check/self-check';
import { SocketsGateway } from '../../features/live/sockets.gateway';
import { withTimeout } from '../../kernel/time-limit';
import { Metrics } from '../../observability/metrics';
import { JOBS, type Jobs } from '../../stores/jobs/jobs';
import { ProjectionLag } from './projection-lag';

const timeoutMs = 1_500;

/**
 * Gauges that are read when Prometheus scrapes. A part that does not answer is reported as such and does not delay the
 * others.
 */
@Injectable()
export class Gauges {
  constructor(
    private readonly metrics: Metrics,
    private readonly lag: ProjectionLag,
    private readonly modules: ModuleRef,
    private readonly readModels: ActiveReadModels,
    private readonly setAsideEvents: SetAsideEvents,
    private readonly proof: ProofStatus,
    private readonly selfCheck: SelfCheck,
    @Inject(JOBS) private readonly jobs: Jobs,
  ) {}

  async measure(): Promise<void> {
    const { leads, sockets, lagEvents, lagSeconds } = this.metrics;
    leads.set(this.modules.get(Projections, { strict: false }).leads ? 1 : 0);
    sockets.set(this.gateway()?.connected ?? 0);
    await Promise.all([
      this.part('lag', async () => {
        const { events, seconds } = await this.lag.now();
        lagEvents.set(events);
        lagSeconds.set(seconds);
      }),
      this.part('jobs', () => this.countJobs()),
      this.part('set-aside', () => this.countSetAside()),
      this.part('set-aside-events', () => this.countSetAsideEvents()),
      this.part('proof', () => this.measureProof()),
      this.part('self-check', () => this.measureSelfCheck()),
    ]);
  }

  private async countSetAside(): Promise<void> {
    const counts = await this.readModels.countSetAside();
    for (const { name } of readModels) this.metrics.setAside.set({ model: name }, counts.get(name) ?? 0);
  }

  private async countSetAsideEvents(): Promise<void> {
    const counts = await this.setAsideEvents.counts();
    for (const follower of this.setAsideEvents.followers) {
      this.metrics.eventsSetAside.set({ follower }, counts.get(follower) ?? 0);
    }
  }

  private async measureProof(): Promise<void> {
    const { events, behind, checkpoint, refused } = await this.proof.now();
    const { treeEvents, treeBehind, checkpointEvents, checkpointAt, signingRefused } = this.metrics;
    treeEvents.set(events);
    treeBehind.set(behind);
    checkpointEvents.set(checkpoint?.size ?? 0);
    checkpointAt.set(checkpoint ? Date.parse(checkpoint.at) / 1_000 : 0);
    signingRefused.set(refused ? 1 : 0);
  }

  private async measureSelfCheck(): Promise<void> {
    const { differing, heldAt } = await this.selfCheck.state();
    this.metrics.differing.set(differing);
    this.metrics.heldAt.set(heldAt === null ? 0 : Date.parse(heldAt) / 1_000);
  }

  private async countJobs(): Promise<void> {
    const { queued, queuePaused } = this.metrics;
    const [names, paused] = await Promise.all([this.jobs.queueNames(), this.jobs.paused()]);
    const counted = await Promise.all(names.map(async (queue) => ({ queue, counts: await this.jobs.counts(queue) })));
    queued.reset();
    queuePaused.reset();
    for (const queue of names) queuePaused.set({ queue }, paused.includes(queue) ? 1 : 0);
    for (const { queue, counts } of counted) {
      const { waiting, active, delayed, failed } = counts;
      for (const [state, count] of Object.entries({ waiting, active, delayed, dead: failed })) {
        queued.set({ queue, state }, count);
      }
    }
  }

  private async part(part: string, measure: () => Promise<void>): Promise<void> {
    const isMeasured = await withTimeout(timeoutMs, measure).then(
      () => true,
      () => false,
    );
    this.metrics.measured.set({ part }, isMeasured ? 1 : 0);
  }

  /** Null in a process that serves no browsers. */
  private gateway(): SocketsGateway | null {
    try {
      return this.modules.get(SocketsGateway, { strict: false });
    } catch {
      return null;
    }
  }
}

import { comparePositions, type RecordedEvent, type Webhook, webhookAggregate, webhookStream } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { CommandRunner } from '../../../engine/commands/command-runner';
import { EventRetries } from '../../../engine/followers/event-retries';
import { SetAsideEvents } from '../../../engine/followers/set-aside-events';
import { Worker } from '../../../engine/jobs/worker';
import { spareTime } from '../../../kernel/spare-time';
import { Deliveries } from '../../../shared/webhook/deliveries';
import { ByteBudget } from '../../../stores/event-log/byte-budget';
import { EVENT_LOG, type EventLog } from '../../../stores/event-log/event-log';
import { JOBS, type Jobs } from '../../../stores/jobs/jobs';
import { deliveriesFollower, Outbox } from './outbox';
import { RunningReplays } from './running-replays';
import { pumpQueue, type Wake } from './wake';

const queue = 'webhook-replay';
const batch = 500;
/** Batches that one job reads, and deliveries that may wait before it goes on. */
const batchesAtOnce = 20;
const maxPending = 1_000;
const pauseMs = 5_000;

interface Replay {
  readonly webhookId: number;
  readonly id: string;
  /** Milliseconds since 1970; null: everything. */
  readonly since: number | null;
  /** Read up to here, and to be read up to there. */
  readonly after: string | null;
  readonly until: string;
  readonly step: number;
}

/**
 * Delivers what happened in a project again: one replay of a webhook at a time, in batches from the log that are few events or few
 * bytes, and no faster than the target takes them.
 */
@Injectable()
export class Replays {
  private readonly retries: EventRetries;

  constructor(
    worker: Worker,
    private readonly runner: CommandRunner,
    private readonly outbox: Outbox,
    private readonly deliveries: Deliveries,
    private readonly running: RunningReplays,
    setAside: SetAsideEvents,
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(JOBS) private readonly jobs: Jobs,
  ) {
    this.retries = new EventRetries(setAside);
    const options = { attempts: 10, backoff: { delayMs: 1_000, mostMs: 60_000 } };
    worker.handle<Replay>(queue, options, ({ data }) => this.run(data));
  }

  /** @throws Refused with `webhook.replay.running` */
  async begin(webhookId: number, id: string, since: string | null): Promise<void> {
    await this.running.take(webhookId, id);
    const until = await this.log.end();
    if (until === null) return;
    await this.add({ webhookId, id, since: since === null ? null : Date.parse(since), after: null, until, step: 0 });
  }

  private async run(replay: Replay): Promise<void> {
    const { webhookId, id, step } = replay;
    if (!(await this.running.goesOn(webhookId, id))) return;
    const next = await this.goOn(replay);
    if (next === null) await this.running.end(webhookId, id);
    else await this.add({ ...replay, after: next.after, step: step + 1 }, next.delayMs);
  }

  /** From where to go on, after a while; null at its end. */
  private async goOn(replay: Replay): Promise<{ readonly after: string | null; readonly delayMs: number } | null> {
    const webhook: Webhook | null = await this.runner.load(webhookStream(replay.webhookId), webhookAggregate);
    if (!webhook?.active || webhook.deleted || webhook.targetUrl === null) return null;
    let { after } = replay;
    for (let read = 0; read < batchesAtOnce; read++) {
      const room = (await this.deliveries.countPending(webhook.id)) < maxPending;
      if (!room) return { after, delayMs: pauseMs };
      await spareTime.step();
      const events = await this.log.readAll(after, batch, new ByteBudget());
      if (await this.deliver(webhook, replay, events)) {
        const data: Wake = { webhookId: webhook.id, lane: null };
        await this.jobs.add(pumpQueue, { id: `${webhook.id}.${replay.id}.${events.at(-1)!.position}`, data });
      }
      const last = events.at(-1);
      if (!last || comparePositions(last.position, replay.until) >= 0) return null;
      after = last.position;
    }
    return { after, delayMs: 0 };
  }

  /** Resolves with whether there is something to send. */
  private async deliver(webhook: Webhook, replay: Replay, events: readonly RecordedEvent[]): Promise<boolean> {
    let isAny = false;
    for (const event of events) {
      if (comparePositions(event.position, replay.until) > 0) break;
      if (replay.since !== null && Date.parse(event.metadata.at) < replay.since) continue;
      // The follower that builds deliveries handles it again, for all webhooks.
      await this.retries.handle(deliveriesFollower, event, async () => {
        await spareTime.step();
        if (await this.outbox.replay(webhook, event)) isAny = true;
      });
    }
    return isAny;
  }

  private add(replay: Replay, delayMs = 0): Promise<void> {
    return this.jobs.add(queue, { id: `${replay.webhookId}.${replay.id}.${replay.step}`, data: replay, delayMs });
  }
}

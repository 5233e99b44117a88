import { setTimeout as sleep } from 'node:timers/promises';
import type { AdminSelfCheck } from '@gos/contract';
import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { ACCOUNTS, type Accounts, putRecord } from '../../stores/accounts/accounts';
import { JOBS, type Jobs } from '../../stores/jobs/jobs';
import { Worker } from '../jobs/worker';
import { Projections } from '../projections/projections';
import { selfCheckKind } from './self-check-kind';

type Result = Omit<AdminSelfCheck, 'running'>;

const queue = 'self-check';
const resultId = 'last';
/** A quarter of the time at work, so that requests do not notice. */
const restTimes = 3;
/** The most documents that are named. */
const mostNamed = 50;

const never: Result = { endedAt: null, heldAt: null, compared: 0, setAside: 0, differing: 0, different: [] };

/**
 * Compares all documents with those that the log yields, every night and whenever an admin wants it. The result is kept with
 * the accounts.
 */
@Injectable()
export class SelfCheck implements BeforeApplicationShutdown {
  private readonly logger = new Logger(SelfCheck.name);
  private readonly stopping = new AbortController();

  constructor(
    worker: Worker,
    private readonly projections: Projections,
    private readonly clock: Clock,
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    @Inject(JOBS) private readonly jobs: Jobs,
    @Inject(CONFIG) { timeZone }: Pick<Config, 'timeZone'>,
  ) {
    worker.handle(queue, { attempts: 5, backoff: { delayMs: 60_000 } }, () => this.run());
    // No change of the clock omits or repeats this time.
    worker.every('maintenance', queue, { cron: '30 3 * * *', timeZone }, () => this.request());
  }

  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }

  /** @throws StoreUnavailable */
  async state(): Promise<AdminSelfCheck> {
    const [record, running] = await Promise.all([
      this.accounts.get<Result>(selfCheckKind, resultId),
      this.isRequested(),
    ]);
    return { ...(record?.value ?? never), running };
  }

  /** Begins a check, unless there is one already. */
  async request(): Promise<void> {
    if (await this.isRequested()) return;
    await this.jobs.add(queue, { id: `check-${this.clock.now()}`, data: null });
  }

  private async isRequested(): Promise<boolean> {
    const { waiting, active, delayed } = await this.jobs.counts(queue);
    return waiting + active + delayed > 0;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    const found = await this.projections.check(async (workedMs) => {
      await sleep(restTimes * workedMs, undefined, { signal, ref: false });
    });
    if (found === null) throw new Error('A rebuild replaced documents meanwhile');
    const { compared, different, setAside } = found;
    const endedAt = this.clock.instant();
    const isHeld = different.length === 0 && setAside.length === 0;
    const before = await this.accounts.get<Result>(selfCheckKind, resultId);
    await putRecord<Result>(this.accounts, selfCheckKind, resultId, {
      endedAt,
      heldAt: isHeld ? endedAt : (before?.value.heldAt ?? null),
      compared,
      setAside: setAside.length,
      differing: different.length,
      different: different.slice(0, mostNamed),
    });
    if (different.length > 0) {
      const first = different.slice(0, mostNamed).map(({ model, id }) => `${model} ${id}`);
      this.logger.error({ message: 'Documents differ from the log', count: different.length, first });
    }
  }
}

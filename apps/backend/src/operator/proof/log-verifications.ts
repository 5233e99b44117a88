import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LogVerification } from '@gos/contract';
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Worker } from '../../engine/jobs/worker';
import { Clock } from '../../kernel/clock';
import { StoreUnavailable } from '../../kernel/store-errors';
import { ACCOUNTS, type Accounts, changeRecord } from '../../stores/accounts/accounts';
import { countUpTo } from '../../stores/event-log/event-count';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { JOBS, type Jobs } from '../../stores/jobs/jobs';
import { type Finding, Verification } from '../ops/verification';

const queue = 'verification';
const kept = { kind: 'setting', id: 'log-verification' } as const;
const mostKept = 100;
const beatMs = 1_000;
/** A queue runs the job of a killed process again within a minute; after that nobody works on it any more. */
const lostMs = 150_000;

interface Kept extends LogVerification {
  /** Instant of the last sign of life, in milliseconds since 1970. */
  readonly beatAt: number;
}

const hasEnded = ({ endedAt }: LogVerification) => endedAt !== null;

/** Verifications in the background, one at a time in the installation. The last one is kept with its result. */
@Injectable()
export class LogVerifications implements OnModuleDestroy {
  private readonly logger = new Logger('Verification');
  private readonly stopping = new AbortController();

  constructor(
    private readonly verification: Verification,
    private readonly clock: Clock,
    worker: Worker,
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(JOBS) private readonly jobs: Jobs,
  ) {
    worker.handle<{ readonly id: string }>(queue, {}, ({ data }) => this.run(data.id));
  }

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  /** The running or last one; null before the first. */
  async last(): Promise<LogVerification | null> {
    const known = (await this.accounts.get<Kept>(kept.kind, kept.id))?.value;
    return known ? this.shown(known) : null;
  }

  /** Begins one, or joins the running one. */
  async start(): Promise<LogVerification> {
    const begun: Kept = {
      id: randomUUID(),
      state: 'waiting',
      startedAt: this.clock.instant(),
      endedAt: null,
      checked: 0,
      all: null,
      checkpoints: 0,
      ok: true,
      findings: [],
      found: 0,
      beatAt: this.clock.now(),
    };
    const joined = await changeRecord<Kept, Kept>(this.accounts, kept.kind, kept.id, (known) =>
      known && !hasEnded(this.shown(known)) ? { answer: known } : { next: begun, answer: begun },
    );
    // Also for one that was joined: its process may have been killed before it added the job.
    await this.jobs.add(queue, { id: joined.id, data: { id: joined.id } });
    return this.shown(joined);
  }

  /** Resolves with the verification once it has ended, or with a later one that has. */
  async ended(): Promise<LogVerification> {
    for (;;) {
      const last = await this.last();
      if (last && hasEnded(last)) return last;
      await sleep(250, undefined, { signal: this.stopping.signal }).catch(() => {
        throw new StoreUnavailable('The process ends', 'not-written');
      });
    }
  }

  private shown({ beatAt, ...known }: Kept): LogVerification {
    const isLost = !hasEnded(known) && this.clock.now() - beatAt > lostMs;
    return isLost ? { ...known, state: 'failed', endedAt: new Date(beatAt).toISOString() } : known;
  }

  private async run(id: string): Promise<void> {
    const all = countUpTo(this.log, await this.log.end());
    let now: Partial<Kept> = { state: 'events', checked: 0, all, ok: true, findings: [], found: 0 };
    if (!(await this.keep(id, now))) return;
    const findings: Finding[] = [];
    const write = () => this.keep(id, { ...now, findings: findings.slice(0, mostKept), found: findings.length });
    const beat = setInterval(() => void write().catch((error) => this.logger.warn(String(error))), beatMs).unref();
    let began = performance.now();
    try {
      const { ok, checked, checkpoints } = await this.verification.run(null, {
        found: (finding) => {
          findings.push(finding);
          now = { ...now, ok: false };
        },
        checked: async (events) => {
          now = { ...now, checked: (now.checked ?? 0) + events };
          // As long a rest as the work took leaves requests their share of the process.
          await sleep(performance.now() - began, undefined, { ref: false });
          began = performance.now();
        },
        said: (line) => this.logger.log(line),
        comparing: () => {
          now = { ...now, state: 'documents' };
        },
      });
      now = { ...now, state: 'done', ok, checked, checkpoints, endedAt: this.clock.instant() };
      if (findings[0]) this.logger.error(`The verification found: ${findings[0].text}`);
    } catch (error) {
      this.logger.error(error);
      now = { ...now, state: 'failed', ok: false, endedAt: this.clock.instant() };
    } finally {
      clearInterval(beat);
    }
    await write();
  }

  /** False when another one has begun since, or this one has ended. */
  private keep(id: string, change: Partial<Kept>): Promise<boolean> {
    return changeRecord<Kept, boolean>(this.accounts, kept.kind, kept.id, (known) =>
      known?.id === id && !hasEnded(known)
        ? { next: { ...known, ...change, beatAt: this.clock.now() }, answer: true }
        : { answer: false },
    );
  }
}

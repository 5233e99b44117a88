import { type HealthPart, healthParts, type PartHealth, type Readiness } from '@gos/contract';
import { comparePositions, type ProcessRole } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { AppendWatch } from '../../engine/commands/append-watch';
import { SetAsideEvents } from '../../engine/followers/set-aside-events';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { Projections } from '../../engine/projections/projections';
import { ProofStatus } from '../../engine/proof/proof-status';
import { SelfCheck } from '../../engine/self-check/self-check';
import { CONFIG, type Config } from '../../kernel/config';
import {
  InstallationMismatch,
  StoreDamaged,
  type StoreUnavailable,
  StoreUnwritable,
  unwritableIn,
} from '../../kernel/store-errors';
import { TimeoutError, withTimeout } from '../../kernel/time-limit';
import { ACCOUNTS, type Accounts } from '../../stores/accounts/accounts';
import { CLAIMS, type Claims } from '../../stores/claims/claims';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { FILES, type Files } from '../../stores/files/files';
import { JOBS, type Jobs } from '../../stores/jobs/jobs';
import { READ_MODELS, type ReadModels } from '../../stores/read-models/read-models';
import { ProjectionLag } from '../metrics/projection-lag';

const timeoutMs = 2_000;
/** As long as another projector needs to take over: until then old documents are better than none. */
const toleratedSeconds = 15;

/** The parts without which a process of a role is not ready; all other parts are only reported. */
const needs: Readonly<Record<ProcessRole, readonly HealthPart[]>> = {
  all: ['event-log', 'read-models', 'documents', 'accounts', 'claims'],
  api: ['event-log', 'read-models', 'documents', 'accounts', 'claims'],
  projector: ['event-log', 'read-models', 'documents', 'claims'],
  worker: ['event-log', 'read-models', 'accounts', 'claims', 'jobs'],
};

type State = Pick<PartHealth, 'reason'> & Partial<PartHealth>;
const fine: State = { reason: null };

function unwritable(error: StoreUnavailable | null): State {
  if (error === null) return fine;
  const { remedy = null, fault = null } = unwritableIn(error) ?? {};
  return { reason: 'unwritable', remedy, fault };
}

function damaged({ message, file, isRebuilt }: StoreDamaged): State {
  const remedy = isRebuilt ? 'wait' : file === 'claims.sqlite' ? 'restore-or-move' : 'restore';
  return { reason: 'damaged', remedy: message, fault: { file, remedy } };
}

/** Whether this process can do its work, and why not. Answers within seconds, even when a store hangs. */
@Injectable()
export class Health {
  private wasCaughtUp = false;

  constructor(
    private readonly lag: ProjectionLag,
    private readonly readModels: ActiveReadModels,
    private readonly projections: Projections,
    private readonly appends: AppendWatch,
    private readonly setAsideEvents: SetAsideEvents,
    private readonly proofStatus: ProofStatus,
    private readonly selfCheck: SelfCheck,
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(READ_MODELS) private readonly store: ReadModels,
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    @Inject(CLAIMS) private readonly claims: Claims,
    @Inject(JOBS) private readonly jobs: Jobs,
    @Inject(FILES) private readonly files: Files,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async ready(): Promise<Readiness> {
    const { role } = this.config;
    let end: string | null = null;
    const asks: Record<HealthPart, () => Promise<State>> = {
      'event-log': async () => {
        await this.log.checkWhole?.();
        end = await this.log.end();
        return unwritable(await this.appends.refusal());
      },
      'read-models': async () => {
        await this.store.activeVersion('task');
        return unwritable(this.readModels.failure);
      },
      documents: async () => ({ reason: await this.documents() }),
      accounts: async () => {
        await this.accounts.checkWhole?.();
        return this.answers(this.accounts.get('setting', 'health'));
      },
      claims: async () => {
        await this.claims.checkWhole?.();
        return this.answers(this.claims.getLease('health'));
      },
      jobs: () => this.answers(this.jobs.queueNames()),
      files: () => this.answers(this.files.answers()),
    };
    const [setAside, followers, paused, proof, differing, parts] = await Promise.all([
      this.setAside(),
      this.followers(),
      this.paused(),
      this.proof(),
      this.differing(),
      Promise.all(
        healthParts.map(async (part): Promise<PartHealth> => {
          const { reason, remedy = null, fault = null } = await this.stateOf(asks[part]);
          return { part, ok: reason === null, needed: needs[role].includes(part), reason, remedy, fault };
        }),
      ),
    ]);
    const isReady = parts.every(({ ok, needed }) => ok || !needed);
    const isWhole = !setAside && (followers ?? []).length === 0 && !proof?.refused && !differing;
    const status = isReady ? (isWhole ? 'ok' : 'degraded') : 'unavailable';
    return {
      status,
      role,
      applied: this.readModels.applied,
      end,
      parts,
      setAside,
      followers,
      paused,
      proof,
      differing,
    };
  }

  /** Null when it cannot be read: `parts` says then what is away. */
  private async setAside(): Promise<number | null> {
    try {
      const counts = await withTimeout(timeoutMs, () => this.readModels.countSetAside());
      return [...counts.values()].reduce((sum, count) => sum + count, 0);
    } catch {
      return null;
    }
  }

  /** Null when it cannot be read. */
  private async followers(): Promise<Readiness['followers']> {
    try {
      const counts = await withTimeout(timeoutMs, () => this.setAsideEvents.counts());
      return [...counts].map(([name, setAside]) => ({ name, setAside }));
    } catch {
      return null;
    }
  }

  /** Null when it cannot be read. */
  private differing(): Promise<Readiness['differing']> {
    return withTimeout(timeoutMs, async () => (await this.selfCheck.state()).differing).catch(() => null);
  }

  /** Null when it cannot be read. */
  private paused(): Promise<Readiness['paused']> {
    return withTimeout(timeoutMs, async () => [...(await this.jobs.paused())]).catch(() => null);
  }

  /** Null when it cannot be read. */
  private async proof(): Promise<Readiness['proof']> {
    try {
      const { behind, checkpoint, refused } = await withTimeout(timeoutMs, () => this.proofStatus.now());
      return { behind, checkpointAt: checkpoint?.at ?? null, refused };
    } catch {
      return null;
    }
  }

  private async answers(asked: Promise<unknown>): Promise<State> {
    await asked;
    return fine;
  }

  private async stateOf(ask: () => Promise<State>): Promise<State> {
    try {
      return await withTimeout(timeoutMs, ask);
    } catch (error) {
      if (error instanceof InstallationMismatch) return { reason: 'mismatch' };
      if (error instanceof StoreUnwritable) return unwritable(error);
      if (error instanceof StoreDamaged) return damaged(error);
      return { reason: error instanceof TimeoutError ? 'no-answer' : 'unreachable' };
    }
  }

  /** Compares with the end of the log at the time of the query: under load the log has always grown since. */
  private async documents(): Promise<PartHealth['reason']> {
    const isStandingBy = this.config.role === 'projector' && !this.projections.leads;
    if (!this.readModels.isOpen) return isStandingBy && this.projections.isPrepared ? null : 'not-built';
    const end = await this.log.end();
    const reached = () =>
      end === null || (this.readModels.applied !== null && comparePositions(this.readModels.applied, end) >= 0);
    if (reached()) this.wasCaughtUp = true;
    if (reached()) return null;
    // A standby process keeps no documents, so it has nothing to catch up with.
    if (isStandingBy) return null;
    if (!this.wasCaughtUp) return this.readModels.applied === null ? 'not-built' : 'behind';
    return (await this.lag.now()).seconds < toleratedSeconds ? null : 'behind';
  }
}

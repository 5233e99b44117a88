import { randomUUID } from 'node:crypto';
import { comparePositions, installationStream, laterPosition } from '@gos/domain';
import { readModels } from '@gos/projections';
import { derivedId } from '../../kernel/event-id';
import type { Misfit } from '../../kernel/store-errors';
import type { Accounts } from '../../stores/accounts/accounts';
import type { Claims } from '../../stores/claims/claims';
import type { EventLog } from '../../stores/event-log/event-log';
import type { Jobs } from '../../stores/jobs/jobs';
import type { ReadModels } from '../../stores/read-models/read-models';
import { isReaderOf, originOf } from './log-origin';
import { holdClaims, holdPeople, type LogPlace, type Mark, readAccountsMark, readClaimsMark } from './marks';

/** The stores as they are, without any comparison. */
export interface RawStores {
  readonly log: EventLog;
  readonly accounts: Accounts;
  readonly claims: Claims;
  readonly readModels: ReadModels;
  readonly jobs: Jobs;
}

/** The name under which an embedded job store keeps whose it is. */
export const jobsMark = 'installation';

/** The installation as the log and the marks describe it, and the first part that does not fit. */
export interface Findings {
  readonly installation: string;
  readonly founded: boolean;
  readonly accounts: Mark | null;
  readonly claims: Mark | null;
  readonly misfit: Misfit | null;
}

/** Compares the parts of an installation as they are found. */
export class PartsComparison {
  /** @param isJobsShared whether jobs are kept on a server, where their names say whose they are */
  constructor(
    private readonly raw: RawStores,
    private readonly isJobsShared: boolean,
  ) {}

  /**
   * Compares the parts without changing any.
   * @throws StoreUnavailable
   */
  async find(): Promise<Findings> {
    const [accounts, claims] = await Promise.all([
      readAccountsMark(this.raw.accounts),
      readClaimsMark(this.raw.claims),
    ]);
    // Read last: a mark never says more than the log, while another process founds the installation.
    const founding = await this.foundingId();
    const installation =
      founding ?? claims?.installation ?? accounts?.installation ?? derivedId('installation', randomUUID());
    const findings = { installation, founded: founding !== null, accounts, claims };
    return { ...findings, misfit: await this.firstMisfit(findings) };
  }

  /** Id of the founding event; null for a log without one. */
  async foundingId(): Promise<string | null> {
    const [first] = await this.raw.log.readStream(installationStream, { limit: 1 });
    return first?.id ?? null;
  }

  private async firstMisfit({ founded, ...found }: Omit<Findings, 'misfit'>): Promise<Misfit | null> {
    return (await (founded ? this.misfitOfFounded(found) : this.misfitOfLog(found))) ?? this.misfitOfJobs(found);
  }

  /** The log has no founding event. */
  private async misfitOfLog({ accounts, claims }: Pick<Findings, 'accounts' | 'claims'>): Promise<Misfit | null> {
    const isMarked = [accounts, claims].some((mark) => mark !== null && !mark.planned);
    const hadOne = isMarked || (await this.furthestFollowed()) !== null;
    return hadOne
      ? { part: 'event-log', kind: 'lost', missing: accounts?.upTo?.events ?? claims?.upTo?.events ?? null }
      : null;
  }

  private async misfitOfFounded(found: Pick<Findings, 'installation' | 'accounts' | 'claims'>): Promise<Misfit | null> {
    const { installation, accounts, claims } = found;
    const isMarked = (mark: Mark | null): mark is Mark => mark !== null && !mark.planned && !mark.incomplete;
    const others = (mark: Mark | null) => mark !== null && mark.installation !== installation;
    if (accounts === null || (accounts.planned && others(accounts))) {
      if (!(await holdPeople(this.raw.accounts))) return { part: 'accounts', kind: 'lost', missing: null };
      if (accounts !== null || (isMarked(claims) && !others(claims)))
        return { part: 'accounts', kind: 'another', missing: null };
    } else if (others(accounts)) {
      const isLogs = isMarked(claims) && claims.installation === accounts.installation;
      return { part: isLogs ? 'event-log' : 'accounts', kind: 'another', missing: null };
    }
    const hasOthersClaims = claims === null ? isMarked(accounts) : others(claims);
    if (hasOthersClaims && (isMarked(claims) || (await holdClaims(this.raw.claims))))
      return { part: 'claims', kind: 'another', missing: null };
    return this.olderLog([accounts, claims]);
  }

  private async misfitOfJobs({
    installation,
    accounts,
  }: Pick<Findings, 'installation' | 'accounts'>): Promise<Misfit | null> {
    if (this.isJobsShared) return null;
    const { jobs } = this.raw;
    const mark = await jobs.checkpoint(jobsMark);
    if (mark === installation) return null;
    const isOthers =
      mark !== null || (accounts !== null && !accounts.incomplete && (await jobs.queueNames()).length > 0);
    return isOthers ? { part: 'jobs', kind: 'another', missing: null } : null;
  }

  /** Compares the log with how far the other parts had come with it. */
  private async olderLog(marks: readonly (Mark | null)[]): Promise<Misfit | null> {
    const { log } = this.raw;
    const lacking: number[] = [];
    for (const mark of marks) {
      if (mark?.upTo && !(await this.has(mark.upTo))) lacking.push(mark.upTo.events);
    }
    const followed = await this.furthestFollowed();
    // Read after what follows it: the log grows meanwhile.
    const end = await log.end();
    const isPassed = followed !== null && (end === null || comparePositions(followed, end) > 0);
    if (lacking.length === 0 && !isPassed) return null;
    const { hasConsecutivePositions } = log;
    if (isPassed && hasConsecutivePositions) lacking.push(Number(followed));
    const isCounted = hasConsecutivePositions || !isPassed || marks.some((mark) => mark?.upTo?.position === followed);
    const there = end === null ? 0 : await log.count(null, end);
    const missing = Math.max(...lacking) - there;
    return { part: 'event-log', kind: 'older', missing: isCounted && missing > 0 ? missing : null };
  }

  /** Position of the last event of this log that the read models or the jobs in a file have followed. */
  private async furthestFollowed(): Promise<string | null> {
    const { log, readModels: store } = this.raw;
    const identity = await log.identity();
    const followed: (string | null)[] = [];
    if (await originOf(store, identity)) {
      for (const model of readModels) {
        for (const version of await store.versions(model.name)) {
          followed.push(await store.checkpoint({ ...model, version }));
        }
      }
    }
    followed.push(...(await this.jobsCheckpoints(identity)).map(([, position]) => position));
    return followed.reduce(laterPosition, null);
  }

  private async jobsCheckpoints(identity: string): Promise<[reader: string, position: string][]> {
    const checkpoints = (await this.raw.jobs.checkpoints?.()) ?? [];
    return [...checkpoints].filter(([reader]) => isReaderOf(reader, identity));
  }

  /** Has the jobs in a file follow the log from its end on, where they have followed events that it lacks. */
  async holdBackJobs(end: string): Promise<void> {
    for (const [reader, position] of await this.jobsCheckpoints(await this.raw.log.identity())) {
      if (comparePositions(position, end) > 0) await this.raw.jobs.advance(reader, position, end);
    }
  }

  /** Whether the log has this very event at its position. */
  async has({ position, id }: Pick<LogPlace, 'position' | 'id'>): Promise<boolean> {
    try {
      return (await this.raw.log.at(position))?.id === id;
    } catch (error) {
      if (error instanceof RangeError) return false;
      // An event that cannot be read is there: what is wrong with it says "verify".
      if (error instanceof SyntaxError) return true;
      throw error;
    }
  }
}

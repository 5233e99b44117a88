import { comparePositions } from '@gos/domain';
import { Logger } from '@nestjs/common';
import type { InstallationId } from '../../kernel/belonging';
import type { Config } from '../../kernel/config';
import { comparing } from '../../kernel/connections';
import { InstallationMismatch, type Misfit, StoreUnavailable } from '../../kernel/store-errors';
import type { Accounts } from '../../stores/accounts/accounts';
import type { Claims } from '../../stores/claims/claims';
import type { EventLog } from '../../stores/event-log/event-log';
import type { ReadModels, Renewing } from '../../stores/read-models/read-models';
import { guarded } from './guarded';
import { GuardedStore } from './guarded-store';
import { originOf } from './log-origin';
import {
  holdClaims,
  holdPeople,
  type LogPlace,
  type Mark,
  planClaimsMark,
  readAccountsMark,
  readClaimsMark,
  writeAccountsMark,
  writeClaimsMark,
} from './marks';
import { sentenceOfMisfit } from './mismatch-sentences';
import { jobsMark, PartsComparison, type RawStores } from './parts-comparison';

const lookAgainMs = 1_000;

/**
 * Knows whether the parts of the installation belong together. Each carries the id of the founding event, and accounts and claims how
 * far they had come with the log. They are compared at the start, and each over every new connection to its server.
 */
export class StoreIdentity {
  private readonly logger = new Logger('Installation');
  private identity: string | null = null;
  private founded = false;
  private hadReadModels = false;
  private logId: string | null = null;
  /** The last event that was appended or read, of those that the log must have whenever it is reached again. */
  private seen: { readonly position: string; readonly id: string } | null = null;
  private readonly told = new Map<Misfit['part'], string>();
  private readonly watched: Readonly<Record<'event-log' | 'accounts' | 'claims' | 'read-models', GuardedStore>>;
  private again: NodeJS.Timeout | undefined;
  private unmarkJobs: (() => void) | undefined;
  private renewals = 0;
  /** The parts as they are found, without a change to any. */
  readonly comparison: PartsComparison;

  readonly log: EventLog;
  readonly accounts: Accounts;
  readonly readModels: ReadModels;
  /** Claims that give no numbers. */
  private readonly ownClaims: Omit<Claims, 'next'>;

  constructor(
    private readonly raw: RawStores,
    private readonly owner: InstallationId,
    private readonly config: Pick<Config, 'servers'>,
  ) {
    this.comparison = new PartsComparison(raw, config.servers.redis !== null);
    const watch = (part: Misfit['part'], store: object, compare: () => Promise<Misfit['kind'] | Misfit | null>) =>
      new GuardedStore(store, () => this.comparing(part, compare), { holdsBack: () => this.identity !== null });
    this.watched = {
      'event-log': watch('event-log', raw.log, () => this.compareLog()),
      accounts: watch('accounts', raw.accounts, () => this.compareAccounts()),
      claims: watch('claims', raw.claims, () => this.compareClaims()),
      'read-models': watch('read-models', raw.readModels, () => this.compareReadModels()),
    };
    this.log = this.isServed(raw.log)
      ? guarded(raw.log, this.watched['event-log'], {
          before: { append: async () => this.mustFit() },
          after: {
            append: ({ position }, [, , events]) => this.saw({ position, id: events.at(-1)!.id }),
            readAll: (events) => this.saw(events.at(-1)),
            readStream: (events) => {
              this.founded ||= events.length > 0;
            },
          },
        })
      : raw.log;
    this.accounts = this.isServed(raw.accounts) ? guarded(raw.accounts, this.watched.accounts) : raw.accounts;
    this.ownClaims = guarded(raw.claims, this.watched.claims);
    this.readModels = this.isServed(raw.readModels)
      ? guarded(raw.readModels, this.watched['read-models'])
      : raw.readModels;
  }

  /** @param raiseCounters is done before the first number that a connection gives */
  claims(raiseCounters: (claims: Omit<Claims, 'next'>) => Promise<void>): Claims {
    const numbers = new GuardedStore(this.raw.claims, () => raiseCounters(this.ownClaims), { isNew: true });
    return guarded(this.raw.claims, this.watched.claims, { before: { next: () => numbers.fits() } });
  }

  /**
   * Id of the installation: of its founding event, also before that was appended.
   * @throws StoreUnavailable before the parts were compared
   */
  get installation(): string {
    if (this.identity === null) throw new StoreUnavailable('The stores were not reached yet', 'not-written');
    return this.identity;
  }

  /** The first part that does not fit at present. */
  get misfit(): Misfit | null {
    return this.mismatch?.misfit ?? null;
  }

  /** Whether what people read may be wrong, and not only what they change. */
  get misleads(): boolean {
    return this.watched.accounts.mismatch !== null || this.watched['read-models'].mismatch !== null;
  }

  /** The unguarded store of documents, also while it is not the right one, for rebuilding it. */
  get rawReadModels(): ReadModels {
    return this.raw.readModels;
  }

  /** Connections to the documents' store so far, and empty ones that took the place of a damaged one. */
  get readModelConnections(): number {
    return this.watched['read-models'].connections + this.renewals;
  }

  /** Calls the listener when damaged documents are about to be set aside, and when an empty store has taken their place. */
  onRenewedReadModels(listener: (isDone: boolean) => void): void {
    const { readModels } = this.raw;
    if (!('onRenewal' in readModels)) return;
    (readModels as ReadModels & Renewing).onRenewal((isDone) => {
      if (isDone) this.renewals++;
      listener(isDone);
    });
  }

  /**
   * Resolves when everything but the documents is the right one.
   * @throws InstallationMismatch, StoreUnavailable
   */
  async othersFit(): Promise<void> {
    for (const part of ['event-log', 'accounts', 'claims'] as const) await this.watched[part].fits();
  }

  /** Looks again at what does not fit, so that it is noticed without anybody asking; until `stop`. */
  start(): void {
    this.again ??= setInterval(() => {
      for (const part of Object.values(this.watched)) if (part.mismatch) part.fits().catch(() => {});
    }, lookAgainMs).unref();
  }

  stop(): void {
    clearInterval(this.again);
    this.unmarkJobs?.();
  }

  /**
   * Compares all parts, and marks those that follow where they were lost, or where no part was marked yet.
   * @param hasLostAccounts takes empty accounts, so that people can be given new ones
   * @throws InstallationMismatch, StoreUnavailable
   */
  async settle({ hasLostAccounts = false } = {}): Promise<void> {
    const findings = await this.comparison.find();
    const { installation, founded, accounts, claims } = findings;
    const isTaken = hasLostAccounts && findings.misfit?.part === 'accounts' && findings.misfit.kind === 'lost';
    if (findings.misfit && !isTaken) throw this.mismatchOf(findings.misfit);
    const isFirst = accounts === null ? claims === null || claims.planned === true : accounts.incomplete === true;
    const mark: Mark = { installation, upTo: null, ...(!founded && { planned: true }) };
    if (founded) {
      const isMarked = accounts !== null && !accounts.incomplete && !accounts.planned;
      if (!isMarked && isFirst) await writeAccountsMark(this.raw.accounts, { ...mark, incomplete: true });
      if (claims === null || claims.planned) await writeClaimsMark(this.raw.claims, mark);
      if (!isMarked) await writeAccountsMark(this.raw.accounts, mark);
      if (claims === null && !isFirst) this.logger.warn(this.sentenceOf(lostClaims));
    } else {
      // Another process may have been faster.
      if ((await planClaimsMark(this.raw.claims, mark)).installation !== installation) return this.settle();
      if (accounts === null) await writeAccountsMark(this.raw.accounts, mark);
    }
    if (this.config.servers.redis === null) {
      const markJobs = () => this.raw.jobs.advance(jobsMark, null, installation);
      await markJobs();
      // An empty file has taken the place of a damaged one.
      this.unmarkJobs ??= this.raw.jobs.onReconnect(
        () => void markJobs().catch((error) => this.logger.warn(String(error))),
      );
    }
    this.identity = installation;
    this.founded = founded;
    const isPlanned = claims?.planned === true && claims.installation === installation;
    this.owner.is({ installation, mayBeUnnamed: founded && isFirst && !isPlanned });
  }

  /**
   * Names the installation for stores that keep several apart, where it is not started.
   * @param asImported its id where the stores are empty still
   * @returns false when nothing is known
   */
  async name(asImported?: string): Promise<boolean> {
    const { installation, founded, claims } = await this.comparison.find();
    const isKnown = founded || claims !== null;
    if (isKnown || asImported !== undefined)
      this.owner.is({ installation: isKnown ? installation : asImported!, mayBeUnnamed: founded && claims === null });
    return isKnown;
  }

  /** Has accounts and claims say that the installation is founded, as soon as it is. */
  async found(): Promise<void> {
    const mark: Mark = { installation: this.installation, upTo: null };
    if ((await readAccountsMark(this.accounts))?.planned) await writeAccountsMark(this.accounts, mark);
    if ((await readClaimsMark(this.ownClaims))?.planned) await writeClaimsMark(this.ownClaims, mark);
  }

  /** Says how far accounts and claims have come, once the installation is founded. */
  async keep(upTo: LogPlace): Promise<void> {
    if (!this.founded && (await this.comparison.foundingId()) !== this.installation) return;
    const mark: Mark = { installation: this.installation, upTo };
    await writeAccountsMark(this.accounts, mark);
    await writeClaimsMark(this.ownClaims, mark);
    this.founded = true;
  }

  /**
   * Has accounts, claims and jobs follow the log from a place on, whatever they followed before.
   * @throws StoreUnavailable
   */
  async follow(upTo: LogPlace): Promise<void> {
    const installation = (await this.comparison.foundingId())!;
    await writeAccountsMark(this.raw.accounts, { installation, upTo });
    await writeClaimsMark(this.raw.claims, { installation, upTo });
    await this.comparison.holdBackJobs(upTo.position);
  }

  sentenceOf(misfit: Misfit): string {
    return sentenceOfMisfit(misfit, this.config.servers);
  }

  /** How far the accounts had come when they were marked last. */
  async keptPlace(): Promise<LogPlace | null> {
    return (await readAccountsMark(this.accounts))?.upTo ?? null;
  }

  private get mismatch(): InstallationMismatch | null {
    for (const { mismatch } of Object.values(this.watched)) if (mismatch) return mismatch;
    return null;
  }

  private mustFit(): void {
    if (this.mismatch) throw this.mismatch;
  }

  private mismatchOf(misfit: Misfit): InstallationMismatch {
    return new InstallationMismatch(misfit, this.sentenceOf(misfit));
  }

  private saw(event: { readonly position: string; readonly id: string } | undefined): void {
    if (event === undefined) return;
    // The first event of all is the founding one.
    this.founded = true;
    if (this.seen && comparePositions(event.position, this.seen.position) <= 0) return;
    this.seen = { position: event.position, id: event.id };
  }

  private isServed(store: object): boolean {
    return 'onConnected' in store;
  }

  /** Compares a part over a new connection, and logs when it begins or ceases to fit. */
  private async comparing(part: Misfit['part'], compare: () => Promise<Misfit['kind'] | Misfit | null>): Promise<void> {
    if (this.identity === null) return;
    await comparing(async () => {
      const found = await compare();
      if (found !== null)
        throw this.tellMisfit(typeof found === 'string' ? { part, kind: found, missing: null } : found);
    });
    if (this.told.delete(part)) this.logger.log(`The ${part} fits the installation again.`);
  }

  private tellMisfit(misfit: Misfit): InstallationMismatch {
    const error = this.mismatchOf(misfit);
    if (this.told.get(misfit.part) !== error.message) this.logger.error(error.message);
    this.told.set(misfit.part, error.message);
    return error;
  }

  private async compareLog(): Promise<Misfit['kind'] | Misfit | null> {
    const founding = await this.comparison.foundingId();
    if (founding === null) return this.founded ? 'lost' : null;
    if (founding !== this.identity) return 'another';
    this.founded = true;
    return this.seen === null || (await this.comparison.has(this.seen)) ? null : 'older';
  }

  private async compareAccounts(): Promise<Misfit['kind'] | null> {
    const mark = await readAccountsMark(this.raw.accounts);
    if (mark !== null) return mark.installation === this.identity ? null : 'another';
    return (await holdPeople(this.raw.accounts)) ? 'another' : 'lost';
  }

  private async compareClaims(): Promise<Misfit['kind'] | null> {
    const mark = await readClaimsMark(this.raw.claims);
    if (mark !== null && mark.installation === this.identity) return null;
    if (mark !== null && !mark.planned) return 'another';
    if (await holdClaims(this.raw.claims)) return 'another';
    // Lost: taken up, unless the whole server is a wrong one.
    await this.watched.accounts.fits();
    if ((await this.compareAccounts()) !== null) return 'another';
    await writeClaimsMark(this.raw.claims, {
      installation: this.installation,
      upTo: null,
      ...(!this.founded && { planned: true }),
    });
    this.logger.warn(this.sentenceOf(lostClaims));
    return null;
  }

  private async compareReadModels(): Promise<Misfit['kind'] | null> {
    // Kept: what is there is read on while the log is another one, or away.
    this.logId ??= await this.log.identity();
    const origin = await originOf(this.raw.readModels, this.logId);
    if (origin && !origin.building) this.hadReadModels = true;
    else if (this.hadReadModels) return 'lost';
    return null;
  }
}

const lostClaims: Misfit = { part: 'claims', kind: 'lost', missing: null };

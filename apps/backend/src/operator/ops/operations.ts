import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Projections } from '../../engine/projections/projections';
import { CONFIG, type Config } from '../../kernel/config';
import { Progress } from '../../kernel/progress';
import { SecurityLog } from '../../observability/security-log';
import { ACCOUNTS, type Accounts } from '../../stores/accounts/accounts';
import { BROADCAST, type Broadcast } from '../../stores/broadcast/broadcast';
import { CLAIMS, type Claims } from '../../stores/claims/claims';
import { countUpTo } from '../../stores/event-log/event-count';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { FILES, type Files } from '../../stores/files/files';
import { JOBS, type Jobs } from '../../stores/jobs/jobs';
import { READ_MODELS, type ReadModels } from '../../stores/read-models/read-models';
import { deadLetters } from './dead-letters';
import { exportTo } from './exporting';
import { reportLag } from './lag';
import { LogProofOperations } from './log-proof';
import { leaderOperations, type Operation, pingOperation, remoteOperations } from './operation-names';
import { OperationRefused, type ReportLine } from './operation-report';
import { PeopleOperations } from './people-operations';
import { RemoteOperations } from './remote-operations';
import { reportSetAside } from './set-aside';
import { SetAsideEventOperations } from './set-aside-events';
import { Verification } from './verification';

/** Those that change something, or take data out. */
const changing: ReadonlySet<Operation> = new Set<Operation>(['rebuild', 'export', 'user', 'dead-letters', 'log-key']);

const nobodyLeads =
  'No process keeps the read models at present: one that may (GOS_ROLE all or projector) has to run. Look with "lag".';

/** Runs operations in this process, or delegates them to the leading one. */
@Injectable()
export class Operations implements OnModuleInit, OnModuleDestroy {
  private readonly remoteOperations: RemoteOperations;
  private stopAnswering: () => void = () => {};

  constructor(
    private readonly projections: Projections,
    private readonly people: PeopleOperations,
    private readonly security: SecurityLog,
    private readonly verification: Verification,
    private readonly setAsideEvents: SetAsideEventOperations,
    private readonly proof: LogProofOperations,
    @Inject(EVENT_LOG) readonly log: EventLog,
    @Inject(READ_MODELS) private readonly store: ReadModels,
    @Inject(ACCOUNTS) readonly accounts: Accounts,
    @Inject(CLAIMS) readonly claims: Claims,
    @Inject(FILES) readonly files: Files,
    @Inject(JOBS) private readonly jobs: Jobs,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(BROADCAST) broadcast: Broadcast,
  ) {
    this.remoteOperations = new RemoteOperations(broadcast);
  }

  onModuleInit(): void {
    this.stopAnswering = this.remoteOperations.answer(
      (operation) => operation === pingOperation || this.projections.leads,
      async (operation, args, say) => {
        if (operation === pingOperation) return true;
        if (!remoteOperations.has(operation))
          throw new OperationRefused(`No process does "${operation}" for another one.`);
        return this.here(operation as Operation, args, say);
      },
    );
  }

  onModuleDestroy(): void {
    this.stopAnswering();
  }

  /**
   * Runs an operation to its end; resolves with false when it found something wrong. Errors are sentences for the
   * person who started it.
   * @param report receives progress and findings, line by line
   */
  async run(operation: Operation, args: readonly string[], report: ReportLine): Promise<boolean> {
    if (this.projections.leads || !leaderOperations.has(operation)) return this.here(operation, args, report);
    const fine = await this.remoteOperations.ask(operation, args, report);
    if (fine === null) throw new OperationRefused(nobodyLeads);
    return fine;
  }

  private async here(operation: Operation, args: readonly string[], report: ReportLine): Promise<boolean> {
    // The first word of a person's operation says what is done; the others are names.
    if (changing.has(operation) || (operation === 'set-aside' && args.length > 0)) {
      this.security.write('operator.ran', {
        what: operation === 'user' ? `user ${args[0] ?? ''}`.slice(0, 32) : operation,
      });
    }
    switch (operation) {
      case 'lag':
        return reportLag({ projections: this.projections, log: this.log, store: this.store }, report);
      case 'rebuild':
        return this.rebuild(args[0] ?? null, report);
      case 'verify':
        return this.verify(args, report);
      case 'set-aside':
        return args.length > 0 ? this.setAsideEvents.act(args, report) : this.reportSetAside(report);
      case 'export':
        if (args[0] === undefined) throw new OperationRefused('export FILE');
        await exportTo(args[0], this, this.config.secret, report);
        return true;
      case 'user':
        return this.people.run(args, report);
      case 'checkpoint':
        return this.proof.checkpoint(report);
      case 'log-key':
        return this.proof.keys(args, report);
      case 'dead-letters':
        return deadLetters(this.jobs, args, report);
      default:
        throw new OperationRefused(
          `"${operation}" is for an installation that is stopped: npm run ops -- ${operation}.`,
        );
    }
  }

  private async reportSetAside(report: ReportLine): Promise<boolean> {
    const [documents, events] = [await reportSetAside(this.store, report), await this.setAsideEvents.report(report)];
    return documents && events;
  }

  private async rebuild(name: string | null, report: ReportLine): Promise<boolean> {
    const all = countUpTo(this.log, await this.log.end());
    let progress: Progress | null = null;
    let [building, applied] = ['', 0];
    await this.projections.rebuild(name, ({ model, events }) => {
      if (model === building) progress?.add(events - applied);
      else {
        progress = new Progress({ doing: `building ${model}`, unit: 'events', all }, report);
        progress.skip(events);
      }
      [building, applied] = [model, events];
    });
    report('rebuilt');
    return true;
  }

  private async verify(args: readonly string[], report: ReportLine): Promise<boolean> {
    const all = countUpTo(this.log, await this.log.end());
    const progress = new Progress({ doing: 'checking', unit: 'events', all }, report);
    const { ok } = await this.verification.run(args[0] === '--checkpoint' ? (args[1] ?? '') : null, {
      found: ({ text }) => report(text),
      checked: (events) => progress.add(events),
      said: report,
    });
    return ok;
  }
}

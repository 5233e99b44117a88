import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Projections } from '../../engine/projections/projections';
import { CONFIG, type Config } from '../../kernel/config';
import { ACCOUNTS, type Accounts } from '../../stores/accounts/accounts';
import { BROADCAST, type Broadcast } from '../../stores/broadcast/broadcast';
import { CLAIMS, type Claims } from '../../stores/claims/claims';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { FILES, type Files } from '../../stores/files/files';
import { JOBS, type Jobs } from '../../stores/jobs/jobs';
import { READ_MODELS, type ReadModels } from '../../stores/read-models/read-models';
import { Asking } from './asking';
import { askable, isAnybodyThere, type Operation, ofLeader } from './commands';
import { deadLetters } from './dead-letters';
import { exportTo } from './exporting';
import { sayLag } from './lag';
import { PeopleOperations } from './people-operations';
import { OperationRefused, type Say, saySometimes } from './say';
import { verifyLog } from './verify-log';

const nobodyLeads =
  'No process keeps the read models at present: one that may (GOS_ROLE all or projector) has to run. Look with "lag".';

/** Runs operations in this process, or in the one that has to do them. */
@Injectable()
export class Operations implements OnModuleInit, OnModuleDestroy {
  private readonly asking: Asking;
  private stopAnswering: () => void = () => {};

  constructor(
    private readonly projections: Projections,
    private readonly people: PeopleOperations,
    @Inject(EVENT_LOG) readonly log: EventLog,
    @Inject(READ_MODELS) private readonly store: ReadModels,
    @Inject(ACCOUNTS) readonly accounts: Accounts,
    @Inject(CLAIMS) readonly claims: Claims,
    @Inject(FILES) readonly files: Files,
    @Inject(JOBS) private readonly jobs: Jobs,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(BROADCAST) broadcast: Broadcast,
  ) {
    this.asking = new Asking(broadcast);
  }

  onModuleInit(): void {
    this.stopAnswering = this.asking.answer(
      (operation) => operation === isAnybodyThere || this.projections.leads,
      async (operation, args, say) => {
        if (operation === isAnybodyThere) return true;
        if (!askable.has(operation)) throw new OperationRefused(`No process does "${operation}" for another one.`);
        return this.here(operation as Operation, args, say);
      },
    );
  }

  onModuleDestroy(): void {
    this.stopAnswering();
  }

  /**
   * Runs an operation to its end; false when something is wrong. What it throws is a sentence for whoever asked.
   * @param say hears a line at a time how far it is, and what it found
   */
  async run(operation: Operation, args: readonly string[], say: Say): Promise<boolean> {
    if (this.projections.leads || !ofLeader.has(operation)) return this.here(operation, args, say);
    const fine = await this.asking.ask(operation, args, say);
    if (fine === null) throw new OperationRefused(nobodyLeads);
    return fine;
  }

  private async here(operation: Operation, args: readonly string[], say: Say): Promise<boolean> {
    switch (operation) {
      case 'lag':
        return sayLag({ projections: this.projections, log: this.log, store: this.store }, say);
      case 'rebuild':
        return this.rebuild(args[0] ?? null, say);
      case 'verify':
        return this.verify(say);
      case 'export':
        if (args[0] === undefined) throw new OperationRefused('export FILE');
        await exportTo(args[0], this, this.config.secret, say);
        return true;
      case 'user':
        return this.people.run(args, say);
      case 'dead-letters':
        return deadLetters(this.jobs, args, say);
      default:
        throw new OperationRefused(
          `"${operation}" is for an installation that is stopped: npm run ops -- ${operation}.`,
        );
    }
  }

  private async rebuild(name: string | null, say: Say): Promise<boolean> {
    const sometimes = saySometimes(say);
    await this.projections.rebuild(name, ({ model, events }) => sometimes(() => `${model}: ${events} events`));
    say('rebuilt');
    return true;
  }

  private async verify(say: Say): Promise<boolean> {
    const { checked, errors } = await verifyLog(this.log, say);
    say(`${checked} events checked, ${errors.length} altered`);
    if (errors.length > 0) return false;
    const { compared, different } = await this.projections.verify();
    for (const { model, id } of different.slice(0, 100)) say(`${model} ${id}: is not what the log makes of it`);
    const advice = different.length > 0 ? ' (rebuild them)' : '';
    say(`${compared} documents compared, ${different.length} different${advice}`);
    return different.length === 0;
  }
}

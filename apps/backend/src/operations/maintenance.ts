import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { ActiveReadModels } from '../engine/projections/active-read-models';
import { Uploads } from '../entities/file/uploads';
import { Sessions } from '../entities/session/sessions';
import { LastSeen } from '../entities/user/last-seen';
import { WorkAddresses } from '../entities/work/work-addresses';
import { CONFIG, type Config } from '../kernel/config';
import { JOBS, type Jobs } from '../stores/jobs/jobs';

const queue = 'maintenance';
const hourMs = 60 * 60 * 1_000;

/** Periodic cleaning jobs, each run by one process at a time. */
@Injectable()
export class Maintenance implements OnApplicationBootstrap {
  private readonly logger = new Logger(Maintenance.name);
  private readonly tasks: Readonly<Record<string, () => Promise<unknown>>>;

  constructor(
    uploads: Uploads,
    sessions: Sessions,
    addresses: WorkAddresses,
    seen: LastSeen,
    private readonly readModels: ActiveReadModels,
    @Inject(JOBS) private readonly jobs: Jobs,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.tasks = {
      'sweep-uploads': () => uploads.sweep(),
      'sweep-sessions': () => sessions.sweep(),
      'sweep-addresses': () => addresses.sweep(),
      'sweep-seen': () => seen.sweep(),
    };
  }

  /** Waits until the stores may be served from. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.config.role === 'api' || this.config.role === 'projector') return;
    const begun = this.readModels.opened.then(() => this.begin());
    if (this.readModels.isOpen) await begun;
    else begun.catch((error) => this.logger.warn(String(error)));
  }

  private async begin(): Promise<void> {
    const backoff = { delayMs: 10_000, mostMs: 10 * 60_000 };
    this.jobs.process(queue, { attempts: 5, backoff }, async ({ id }) => {
      await this.tasks[id.split('@')[0]!]?.();
    });
    for (const id of Object.keys(this.tasks)) {
      // When the store is away now, the schedule is added once it is back.
      await this.jobs
        .repeat(queue, { id, everyMs: hourMs, data: null })
        .catch((error) => this.logger.warn(String(error)));
    }
  }
}

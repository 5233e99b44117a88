import { Inject, Injectable, Logger } from '@nestjs/common';
import { Worker } from '../../../engine/work/worker';
import { InstallationSettings } from '../../../entities/installation/settings';
import { People } from '../../../entities/user/people';
import { Clock } from '../../../kernel/clock';
import { CONFIG, type Config } from '../../../kernel/config';
import { JOBS, type JobRun, type Jobs, PermanentFailure } from '../../../stores/jobs/jobs';
import { MAIL, type Mail, MailRefused } from '../../../stores/mail/mail';
import { type SecondStepNews, secondStepMailText } from './second-step-mail-text';

interface NewsJob {
  readonly userId: number;
  readonly news: SecondStepNews;
  readonly at: number;
}

const queue = 'second-step-mail';
const patience = { attempts: 10, backoff: { delayMs: 30_000, mostMs: 60 * 60_000 } };

/** Tells people by mail whenever their second step was changed, whoever did it. */
@Injectable()
export class SecondStepMails {
  private readonly logger = new Logger(SecondStepMails.name);

  constructor(
    worker: Worker,
    private readonly people: People,
    private readonly settings: InstallationSettings,
    private readonly clock: Clock,
    @Inject(JOBS) private readonly jobs: Jobs,
    @Inject(MAIL) private readonly mail: Mail,
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicUrl' | 'port' | 'timeZone'>,
  ) {
    worker.handle<NewsJob>(queue, patience, (run) => this.send(run));
  }

  /** Never fails: the change has been made, and is told to whoever made it. */
  async tell(userId: number, news: SecondStepNews): Promise<void> {
    const at = this.clock.now();
    const data: NewsJob = { userId, news, at };
    try {
      await this.jobs.add(queue, { id: `${userId}.${news}.${at}`, data });
    } catch (error) {
      this.logger.warn(`A mail about the second step of person ${userId} was not added: ${String(error)}`);
    }
  }

  private async send({ id, data: { userId, news, at } }: JobRun<NewsJob>): Promise<void> {
    const reader = this.people.get(userId);
    if (!reader) return;
    const { brandName } = this.settings.now;
    const { timeZone, publicUrl, port } = this.config;
    const origin = publicUrl ?? `http://localhost:${port}`;
    const content = secondStepMailText({ news, reader, at, timeZone, brandName, origin });
    try {
      await this.mail.send({ id: `second-step-${id}`, to: { name: reader.name, address: reader.email }, ...content });
    } catch (error) {
      const why = `Email not sent: ${error instanceof Error ? error.message : String(error)}`;
      if (error instanceof MailRefused) throw new PermanentFailure(why, { cause: error });
      throw new Error(why, { cause: error });
    }
  }
}

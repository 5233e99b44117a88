import { Inject, Injectable, Logger } from '@nestjs/common';
import { Worker } from '../../../engine/jobs/worker';
import { Clock } from '../../../kernel/clock';
import { CONFIG, type Config, originOf } from '../../../kernel/config';
import { type SecurityEvent, SecurityLog } from '../../../observability/security-log';
import { InstallationSettings } from '../../../shared/installation/settings';
import { People } from '../../../shared/user/people';
import { JOBS, type JobRun, type Jobs, PermanentFailure } from '../../../stores/jobs/jobs';
import { MAIL, type Mail, MailRefused } from '../../../stores/mail/mail';
import { type SignInNews, signInMailText } from './sign-in-mail-text';

interface NewsJob {
  readonly userId: number;
  readonly news: SignInNews;
  readonly provider?: string;
  readonly at: number;
}

const queue = 'sign-in-mail';
const patience = { attempts: 10, backoff: { delayMs: 30_000, mostMs: 60 * 60_000 } };

function eventOf(news: SignInNews): SecurityEvent {
  switch (news) {
    case 'identity-connected':
      return 'identity.connected';
    case 'identity-disconnected':
      return 'identity.disconnected';
    default:
      return `second-step.${news}`;
  }
}

/** Notifies people by mail, and writes to the security log, when anybody changed a way to sign in to their account. */
@Injectable()
export class SignInMails {
  private readonly logger = new Logger(SignInMails.name);

  constructor(
    worker: Worker,
    private readonly people: People,
    private readonly settings: InstallationSettings,
    private readonly clock: Clock,
    private readonly log: SecurityLog,
    @Inject(JOBS) private readonly jobs: Jobs,
    @Inject(MAIL) private readonly mail: Mail,
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicUrl' | 'port' | 'timeZone'>,
  ) {
    worker.handle<NewsJob>(queue, patience, (run) => this.send(run));
  }

  /**
   * Never fails: the change is made and answered already.
   * @param provider the name of the provider that changed
   */
  async tell(userId: number, news: SignInNews, provider?: string): Promise<void> {
    this.log.write(eventOf(news), { person: userId, what: provider });
    const at = this.clock.now();
    const data: NewsJob = { userId, news, at, ...(provider !== undefined && { provider }) };
    try {
      await this.jobs.add(queue, { id: `${userId}.${news}.${at}`, data });
    } catch (error) {
      this.logger.warn(`A mail about the sign-in of person ${userId} was not added: ${String(error)}`);
    }
  }

  private async send({ id, data: { userId, news, provider, at } }: JobRun<NewsJob>): Promise<void> {
    const reader = this.people.get(userId);
    if (!reader) return;
    const { brandName } = this.settings.now;
    const { timeZone } = this.config;
    const origin = originOf(this.config);
    const content = signInMailText({ news, provider, reader, at, timeZone, brandName, origin });
    try {
      await this.mail.send({ id: `sign-in-${id}`, to: { name: reader.name, address: reader.email }, ...content });
    } catch (error) {
      const why = `Email not sent: ${error instanceof Error ? error.message : String(error)}`;
      if (error instanceof MailRefused) throw new PermanentFailure(why, { cause: error });
      throw new Error(why, { cause: error });
    }
  }
}

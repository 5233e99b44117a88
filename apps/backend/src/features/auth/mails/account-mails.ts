import { randomBytes } from 'node:crypto';
import { userAggregate, userStream } from '@gos/domain';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CommandRunner } from '../../../engine/commands/command-runner';
import { Worker } from '../../../engine/work/worker';
import { InstallationSettings } from '../../../entities/installation/settings';
import { ActiveAdmins } from '../../../entities/user/active-admins';
import { Invitations } from '../../../entities/user/invitations';
import { People } from '../../../entities/user/people';
import { Recoveries } from '../../../entities/user/recoveries';
import { Clock } from '../../../kernel/clock';
import { CONFIG, type Config } from '../../../kernel/config';
import type { MailAddress } from '../../../kernel/mail-address';
import { JOBS, type JobRun, type Jobs, PermanentFailure } from '../../../stores/jobs/jobs';
import { MAIL, type Mail, MailRefused } from '../../../stores/mail/mail';
import {
  attackedLetter,
  attackedPersonLetter,
  invitationLetter,
  passwordChangedLetter,
  recoveryLetter,
  type Setting,
} from './account-letters';

/** Jobs hold neither addresses nor tokens. Instants are milliseconds since 1970. */
type LetterJob =
  /** `userId` is null where nobody has the e-mail: asking costs the same. */
  | { readonly letter: 'recovery'; readonly userId: number | null; readonly at: number }
  | { readonly letter: 'password-changed'; readonly userId: number; readonly at: number }
  | { readonly letter: 'attacked'; readonly userId: number; readonly readerId: number; readonly at: number }
  | { readonly letter: 'invitation'; readonly id: string; readonly nonce: string };

interface Written {
  readonly to: MailAddress;
  readonly content: { readonly subject: string; readonly text: string; readonly html: string };
  /** Told what became of it. */
  noted?(became: 'sent' | 'failed'): Promise<void>;
}

const queue = 'account-mail';
const patience = { attempts: 10, backoff: { delayMs: 10_000, mostMs: 30 * 60_000 } };
/** A link that was asked for earlier is not sent any more, however long the mail server was away. */
const latestMs = 24 * 60 * 60_000;
const hourMs = 60 * 60_000;

/** Letters about people's accounts: a forgotten password, invitations. They leave after the request that causes them. */
@Injectable()
export class AccountMails {
  private readonly logger = new Logger(AccountMails.name);

  constructor(
    worker: Worker,
    private readonly people: People,
    private readonly recoveries: Recoveries,
    private readonly invitations: Invitations,
    private readonly settings: InstallationSettings,
    private readonly runner: CommandRunner,
    private readonly admins: ActiveAdmins,
    private readonly clock: Clock,
    @Inject(JOBS) private readonly jobs: Jobs,
    @Inject(MAIL) private readonly mail: Mail,
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicUrl' | 'port' | 'timeZone'>,
  ) {
    worker.handle<LetterJob>(queue, { concurrency: 2, ...patience }, (run) => this.send(run));
  }

  /**
   * A link to choose a new password by.
   * @param userId null where nobody has the e-mail: then nothing is sent
   */
  recovery(userId: number | null): Promise<void> {
    const data: LetterJob = { letter: 'recovery', userId, at: this.clock.now() };
    return this.jobs.add(queue, { id: `recovery.${randomBytes(16).toString('hex')}`, data });
  }

  /** Never fails: the password is changed. */
  async passwordChanged(userId: number): Promise<void> {
    const at = this.clock.now();
    const data: LetterJob = { letter: 'password-changed', userId, at };
    try {
      await this.jobs.add(queue, { id: `password-changed.${userId}.${at}`, data });
    } catch (error) {
      this.logger.warn(`A mail about the changed password of person ${userId} was not added: ${String(error)}`);
    }
  }

  /** Tells the person and the admins of very many wrong passwords; at most once an hour. Never fails. */
  async attacked(userId: number): Promise<void> {
    const at = this.clock.now();
    try {
      for (const readerId of new Set([userId, ...(await this.admins.all())])) {
        const data: LetterJob = { letter: 'attacked', userId, readerId, at };
        await this.jobs.add(queue, { id: `attacked.${userId}.${readerId}.${Math.floor(at / hourMs)}`, data });
      }
    } catch (error) {
      this.logger.warn(`Mails about the attack on person ${userId} were not added: ${String(error)}`);
    }
  }

  invitation({ id, nonce }: { readonly id: string; readonly nonce: string }): Promise<void> {
    const data: LetterJob = { letter: 'invitation', id, nonce };
    return this.jobs.add(queue, { id: `invitation.${id}.${nonce}`, data });
  }

  private async send({ id, data }: JobRun<LetterJob>): Promise<void> {
    const written = await this.write(data, id);
    if (!written) return;
    const { to, content, noted } = written;
    try {
      await this.mail.send({ id, to, ...content });
    } catch (error) {
      await noted?.('failed');
      const why = `Email not sent: ${error instanceof Error ? error.message : String(error)}`;
      if (error instanceof MailRefused) throw new PermanentFailure(why, { cause: error });
      throw new Error(why, { cause: error });
    }
    await noted?.('sent');
  }

  /** Null when it is not to be sent any more. */
  private write(job: LetterJob, id: string): Promise<Written | null> {
    switch (job.letter) {
      case 'recovery':
        return this.writeRecovery(job, id);
      case 'password-changed':
        return this.writePasswordChanged(job);
      case 'attacked':
        return this.writeAttacked(job);
      case 'invitation':
        return this.writeInvitation(job);
    }
  }

  private async writeRecovery(
    { userId, at }: LetterJob & { readonly letter: 'recovery' },
    nonce: string,
  ): Promise<Written | null> {
    if (userId === null || at < this.clock.now() - latestMs) return null;
    const data = (await this.people.record(userId))?.value;
    const user = data && (await this.runner.load(userStream(userId), userAggregate));
    // Without a state: a crash cut the registration off, and the next sign-in completes it.
    if (!data || user?.active === false) return null;
    const token = await this.recoveries.issue(userId, data, { nonce, askedAt: at });
    if (token === null) return null;
    const to = { name: data.name, address: data.email };
    return { to, content: recoveryLetter(data.name, token, this.setting(data.language)) };
  }

  private async writePasswordChanged({
    userId,
    at,
  }: LetterJob & { readonly letter: 'password-changed' }): Promise<Written | null> {
    const person = this.people.get(userId);
    if (!person) return null;
    const { name, email, language } = person;
    return { to: { name, address: email }, content: passwordChangedLetter(name, at, this.setting(language)) };
  }

  /** Not to who has left. */
  private async writeAttacked({
    userId,
    readerId,
    at,
  }: LetterJob & { readonly letter: 'attacked' }): Promise<Written | null> {
    const reader = this.people.get(readerId);
    const user = reader && (await this.runner.load(userStream(readerId), userAggregate));
    if (!reader || !user?.active || at < this.clock.now() - latestMs) return null;
    const setting = this.setting(reader.language);
    const content =
      readerId === userId
        ? attackedLetter(reader.name, at, setting)
        : attackedPersonLetter(reader.name, { id: userId, name: this.people.name(userId) }, at, setting);
    return { to: { name: reader.name, address: reader.email }, content };
  }

  /** In the language of who invites, as nothing is known of the other one. */
  private async writeInvitation({ id, nonce }: LetterJob & { readonly letter: 'invitation' }): Promise<Written | null> {
    const record = await this.invitations.get(id);
    if (record?.value.nonce !== nonce || this.invitations.isExpired(record.value)) return null;
    const { email, invitedBy, expiresAt } = record.value;
    const inviter = this.people.name(invitedBy);
    const token = this.invitations.tokenOf(record.value);
    const setting = this.setting(this.people.languageOf(invitedBy));
    return {
      to: { name: '', address: email },
      content: invitationLetter({ email, inviter, token, expiresAt }, setting),
      noted: (became) => this.invitations.noteMail(record, became),
    };
  }

  private setting(language: Setting['language']): Setting {
    const { publicUrl, port, timeZone } = this.config;
    const origin = publicUrl ?? `http://localhost:${port}`;
    return { language, brandName: this.settings.now.brandName, origin, timeZone };
  }
}

import { randomBytes } from 'node:crypto';
import { type SsoProviderId, userAggregate, userStream } from '@gos/domain';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CommandRunner } from '../../../engine/commands/command-runner';
import { Worker } from '../../../engine/jobs/worker';
import { Clock } from '../../../kernel/clock';
import { CONFIG, type Config, originOf } from '../../../kernel/config';
import type { MailAddress } from '../../../kernel/mail-address';
import { InstallationSettings } from '../../../shared/installation/settings';
import { ActiveAdmins } from '../../../shared/user/active-admins';
import { EmailLinks } from '../../../shared/user/email-links';
import { Identities } from '../../../shared/user/identities';
import { Invitations } from '../../../shared/user/invitations';
import { People } from '../../../shared/user/people';
import { Recoveries } from '../../../shared/user/recoveries';
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
import { emailChangedText, emailConflictText, emailLinkText, emailTakenText } from './email-change-texts';

/** Jobs hold neither addresses nor tokens. Instants are milliseconds since 1970. */
type LetterJob =
  /** `userId` is null where nobody has the e-mail: the request costs the same. */
  | { readonly letter: 'recovery'; readonly userId: number | null; readonly at: number }
  | { readonly letter: 'password-changed'; readonly userId: number; readonly at: number }
  | { readonly letter: 'attacked'; readonly userId: number; readonly readerId: number; readonly at: number }
  | { readonly letter: 'email-link'; readonly userId: number; readonly nonce: string }
  | {
      readonly letter: 'email-changed';
      readonly userId: number;
      readonly eventId: string;
      readonly to: 'former' | 'present';
      readonly at: number;
    }
  | {
      readonly letter: 'email-conflict';
      readonly userId: number;
      readonly provider: SsoProviderId;
      readonly readerId: number;
      readonly at: number;
    }
  | { readonly letter: 'invitation'; readonly id: string; readonly nonce: string };

interface Written {
  readonly to: MailAddress;
  readonly content: { readonly subject: string; readonly text: string; readonly html: string };
  /** Records the result of the mail. */
  noted?(became: 'sent' | 'failed'): Promise<void>;
}

const queue = 'account-mail';
const patience = { attempts: 10, backoff: { delayMs: 10_000, mostMs: 30 * 60_000 } };
/** A link that was requested earlier is not sent any more, however long the mail server was down. */
const latestMs = 24 * 60 * 60_000;
const hourMs = 60 * 60_000;

/**
 * E-mails about people's accounts: forgotten passwords, invitations. They are sent after the request that causes them.
 */
@Injectable()
export class AccountMails {
  private readonly logger = new Logger(AccountMails.name);

  constructor(
    worker: Worker,
    private readonly people: People,
    private readonly recoveries: Recoveries,
    private readonly emailLinks: EmailLinks,
    private readonly identities: Identities,
    private readonly invitations: Invitations,
    private readonly settings: InstallationSettings,
    private readonly runner: CommandRunner,
    private readonly admins: ActiveAdmins,
    private readonly clock: Clock,
    @Inject(JOBS) private readonly jobs: Jobs,
    @Inject(MAIL) private readonly mail: Mail,
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicUrl' | 'port' | 'timeZone' | 'oidc'>,
  ) {
    worker.handle<LetterJob>(queue, { concurrency: 2, ...patience }, (run) => this.send(run));
  }

  /**
   * Sends a link to choose a new password.
   * @param userId null where nobody has the e-mail: nothing is sent then
   */
  recovery(userId: number | null): Promise<void> {
    const data: LetterJob = { letter: 'recovery', userId, at: this.clock.now() };
    return this.jobs.add(queue, { id: `recovery.${randomBytes(16).toString('hex')}`, data });
  }

  /** Never fails, since the password is changed already. */
  async passwordChanged(userId: number): Promise<void> {
    const at = this.clock.now();
    const data: LetterJob = { letter: 'password-changed', userId, at };
    try {
      await this.jobs.add(queue, { id: `password-changed.${userId}.${at}`, data });
    } catch (error) {
      this.logger.warn(`A mail about the changed password of person ${userId} was not added: ${String(error)}`);
    }
  }

  /** Notifies the person and the admins of very many wrong passwords; at most once an hour. Never fails. */
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

  /** Sends a link to a new address, which confirms it. */
  emailLink(userId: number, nonce: string): Promise<void> {
    const data: LetterJob = { letter: 'email-link', userId, nonce };
    return this.jobs.add(queue, { id: `email-link.${userId}.${nonce}`, data });
  }

  /** Informs a person at their former address, and at the present one unless they confirmed it themselves. */
  async emailChanged(change: {
    readonly userId: number;
    readonly eventId: string;
    readonly at: number;
  }): Promise<void> {
    for (const to of ['former', 'present'] as const) {
      const data: LetterJob = { letter: 'email-changed', ...change, to };
      await this.jobs.add(queue, { id: `email-changed.${change.eventId}.${to}`, data });
    }
  }

  /** Informs the admins that a provider reports an address which another person has. Never fails. */
  async emailConflict(userId: number, provider: SsoProviderId): Promise<void> {
    const at = this.clock.now();
    try {
      for (const readerId of await this.admins.all()) {
        const data: LetterJob = { letter: 'email-conflict', userId, provider, readerId, at };
        await this.jobs.add(queue, { id: `email-conflict.${userId}.${provider}.${readerId}.${at}`, data });
      }
    } catch (error) {
      this.logger.warn(`Mails about the address of person ${userId} were not added: ${String(error)}`);
    }
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

  /** Returns null when the e-mail is not to be sent any more. */
  private write(job: LetterJob, id: string): Promise<Written | null> {
    switch (job.letter) {
      case 'recovery':
        return this.writeRecovery(job, id);
      case 'password-changed':
        return this.writePasswordChanged(job);
      case 'attacked':
        return this.writeAttacked(job);
      case 'email-link':
        return this.writeEmailLink(job);
      case 'email-changed':
        return this.writeEmailChanged(job);
      case 'email-conflict':
        return this.writeEmailConflict(job);
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
    // A missing state means that a crash interrupted the registration; the next sign-in completes it.
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

  /** Sends nothing to people who have left. */
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

  /**
   * If another person has the address already, they get a notice instead of a link, and the requesting person does not
   * find out.
   */
  private async writeEmailLink({
    userId,
    nonce,
  }: LetterJob & { readonly letter: 'email-link' }): Promise<Written | null> {
    const link = await this.emailLinks.pending(userId);
    const person = this.people.get(userId);
    const user = person && (await this.runner.load(userStream(userId), userAggregate));
    if (link?.nonce !== nonce || !person || !user?.active) return null;
    const owner = await this.people.recordByEmail(link.email);
    if (owner) {
      if (Number(owner.id) === userId) return null;
      const { name, email, language } = owner.value;
      return { to: { name, address: email }, content: emailTakenText(name, this.setting(language)) };
    }
    const content = emailLinkText(this.emailLinks.tokenOf(link), link.expiresAt, this.setting(person.language));
    return { to: { name: '', address: link.email }, content };
  }

  private async writeEmailChanged({
    userId,
    eventId,
    to,
    at,
  }: LetterJob & { readonly letter: 'email-changed' }): Promise<Written | null> {
    const data = (await this.people.record(userId))?.value;
    const former = data?.formerEmails?.find((one) => one.eventId === eventId);
    if (!data || !former || at < this.clock.now() - latestMs || (to === 'present' && former.how === 'link'))
      return null;
    const { name, language } = data;
    const content = emailChangedText({ name, how: former.how, to, at }, this.setting(language));
    return { to: { name, address: to === 'former' ? former.email : data.email }, content };
  }

  private async writeEmailConflict({
    userId,
    provider,
    readerId,
    at,
  }: LetterJob & { readonly letter: 'email-conflict' }): Promise<Written | null> {
    const reader = this.people.get(readerId);
    const user = reader && (await this.runner.load(userStream(readerId), userAggregate));
    if (!reader || user?.role !== 'admin' || !user.active || at < this.clock.now() - latestMs) return null;
    const email = (await this.identities.of(userId)).find((one) => one.provider === provider)?.refusedEmail;
    const owner = email === undefined ? undefined : await this.people.recordByEmail(email);
    if (email === undefined || !owner || Number(owner.id) === userId) return null;
    const name = this.config.oidc.find(({ id }) => id === provider)?.name ?? provider;
    const who = { id: Number(owner.id), name: owner.value.name };
    const said = { reader: reader.name, person: this.people.ref(userId), owner: who, provider: name, email };
    return {
      to: { name: reader.name, address: reader.email },
      content: emailConflictText(said, this.setting(reader.language)),
    };
  }

  /** Written in the language of the inviting person, since that of the invited one is unknown. */
  private async writeInvitation({ id, nonce }: LetterJob & { readonly letter: 'invitation' }): Promise<Written | null> {
    const record = await this.invitations.get(id);
    if (record?.value.nonce !== nonce || this.invitations.isExpired(record.value)) return null;
    const { email, invitedBy, expiresAt } = record.value;
    const inviter = this.people.name(invitedBy);
    const link = this.invitations.linkOf(record.value);
    const setting = this.setting(this.people.languageOf(invitedBy));
    return {
      to: { name: '', address: email },
      content: invitationLetter({ email, inviter, link, expiresAt }, setting),
      noted: (became) => this.invitations.noteMail(record, became),
    };
  }

  private setting(language: Setting['language']): Setting {
    const { timeZone } = this.config;
    return { language, brandName: this.settings.now.brandName, origin: originOf(this.config), timeZone };
  }
}

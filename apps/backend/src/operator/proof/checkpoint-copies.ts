import { createHash } from 'node:crypto';
import type { CheckpointCopy } from '@gos/contract';
import { refusalSentence, refuseFields } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { Worker } from '../../engine/jobs/worker';
import { type Checkpoint, Checkpoints } from '../../engine/proof/checkpoints';
import { standardSignature } from '../../features/webhooks/incoming/signatures';
import { Sender } from '../../features/webhooks/outgoing/sender';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { isLiterallyPrivate } from '../../kernel/public-address';
import { Refused } from '../../kernel/refused';
import { SecurityLog } from '../../observability/security-log';
import { WebhookSecrets } from '../../shared/webhook/webhook-secrets';
import { ACCOUNTS, type Accounts, changeRecord, putRecord } from '../../stores/accounts/accounts';
import { JOBS, type JobRun, type Jobs, PermanentFailure } from '../../stores/jobs/jobs';
import { reasonOf } from '../../stores/jobs/jobs-check';
import { MAIL, type Mail, MailRefused } from '../../stores/mail/mail';

const queue = 'checkpoint-copies';
const patience = { attempts: 10, backoff: { delayMs: 10_000, mostMs: 30 * 60_000 } };
const kind = 'setting';
const id = 'checkpoint-copies';
const gone = 410;

/** Addresses of people are never in the log, so these settings are kept with the accounts. */
interface Kept {
  readonly emails: readonly string[];
  readonly webhookUrl: string | null;
  /** Raised with each new URL, which gets a secret of its own. */
  readonly secretRevision: number;
}

interface Target {
  readonly id: string;
  readonly kind: 'email' | 'webhook';
  readonly address: string;
}

interface CopyState extends Pick<CheckpointCopy, 'state' | 'at' | 'reason'> {
  /** The checkpoint that was sent, or whose sending began. */
  readonly checkpoint: string;
}

interface CopyJob {
  readonly target: string;
  readonly checkpoint: string;
}

const nobody: Kept = { emails: [], webhookUrl: null, secretRevision: 0 };
const hashed = (kindOf: string, address: string) =>
  createHash('sha256').update(`${kindOf}:${address}`).digest('hex').slice(0, 16);
const stateId = (target: string) => `checkpoint-copy-${target}`;

function targetsOf({ emails, webhookUrl }: Pick<Kept, 'emails' | 'webhookUrl'>): Target[] {
  const target = (kindOf: Target['kind'], address: string) => ({
    id: hashed(kindOf, address),
    kind: kindOf,
    address,
  });
  return [
    ...emails.map((address) => target('email', address)),
    ...(webhookUrl === null ? [] : [target('webhook', webhookUrl)]),
  ];
}

/** Sends each checkpoint to addresses outside the installation, at most once to each. A later one replaces an unsent one. */
@Injectable()
export class CheckpointCopies {
  /** The targets and the checkpoint that were last handed to the queue. */
  private handed = '';

  constructor(
    private readonly checkpoints: Checkpoints,
    private readonly sender: Sender,
    private readonly secrets: WebhookSecrets,
    private readonly security: SecurityLog,
    private readonly clock: Clock,
    worker: Worker,
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    @Inject(JOBS) private readonly jobs: Jobs,
    @Inject(MAIL) private readonly mail: Mail,
    @Inject(CONFIG) private readonly config: Pick<Config, 'webhookAllowPrivate'>,
  ) {
    worker.handle<CopyJob>(queue, patience, (run) => this.send(run));
    worker.tick('checkpoint-copies', () => this.sendDue());
  }

  async list(): Promise<CheckpointCopy[]> {
    const targets = targetsOf(await this.kept());
    return Promise.all(
      targets.map(async (target) => {
        const known = (await this.accounts.get<CopyState>(kind, stateId(target.id)))?.value;
        const { state = 'none' as const, at = null, reason = null } = known ?? {};
        return { kind: target.kind, address: target.address, state, at, reason };
      }),
    );
  }

  /**
   * Resolves with the secret of a new webhook URL.
   * @throws Refused for an address that may not be sent to
   */
  async change({ emails, webhookUrl }: Pick<Kept, 'emails' | 'webhookUrl'>): Promise<string | null> {
    this.assertAllowed(emails, webhookUrl);
    const known = await this.kept();
    const hasNewUrl = webhookUrl !== null && webhookUrl !== known.webhookUrl;
    const secretRevision = await changeRecord<Kept, number>(this.accounts, kind, id, (before = nobody) => {
      const revision = before.secretRevision + (hasNewUrl ? 1 : 0);
      return { next: { emails, webhookUrl, secretRevision: revision }, answer: revision };
    });
    const left = new Set(targetsOf({ emails, webhookUrl }).map((target) => target.id));
    for (const target of targetsOf(known)) {
      if (!left.has(target.id)) await this.accounts.remove(kind, stateId(target.id));
    }
    this.security.write('settings.changed', { what: 'checkpoint-copies' });
    return hasNewUrl ? this.secrets.make('checkpoints', secretRevision) : null;
  }

  /** Hands the last checkpoint to the queue, once for each address. */
  async sendDue(): Promise<void> {
    const targets = targetsOf(await this.kept());
    const latest = targets.length === 0 ? null : await this.checkpoints.latest();
    if (!latest) return;
    const handed = [latest.id, ...targets.map((target) => target.id)].join();
    if (handed === this.handed) return;
    const jobs = targets.map((target) => ({
      id: `${latest.id}.${target.id}`,
      data: { target: target.id, checkpoint: latest.id } satisfies CopyJob,
    }));
    await this.jobs.add(queue, ...jobs);
    this.handed = handed;
  }

  private assertAllowed(emails: readonly string[], webhookUrl: string | null): void {
    const lower = emails.map((email) => email.toLowerCase());
    const repeated = lower.findIndex((email, at) => lower.indexOf(email) < at);
    const url = webhookUrl !== null && URL.canParse(webhookUrl) ? new URL(webhookUrl) : null;
    const isPrivate = url !== null && !this.config.webhookAllowPrivate && isLiterallyPrivate(url);
    const isWrong = webhookUrl !== null && (url === null || url.username + url.password !== '');
    const refusal = refuseFields([
      repeated < 0 ? null : { path: `emails.${repeated}`, code: 'validation.repeated' },
      isWrong ? { path: 'webhookUrl', code: 'validation.url' } : null,
      isPrivate ? { path: 'webhookUrl', code: 'webhook.target-private' } : null,
    ]);
    if (refusal) throw new Refused(refusal);
  }

  private async kept(): Promise<Kept> {
    return (await this.accounts.get<Kept>(kind, id))?.value ?? nobody;
  }

  private async send({ data, id: job }: JobRun<CopyJob>): Promise<void> {
    const target = targetsOf(await this.kept()).find((one) => one.id === data.target);
    const latest = await this.checkpoints.latest();
    if (!target || latest?.id !== data.checkpoint) return;
    // Noted before it is sent: after a crash in between, nobody knows whether it arrived, and the next one will.
    const note = (state: CopyState['state'], reason: string | null): CopyState => ({
      checkpoint: latest.id,
      state,
      at: this.clock.instant(),
      reason,
    });
    const begins = await changeRecord<CopyState, boolean>(this.accounts, kind, stateId(target.id), (known) => {
      const isTaken = known?.checkpoint === latest.id && known.state !== 'failing' && known.state !== 'failed';
      return isTaken ? { answer: false } : { next: note('sending', null), answer: true };
    });
    if (!begins) return;
    try {
      await (target.kind === 'email' ? this.sendMail(target, latest, job) : this.post(target, latest, job));
    } catch (error) {
      const isLasting = error instanceof PermanentFailure;
      await putRecord(this.accounts, kind, stateId(target.id), note(isLasting ? 'failed' : 'failing', reasonOf(error)));
      throw error;
    }
    await putRecord(this.accounts, kind, stateId(target.id), note('sent', null));
  }

  private async sendMail({ address }: Target, { size, note }: Checkpoint, job: string): Promise<void> {
    const text = [
      `Gos signed its event log of ${size} events. Keep this e-mail: it proves later that none of them was altered.`,
      `Gos podepsal svůj záznam událostí (${size}). E-mail si uložte: dokáže později, že žádná nebyla změněna.`,
      '',
      note,
    ].join('\n');
    try {
      await this.mail.send({ id: job, to: { name: '', address }, subject: `Gos: checkpoint ${size}`, text });
    } catch (error) {
      throw error instanceof MailRefused ? new PermanentFailure(error.message) : error;
    }
  }

  private async post({ address }: Target, { size, at, note }: Checkpoint, job: string): Promise<void> {
    const secrets = await this.secrets.valid('checkpoints');
    if (!secrets || secrets.length === 0) throw new PermanentFailure('The secret of the webhook cannot be read');
    const body = Buffer.from(JSON.stringify({ type: 'checkpoint', timestamp: at, data: { size, note } }));
    const timestamp = String(Math.floor(this.clock.now() / 1_000));
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Gos-Webhooks/1',
      'webhook-id': job,
      'webhook-timestamp': timestamp,
      'webhook-signature': secrets.map((secret) => standardSignature(secret, job, timestamp, body)).join(' '),
    };
    const { status, problem } = await this.sender.post(address, headers, body, new AbortController().signal);
    if (status !== null && status >= 200 && status < 300) return;
    const sentence = refusalSentence(problem ?? 'webhook.target.refused');
    const text = status === null ? sentence : `${sentence} (${status})`;
    throw status === gone ? new PermanentFailure(text) : new Error(text);
  }
}

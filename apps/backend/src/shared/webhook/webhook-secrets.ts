import { randomBytes } from 'node:crypto';
import { refuse } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { keyFor } from '../../kernel/keys';
import { Refused } from '../../kernel/refused';
import { Sealing } from '../../kernel/sealing';
import { ACCOUNTS, type Accounts, changeRecord } from '../../stores/accounts/accounts';

interface KeptSecret {
  /** sealed */
  readonly current: string;
  /** The one before the last rotation, still valid until an instant (milliseconds since 1970). */
  readonly previous: { readonly sealed: string; readonly until: number } | null;
  /** The webhook's revision that this secret was made for. */
  readonly revision: number;
}

/** A webhook of a project by its number, or the one that receives checkpoints. */
type WebhookKey = number | 'checkpoints';

/** How long the secret before a rotation stays valid. */
const overlapMs = 24 * 60 * 60 * 1_000;
const secretBytes = 32;

const newSecret = () => `whsec_${randomBytes(secretBytes).toString('base64')}`;

/** The secrets of webhooks, sealed. They are shown only by `issue` and `rotate`. */
@Injectable()
export class WebhookSecrets {
  private readonly sealing: Sealing;

  constructor(
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    @Inject(CONFIG) config: Config,
    private readonly clock: Clock,
  ) {
    this.sealing = new Sealing(keyFor(config, 'webhook'));
  }

  /**
   * Makes the secret of this revision of the webhook. A retry gets the one that the first try made.
   * @throws Refused with `conflict` when a later one has taken its place
   */
  async make(webhookId: WebhookKey, revision: number): Promise<string> {
    const id = String(webhookId);
    return changeRecord<KeptSecret, string>(this.accounts, 'webhook', id, (known) => {
      if (known && known.revision >= revision) return { answer: this.madeBefore(id, known, revision) };
      const secret = newSecret();
      const previous = known ? { sealed: known.current, until: this.clock.now() + overlapMs } : null;
      return { next: { current: this.sealing.seal(secret, id), previous, revision }, answer: secret };
    });
  }

  /** The secrets that are valid now, the current one first; null when they cannot be read, empty when there is none yet. */
  async valid(webhookId: WebhookKey): Promise<readonly string[] | null> {
    const id = String(webhookId);
    const known = (await this.accounts.get<KeptSecret>('webhook', id))?.value;
    if (!known) return [];
    const current = this.sealing.open(known.current, id);
    if (current === null) return null;
    const { previous } = known;
    const before = previous && previous.until > this.clock.now() ? this.sealing.open(previous.sealed, id) : null;
    return before === null ? [current] : [current, before];
  }

  async forget(webhookId: number): Promise<void> {
    await this.accounts.remove('webhook', String(webhookId));
  }

  private madeBefore(id: string, { current, revision }: KeptSecret, wanted: number): string {
    const secret = revision === wanted ? this.sealing.open(current, id) : null;
    if (secret === null) throw new Refused(refuse('conflict'));
    return secret;
  }
}

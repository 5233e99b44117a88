import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { CONFIG } from '../../kernel/config';
import { keyFor } from '../../kernel/keys';
import { Sealing } from '../../kernel/sealing';
import { ACCOUNTS, type Accounts, changeRecord } from '../../stores/accounts/accounts';
import { encodeVerifier, type Signer, signerOf, type Verifier } from './signed-note';

const kept = { kind: 'setting', id: 'log-keys' } as const;

interface KeptKey {
  /** 32 bytes in base64. */
  readonly publicKey: string;
  /** The private key, sealed with a key of the installation's secret; null once another key signs. */
  readonly sealed: string | null;
  readonly from: string;
  /** Null for the key that signs. */
  readonly until: string | null;
}

interface KeptKeys {
  readonly name: string;
  readonly keys: readonly KeptKey[];
}

/** A key of the log, as it is published. */
export interface PublishedKey {
  /** As existing tools take it. */
  readonly key: string;
  readonly from: string;
  readonly until: string | null;
}

/**
 * The keys that sign checkpoints. The private key of the present one is kept sealed with the accounts, so it moves and
 * is backed up with them. Public keys stay published after another key signs.
 */
@Injectable()
export class LogKeys {
  private readonly sealing: Sealing;

  constructor(
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    private readonly clock: Clock,
    @Inject(CONFIG) config: Parameters<typeof keyFor>[0],
  ) {
    this.sealing = new Sealing(keyFor(config, 'log'));
  }

  /**
   * The key that signs. A new one is made for a log without one, and when the installation's secret is another one than
   * the key was sealed with.
   */
  signer(origin: string): Promise<Signer> {
    return changeRecord<KeptKeys, Signer>(this.accounts, kept.kind, kept.id, (known) => {
      const signer = known && this.open(known);
      return signer ? { answer: signer } : this.renewed(origin, known);
    });
  }

  /** Lets another key sign from now on; resolves with the new one and the one before it, which then signs no more. */
  async rotate(origin: string): Promise<{ signer: Signer; former: Signer }> {
    const former = await this.signer(origin);
    const signer = await changeRecord<KeptKeys, Signer>(this.accounts, kept.kind, kept.id, (known) =>
      this.renewed(origin, known),
    );
    return { signer, former };
  }

  /** All keys, the newest first. */
  async published(): Promise<PublishedKey[]> {
    const known = (await this.accounts.get<KeptKeys>(kept.kind, kept.id))?.value;
    if (!known) return [];
    return [...known.keys]
      .reverse()
      .map(({ publicKey, from, until }) => ({ key: encodeVerifier(verifierOf(known.name, publicKey)), from, until }));
  }

  async verifiers(): Promise<Verifier[]> {
    const known = (await this.accounts.get<KeptKeys>(kept.kind, kept.id))?.value;
    return known ? known.keys.map(({ publicKey }) => verifierOf(known.name, publicKey)) : [];
  }

  private open({ name, keys }: KeptKeys): Signer | null {
    const sealed = keys.at(-1)?.sealed;
    const seed = sealed ? this.sealing.open(sealed, name) : null;
    return seed === null ? null : signerOf(name, Buffer.from(seed, 'base64'));
  }

  private renewed(origin: string, known: KeptKeys | undefined): { next: KeptKeys; answer: Signer } {
    const name = known?.name ?? origin;
    const seed = randomBytes(32);
    const signer = signerOf(name, seed);
    const now = this.clock.instant();
    const added: KeptKey = {
      publicKey: signer.publicKey.toString('base64'),
      sealed: this.sealing.seal(seed.toString('base64'), name),
      from: now,
      until: null,
    };
    const former = (known?.keys ?? []).map((key) => ({ ...key, sealed: null, until: key.until ?? now }));
    return { next: { name, keys: [...former, added] }, answer: signer };
  }
}

const verifierOf = (name: string, publicKey: string): Verifier => ({
  name,
  publicKey: Buffer.from(publicKey, 'base64'),
});

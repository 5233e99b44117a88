import { randomBytes } from 'node:crypto';
import { type Actor, type Instant, refuse, type SecondStepState } from '@gos/domain';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { keyFor } from '../../kernel/keys';
import { ReadCache } from '../../kernel/read-cache';
import { Refused } from '../../kernel/refused';
import { Sealing } from '../../kernel/sealing';
import { ACCOUNTS, type Accounts, changeRecord } from '../../stores/accounts/accounts';
import { Peers } from '../../stores/broadcast/peers';
import { InstallationSettings } from '../installation/settings';
import { People } from './people';

export interface KeptPasskey {
  /** Our own id, which addresses contain. */
  readonly id: string;
  readonly name: string;
  /** The authenticator's id, base64url. */
  readonly credentialId: string;
  /** COSE, base64url */
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
  /** The host that the passkey belongs to. */
  readonly rpId: string;
  readonly createdAt: Instant;
  readonly lastUsedAt: Instant | null;
}

/** The factors by which a person signs in after the password. Instants in numbers are milliseconds since 1970. */
export interface SecondStep {
  /** `usedStep`: the time step of the last accepted code; it and earlier ones are not accepted again. */
  readonly totp: { readonly sealed: string; readonly since: Instant; readonly usedStep: number } | null;
  /** Shown, but not confirmed by a code yet. */
  readonly begunTotp: { readonly sealed: string; readonly until: number } | null;
  /** The app was switched off because its secret could not be read any more. */
  readonly totpLost: boolean;
  readonly passkeys: readonly KeptPasskey[];
  /** The challenge of a passkey that is being added. */
  readonly begunPasskey: { readonly challenge: string; readonly until: number } | null;
  /** Hashes of the recovery codes that are left. */
  readonly recovery: { readonly hashes: readonly string[]; readonly madeAt: Instant } | null;
  /** Wrong codes of the app in a row. */
  readonly failures: { readonly count: number; readonly lastAt: number } | null;
  /** The person's handle at authenticators, which reveals nothing about them. */
  readonly handle: string;
  /** Raised by every change that ends pending sign-ins. Absent: 0. */
  readonly epoch?: number;
}

const kind = 'secondStep';

const none = (): SecondStep => ({
  totp: null,
  begunTotp: null,
  totpLost: false,
  passkeys: [],
  begunPasskey: null,
  recovery: null,
  failures: null,
  handle: randomBytes(16).toString('base64url'),
});

export const epochOf = ({ epoch = 0 }: Pick<SecondStep, 'epoch'>) => epoch;

/** The factors that are set up, without values that change when they are used. */
export const factorsOf = ({ totp, passkeys, recovery }: Pick<SecondStep, 'totp' | 'passkeys' | 'recovery'>): string =>
  JSON.stringify([totp?.sealed, passkeys.map(({ credentialId }) => credentialId), recovery?.madeAt]);

/** Whether a factor other than recovery codes is set up. */
export const isOn = ({ totp, passkeys }: Pick<SecondStep, 'totp' | 'passkeys'>) => totp !== null || passkeys.length > 0;

/** A decided change of a second step: the next value, if anything changed, and the result for the caller. */
export interface Decided<R> {
  readonly next?: SecondStep;
  readonly answer: R;
}

interface Changed {
  readonly userId: number;
}

/**
 * The second steps of all people, each in one record of `Accounts`, so that a change is one compare-and-set. They are
 * only changed through this class, which notifies all processes.
 */
@Injectable()
export class SecondSteps implements OnModuleInit {
  private readonly sealing: Sealing;
  /** Whether a person has a second step: read at every request where the settings require one. */
  private readonly known = new ReadCache<number, boolean>();

  constructor(
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    @Inject(CONFIG) config: Config,
    private readonly clock: Clock,
    private readonly settings: InstallationSettings,
    private readonly people: People,
    private readonly peers: Peers,
  ) {
    this.sealing = new Sealing(keyFor(config, 'totp'));
  }

  onModuleInit(): void {
    this.peers.subscribe<Changed>(
      'second-step',
      ({ userId }) => this.known.forget(userId),
      () => this.known.clear(),
    );
  }

  async of(userId: number): Promise<SecondStep> {
    return (await this.accounts.get<SecondStep>(kind, String(userId)))?.value ?? none();
  }

  /**
   * Decides on the newest state and stores the result; decides again after a concurrent change, so that only one of two
   * requests with the same code finds it unused.
   * @throws what `decide` throws; nothing is stored then
   */
  async change<R>(userId: number, decide: (now: SecondStep) => Decided<R>): Promise<R> {
    const { answer, isChanged } = await changeRecord<SecondStep, { answer: R; isChanged: boolean }>(
      this.accounts,
      kind,
      String(userId),
      (known) => {
        const { next, answer } = decide(known ?? none());
        return { next, answer: { answer, isChanged: next !== undefined } };
      },
    );
    if (isChanged) this.tell(userId);
    return answer;
  }

  /**
   * The same, if the epoch is still the one that was checked.
   * @throws Refused
   */
  changeAsOf<R>(userId: number, epoch: number, decide: (now: SecondStep) => Decided<R>): Promise<R> {
    return this.change(userId, (now) => {
      if (epochOf(now) !== epoch) throw new Refused(refuse('auth.access-changed'));
      return decide(now);
    });
  }

  /** Ends pending sign-ins and pending set-ups of factors. */
  raiseEpoch(userId: number): Promise<void> {
    return this.change(userId, (now) => ({
      next: { ...now, begunTotp: null, begunPasskey: null, epoch: epochOf(now) + 1 },
      answer: undefined,
    }));
  }

  /** Removes all factors. Sign-ins that wait for a second step end too. */
  async reset(userId: number): Promise<void> {
    await this.change(userId, (now) => ({ next: { ...none(), epoch: epochOf(now) + 1 }, answer: null }));
    await this.accounts.removeByRef(kind, refOf(userId));
  }

  /** Forgets a person who is erased. */
  async forget(userId: number): Promise<void> {
    await this.accounts.removeByRef(kind, refOf(userId));
    await this.accounts.remove(kind, String(userId));
    this.tell(userId);
  }

  seal(secret: string, userId: number): string {
    return this.sealing.seal(secret, String(userId));
  }

  /** Null when the value was sealed with a secret that the installation no longer has. */
  open(sealed: string, userId: number): string | null {
    return this.sealing.open(sealed, String(userId));
  }

  async stateOf(person: Pick<Actor, 'role'> & { readonly id: number }): Promise<SecondStepState> {
    if (await this.isOnFor(person.id)) return 'on';
    return this.isRequiredOf(person) ? 'required' : 'off';
  }

  /** Whether the person has to set one up before anything else. */
  async isOwed(person: Pick<Actor, 'role'> & { readonly id: number }): Promise<boolean> {
    return this.isRequiredOf(person) && !(await this.isOnFor(person.id));
  }

  /** Whether the settings require a second step; never for accounts without a password. */
  isRequiredOf({ id, role }: Pick<Actor, 'role'> & { readonly id: number }): boolean {
    const { secondStep } = this.settings.now;
    if (secondStep === 'optional' || (secondStep === 'admins' && role !== 'admin')) return false;
    return this.people.get(id)?.password !== 'none';
  }

  /** Removes sign-ins that were not finished. */
  async sweep(): Promise<void> {
    await this.accounts.sweep(kind, this.clock.now());
  }

  private isOnFor(userId: number): Promise<boolean> {
    return this.known.get(userId, async () => isOn(await this.of(userId)));
  }

  private tell(userId: number): void {
    this.known.forget(userId);
    this.peers.publish('second-step', { userId } satisfies Changed);
  }
}

const refOf = (userId: number) => `person:${userId}`;

/** Keys of a sign-in that waits for its second step. */
export const waitingSignIn = {
  kind,
  idOf: (hash: string) => `sign-in:${hash}`,
  keysOf: (userId: number, until: number) => ({ refs: [refOf(userId)], expiresAt: until }),
} as const;

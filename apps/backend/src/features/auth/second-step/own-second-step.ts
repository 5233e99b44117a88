import type {
  AddedPasskeyAnswer,
  BegunTotpAnswer,
  MadeCodesAnswer,
  PasskeyAnswer,
  PasskeysAnswer,
  RecoveryCodesAnswer,
  TotpAnswer,
  WithCodesAnswer,
} from '@gos/contract';
import { instantAt, limits, refuse, refuseField } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { SignedIn } from '../../../http/request-context';
import { Clock } from '../../../kernel/clock';
import { CONFIG, type Config } from '../../../kernel/config';
import { Refused } from '../../../kernel/refused';
import { InstallationSettings } from '../../../shared/installation/settings';
import type { CheckedAccess } from '../../../shared/session/access-checks';
import { type Decided, isOn, type KeptPasskey, type SecondStep, SecondSteps } from '../../../shared/user/second-steps';
import { SignInMails } from '../mails/sign-in-mails';
import { Passkeys } from './passkeys';
import { newRecoveryCodes, recoveryHash } from './recovery-codes';
import { type RelyingParty, relyingPartyOf } from './relying-party';
import { newTotpSecret, timeStepOf, totpUri } from './totp';

type Self = SignedIn['actor'];

/** Limit of the time to set up a factor. */
const setUpMs = 15 * 60_000;
/** Also the refusal of a passkey when the app was not confirmed in time. */
const notBegun = () => new Refused(refuse('second-step.not-begun'));

const passkeyAnswer = (
  { id, name, createdAt, lastUsedAt, rpId }: KeptPasskey,
  party: RelyingParty | null,
): PasskeyAnswer => ({ id, name, createdAt, lastUsedAt, usable: rpId === party?.id });

/** Sets up, changes and removes factors of one's own second step. */
@Injectable()
export class OwnSecondStep {
  constructor(
    private readonly steps: SecondSteps,
    private readonly keys: Passkeys,
    private readonly mails: SignInMails,
    private readonly settings: InstallationSettings,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicUrl'>,
  ) {}

  async totp(userId: number): Promise<TotpAnswer> {
    const { totp, totpLost } = await this.steps.of(userId);
    return { active: totp !== null, since: totp?.since ?? null, lost: totpLost };
  }

  /** An active app stays active until the new one is confirmed. */
  async beginTotp({ userId, epoch }: CheckedAccess, email: string): Promise<BegunTotpAnswer> {
    const secret = newTotpSecret();
    const begunTotp = { sealed: this.steps.seal(secret, userId), until: this.clock.now() + setUpMs };
    await this.steps.changeAsOf(userId, epoch, (now) => ({ next: { ...now, begunTotp }, answer: null }));
    return { secret, uri: totpUri(secret, this.settings.now.brandName, email) };
  }

  async confirmTotp({ userId, epoch }: CheckedAccess, code: string): Promise<WithCodesAnswer> {
    const at = this.clock.now();
    const codes = newRecoveryCodes();
    const made = await this.steps.changeAsOf(userId, epoch, (now) => {
      const { begunTotp } = now;
      const secret = begunTotp && begunTotp.until > at ? this.steps.open(begunTotp.sealed, userId) : null;
      if (!begunTotp || secret === null) throw notBegun();
      const usedStep = timeStepOf(secret, code, at);
      if (usedStep === null) throw new Refused(refuseField('code', 'second-step.code'));
      const totp = { sealed: begunTotp.sealed, since: instantAt(at), usedStep };
      return this.withCodes({ ...now, totp, begunTotp: null, totpLost: false, failures: null }, codes, userId);
    });
    await this.mails.tell(userId, 'totp-on');
    return { recoveryCodes: made ? codes : null };
  }

  async removeTotp(me: Self, { epoch }: CheckedAccess): Promise<void> {
    const removed = await this.steps.changeAsOf(me.id, epoch, (now) => {
      if (!now.totp) return { next: { ...now, begunTotp: null, totpLost: false }, answer: false };
      return { next: this.without(me, { ...now, totp: null, begunTotp: null, failures: null }), answer: true };
    });
    if (removed) await this.mails.tell(me.id, 'totp-off');
  }

  async passkeys(userId: number, request: FastifyRequest): Promise<PasskeysAnswer> {
    const { passkeys } = await this.steps.of(userId);
    const party = relyingPartyOf(this.config, request);
    return { items: passkeys.map((one) => passkeyAnswer(one, party)).reverse(), available: party !== null };
  }

  async passkeyOptions(
    { userId, epoch }: CheckedAccess,
    { name, email }: { readonly name: string; readonly email: string },
    request: FastifyRequest,
  ): Promise<Readonly<Record<string, unknown>>> {
    const party = this.partyOf(request);
    // Stored at once, because the passkey will contain the person's handle.
    const step = await this.steps.changeAsOf(userId, epoch, (now) => ({ next: mustHaveRoom(now), answer: now }));
    const { brandName } = this.settings.now;
    const options = await this.keys.creation(step, party, { name, email, brandName });
    const begunPasskey = { challenge: options.challenge, until: this.clock.now() + setUpMs };
    await this.steps.changeAsOf(userId, epoch, (now) => ({ next: { ...now, begunPasskey }, answer: null }));
    return options;
  }

  async addPasskey(
    { userId, epoch }: CheckedAccess,
    { name, attestation }: { readonly name: string; readonly attestation: Readonly<Record<string, unknown>> },
    request: FastifyRequest,
  ): Promise<AddedPasskeyAnswer> {
    const party = this.partyOf(request);
    const at = this.clock.now();
    const challenge = await this.steps.changeAsOf(userId, epoch, (now) => {
      const { begunPasskey } = now;
      if (!begunPasskey || begunPasskey.until <= at) throw notBegun();
      return { next: { ...now, begunPasskey: null }, answer: begunPasskey.challenge };
    });
    const passkey = await this.keys.made(attestation, challenge, party, { name, at: instantAt(at) });
    const codes = newRecoveryCodes();
    const made = await this.steps.changeAsOf(userId, epoch, (now) => {
      mustHaveRoom(now);
      if (now.passkeys.some(({ credentialId }) => credentialId === passkey.credentialId)) {
        throw new Refused(refuse('passkey.refused'));
      }
      return this.withCodes({ ...now, passkeys: [...now.passkeys, passkey] }, codes, userId);
    });
    await this.mails.tell(userId, 'passkey-added');
    return { ...passkeyAnswer(passkey, party), recoveryCodes: made ? codes : null };
  }

  renamePasskey(userId: number, id: string, name: string, request: FastifyRequest): Promise<PasskeyAnswer> {
    const party = relyingPartyOf(this.config, request);
    return this.steps.change(userId, (now) => {
      const passkey = passkeyOf(now, id);
      const renamed = { ...passkey, name };
      const passkeys = now.passkeys.map((one) => (one === passkey ? renamed : one));
      return { next: { ...now, passkeys }, answer: passkeyAnswer(renamed, party) };
    });
  }

  async removePasskey(me: Self, { epoch }: CheckedAccess, id: string): Promise<void> {
    await this.steps.changeAsOf(me.id, epoch, (now) => {
      const passkey = passkeyOf(now, id);
      const passkeys = now.passkeys.filter((one) => one !== passkey);
      return { next: this.without(me, { ...now, passkeys }), answer: null };
    });
    await this.mails.tell(me.id, 'passkey-removed');
  }

  async recoveryCodes(userId: number): Promise<RecoveryCodesAnswer> {
    const { recovery } = await this.steps.of(userId);
    return { left: recovery?.hashes.length ?? 0, madeAt: recovery?.madeAt ?? null };
  }

  async renewRecoveryCodes({ userId, epoch }: CheckedAccess): Promise<MadeCodesAnswer> {
    const codes = newRecoveryCodes();
    await this.steps.changeAsOf(userId, epoch, (now) => {
      if (!isOn(now)) throw new Refused(refuse('second-step.off'));
      return this.withCodes({ ...now, recovery: null }, codes, userId);
    });
    await this.mails.tell(userId, 'codes-made');
    return { recoveryCodes: codes };
  }

  /** Adds these recovery codes, unless there are some; answers whether they were needed. */
  private withCodes(step: SecondStep, codes: readonly string[], userId: number): Decided<boolean> {
    if (step.recovery) return { next: step, answer: false };
    const hashes = codes.map((code) => recoveryHash(code, userId));
    return { next: { ...step, recovery: { hashes, madeAt: instantAt(this.clock.now()) } }, answer: true };
  }

  /**
   * Returns the remaining factors; without a factor, recovery codes go too.
   * @throws Refused when the last one has to stay
   */
  private without(me: Self, left: SecondStep): SecondStep {
    if (isOn(left)) return left;
    if (this.steps.isRequiredOf(me)) throw new Refused(refuse('second-step.last'));
    return { ...left, recovery: null };
  }

  private partyOf(request: FastifyRequest): RelyingParty {
    const party = relyingPartyOf(this.config, request);
    if (!party) throw new Refused(refuse('passkey.unavailable'));
    return party;
  }
}

function passkeyOf({ passkeys }: SecondStep, id: string): KeptPasskey {
  const passkey = passkeys.find((one) => one.id === id);
  if (!passkey) throw new Refused(refuse('passkey.not-found'));
  return passkey;
}

function mustHaveRoom(step: SecondStep): SecondStep {
  const { max } = limits.passkeys;
  if (step.passkeys.length >= max) throw new Refused(refuseField('', 'validation.too-many', { max }));
  return step;
}

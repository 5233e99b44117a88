import { createHash, randomBytes } from 'node:crypto';
import type { PersonRef, SignInAnswer } from '@gos/contract';
import { instantAt, type RefusalCode, refuse, type SecondStepKind } from '@gos/domain';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieOf, secondStepCookie } from '../../../http/cookies';
import { Clock } from '../../../kernel/clock';
import { CONFIG, type Config } from '../../../kernel/config';
import { Refused } from '../../../kernel/refused';
import { AccessChecks, type CheckedAccess } from '../../../shared/session/access-checks';
import { Sessions } from '../../../shared/session/sessions';
import { People } from '../../../shared/user/people';
import { factorsOf, isOn, type SecondStep, SecondSteps, waitingSignIn } from '../../../shared/user/second-steps';
import { ACCOUNTS, type AccountRecord, type Accounts } from '../../../stores/accounts/accounts';
import { Attempts } from '../common/attempts';
import { SessionCookies } from '../common/session-cookies';
import type { Identified } from '../common/sign-in';
import { SignInMails } from '../mails/sign-in-mails';
import { Passkeys, usablePasskeys } from './passkeys';
import { recoveryHash } from './recovery-codes';
import { relyingPartyOf } from './relying-party';
import { timeStepOf } from './totp';

/** A sign-in with a right password that waits for its second step. */
interface Waiting {
  readonly userId: number;
  /** The epoch that was checked with the password; absent in sign-ins of older versions, which have ended. */
  readonly epoch?: number;
  /** The challenge for a passkey; the first answer removes it. */
  readonly challenge: string | null;
  /** Milliseconds since 1970. */
  readonly until: number;
}
type WaitingRecord = AccountRecord<Waiting>;

interface Given {
  readonly kind: SecondStepKind;
  readonly code?: string;
  readonly assertion?: Readonly<Record<string, unknown>>;
}

const waitMs = 5 * 60_000;
const { kind } = waitingSignIn;
/** Wrong codes of the app without a wait. */
const freeFailures = 5;
const longestWaitMs = 15 * 60_000;

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/**
 * Milliseconds until another code of the app is checked: half a minute after five wrong ones, doubled by each further
 * one.
 */
function waitAfter({ failures }: SecondStep, now: number): number {
  if (!failures || failures.count < freeFailures) return 0;
  const wait = Math.min(longestWaitMs, 30_000 * 2 ** Math.min(failures.count - freeFailures, 10));
  return Math.max(0, failures.lastAt + wait - now);
}

/** The steps after a right password: a session, or the second step and then a session. */
@Injectable()
export class SignInSteps {
  private readonly logger = new Logger(SignInSteps.name);

  constructor(
    private readonly steps: SecondSteps,
    private readonly sessions: Sessions,
    private readonly people: People,
    private readonly cookies: SessionCookies,
    private readonly attempts: Attempts,
    private readonly passkeys: Passkeys,
    private readonly mails: SignInMails,
    private readonly clock: Clock,
    private readonly checks: AccessChecks,
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Signs the person in, or answers the required second steps and sets a cookie for the waiting sign-in. */
  async enter({ person, access }: Identified, request: FastifyRequest, reply: FastifyReply): Promise<SignInAnswer> {
    const step = await this.readable(person.id);
    if (!isOn(step)) {
      await this.cookies.begin({ ...access, factors: factorsOf(step) }, 'password', request, reply);
      return person;
    }
    const token = randomBytes(32).toString('base64url');
    const until = this.clock.now() + waitMs;
    const waiting: Waiting = { userId: person.id, epoch: access.epoch, challenge: null, until };
    await this.accounts.insert(
      kind,
      waitingSignIn.idOf(hashOf(token)),
      waiting,
      waitingSignIn.keysOf(person.id, until),
    );
    reply.header('set-cookie', secondStepCookie(token, waitMs / 1_000, this.config, request.host));
    return { secondStep: this.kindsOf(step, request) };
  }

  /**
   * Returns the options of WebAuthn for the sign-in that waits in this browser.
   * @throws Refused
   */
  async options(request: FastifyRequest): Promise<Readonly<Record<string, unknown>>> {
    const waiting = await this.waitingOf(request);
    const party = relyingPartyOf(this.config, request);
    const passkeys = usablePasskeys(await this.steps.of(waiting.value.userId), party);
    if (!party || passkeys.length === 0) throw new Refused(refuse('passkey.unavailable'));
    const options = await this.passkeys.request(passkeys, party);
    if (!(await this.keep(waiting, { ...waiting.value, challenge: options.challenge }))) throw this.ended();
    return options;
  }

  /**
   * Signs in a person who gave the right password before and the right second step now.
   * @throws Refused
   */
  async finish(given: Given, request: FastifyRequest, reply: FastifyReply): Promise<PersonRef> {
    const waiting = await this.waitingOf(request);
    const { userId } = waiting.value;
    const access = await this.accessOf(waiting);
    const whose = { userId, email: this.people.get(userId)?.email ?? '' };
    const attempt = await this.attempts.of(whose, request, given.kind);
    // Wrong codes of the app are counted per person, wherever they come from: there are only a million codes.
    if (given.kind !== 'totp') attempt.check();
    const wrong = await this.wrongOf(given, waiting, request);
    if (wrong) {
      attempt.failed();
      throw new Refused(refuse(wrong));
    }
    // Only one of two concurrent requests signs in.
    if (!(await this.accounts.remove(kind, waiting.id))) throw this.ended();
    attempt.succeeded();
    if (given.kind === 'recovery') await this.mails.tell(userId, 'code-used');
    reply.header('set-cookie', secondStepCookie(null, 0, this.config, request.host));
    await this.cookies.begin(access, given.kind, request, reply);
    return this.people.ref(userId);
  }

  /** Switches the app off and notifies the person when its secret cannot be read any more. */
  private async readable(userId: number): Promise<SecondStep> {
    const step = await this.steps.of(userId);
    if (!step.totp || this.steps.open(step.totp.sealed, userId) !== null) return step;
    const { sealed } = step.totp;
    const after = await this.steps.change(userId, (now) => {
      if (now.totp?.sealed !== sealed) return { answer: now };
      const others = { ...now, totp: null, totpLost: true };
      const next = isOn(others) ? others : { ...others, recovery: null };
      return { next, answer: next };
    });
    this.logger.warn(`The authenticator app of person ${userId} is switched off: its secret cannot be read any more`);
    await this.mails.tell(userId, 'totp-lost');
    return after;
  }

  private kindsOf(step: SecondStep, request: FastifyRequest): SecondStepKind[] {
    const has: Readonly<Record<SecondStepKind, boolean>> = {
      totp: step.totp !== null,
      passkey: usablePasskeys(step, relyingPartyOf(this.config, request)).length > 0,
      recovery: (step.recovery?.hashes.length ?? 0) > 0,
    };
    return (['totp', 'passkey', 'recovery'] as const).filter((one) => has[one]);
  }

  /** Returns why the second step is refused; null when it is right. */
  private wrongOf(given: Given, waiting: WaitingRecord, request: FastifyRequest): Promise<RefusalCode | null> {
    const { userId } = waiting.value;
    switch (given.kind) {
      case 'totp':
        return this.totp(userId, given.code!);
      case 'recovery':
        return this.recovery(userId, given.code!);
      case 'passkey':
        return this.passkey(given.assertion!, waiting, request);
    }
  }

  private totp(userId: number, code: string): Promise<RefusalCode | null> {
    const at = this.clock.now();
    return this.steps.change<RefusalCode | null>(userId, (now) => {
      const wait = waitAfter(now, at);
      if (wait > 0) throw new Refused(refuse('request.rate-limited'), undefined, Math.ceil(wait / 1_000));
      const secret = now.totp && this.steps.open(now.totp.sealed, userId);
      const timeStep = secret ? timeStepOf(secret, code, at) : null;
      if (!now.totp || timeStep === null) {
        const failures = { count: (now.failures?.count ?? 0) + 1, lastAt: at };
        return { next: { ...now, failures }, answer: 'auth.second-step.wrong' };
      }
      if (timeStep <= now.totp.usedStep) return { answer: 'auth.second-step.used' };
      return { next: { ...now, totp: { ...now.totp, usedStep: timeStep }, failures: null }, answer: null };
    });
  }

  private recovery(userId: number, code: string): Promise<RefusalCode | null> {
    const hash = recoveryHash(code, userId);
    return this.steps.change<RefusalCode | null>(userId, (now) => {
      if (!now.recovery?.hashes.includes(hash)) return { answer: 'auth.second-step.wrong' };
      const hashes = now.recovery.hashes.filter((one) => one !== hash);
      return { next: { ...now, recovery: { ...now.recovery, hashes } }, answer: null };
    });
  }

  private async passkey(
    assertion: Readonly<Record<string, unknown>>,
    waiting: WaitingRecord,
    request: FastifyRequest,
  ): Promise<RefusalCode | null> {
    const { userId, challenge } = waiting.value;
    const party = relyingPartyOf(this.config, request);
    if (challenge === null || !party) return 'auth.second-step.passkey';
    if (!(await this.keep(waiting, { ...waiting.value, challenge: null }))) return 'auth.second-step.passkey';
    const usable = usablePasskeys(await this.steps.of(userId), party);
    const proved = await this.passkeys.proved(assertion, challenge, party, usable);
    if (!proved) return 'auth.second-step.passkey';
    const lastUsedAt = instantAt(this.clock.now());
    return this.steps.change<RefusalCode | null>(userId, (now) => {
      // The passkey was removed meanwhile.
      if (!now.passkeys.some(({ id }) => id === proved.id)) return { answer: 'auth.second-step.passkey' };
      const passkeys = now.passkeys.map((one) =>
        one.id === proved.id ? { ...one, lastUsedAt, counter: Math.max(one.counter, proved.counter) } : one,
      );
      return { next: { ...now, passkeys }, answer: null };
    });
  }

  /** @throws Refused when no sign-in waits, or when the person's password or activity changed since it began */
  private async waitingOf(request: FastifyRequest): Promise<WaitingRecord> {
    const token = cookieOf(request.headers.cookie, 'secondStep');
    const record = token ? await this.accounts.get<Waiting>(kind, waitingSignIn.idOf(hashOf(token))) : undefined;
    if (!record || record.value.until <= this.clock.now()) throw this.ended();
    await this.accessOf(record);
    if (!(await this.sessions.actorOf(record.value.userId))) throw this.ended();
    return record;
  }

  /** @throws Refused when the password was changed since, or when the person was signed out everywhere */
  private async accessOf({ value: { userId, epoch } }: WaitingRecord): Promise<CheckedAccess> {
    const access = await this.checks.begin(userId);
    if (access.epoch !== epoch) throw this.ended();
    return access;
  }

  private keep({ id, version }: WaitingRecord, value: Waiting): Promise<boolean> {
    return this.accounts.replace(kind, id, version, value);
  }

  private ended(): Refused {
    return new Refused(refuse('auth.second-step.ended'));
  }
}

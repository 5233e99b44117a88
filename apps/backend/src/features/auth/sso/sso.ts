import { randomBytes } from 'node:crypto';
import type { SsoAnswer, SsoDoneAnswer, SsoProvidersAnswer } from '@gos/contract';
import { localPath, type RefusalCode, refuse } from '@gos/domain';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOfThisMachine } from '../../../http/peer';
import { Clock } from '../../../kernel/clock';
import { CONFIG, type Config } from '../../../kernel/config';
import { keyFor } from '../../../kernel/keys';
import { Refused } from '../../../kernel/refused';
import { Sealing } from '../../../kernel/sealing';
import { AccessChecks, type CheckedAccess } from '../../../shared/session/access-checks';
import { ProviderLogouts } from '../../../shared/session/provider-logouts';
import type { ProviderSession } from '../../../shared/session/session-record';
import { Sessions } from '../../../shared/session/sessions';
import { Identities } from '../../../shared/user/identities';
import { factorsOf, isOn, SecondSteps } from '../../../shared/user/second-steps';
import { SessionCookies } from '../common/session-cookies';
import { SignIn } from '../common/sign-in';
import { OidcProvider } from './oidc-provider';
import type { Claims, Returned } from './oidc-strategy';
import { ProviderRefused, ProviderUnavailable } from './provider-refused';
import { type Attempt, SsoCookie, ssoMs } from './sso-cookie';
import { SsoPeople, type Told, toldBy } from './sso-people';

const afterSignIn = '/tasks';
/** Longer paths do not fit into the cookie. */
const longestPath = 512;
const longestSetup = 100;
/** The context to which the ID token of a session is sealed. */
const hintOwner = 'id-token';
const random = () => randomBytes(32).toString('base64url');

/** Single sign-on: to a provider, back, and then a session. */
@Injectable()
export class Sso {
  private readonly logger = new Logger(Sso.name);
  private readonly all: readonly OidcProvider[];
  private readonly sealing: Sealing;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
    private readonly cookie: SsoCookie,
    private readonly people: SsoPeople,
    private readonly identities: Identities,
    private readonly sessions: Sessions,
    private readonly cookies: SessionCookies,
    private readonly signIn: SignIn,
    private readonly secondSteps: SecondSteps,
    private readonly checks: AccessChecks,
    private readonly logouts: ProviderLogouts,
  ) {
    this.sealing = new Sealing(keyFor(config, 'sso'));
    this.all = config.oidc.map((settings) => new OidcProvider(settings, clock));
  }

  get providers(): SsoProvidersAnswer['items'] {
    return this.all.map(({ settings: { id, name } }) => ({ id, name }));
  }

  /** @throws Refused */
  provider(id: string): OidcProvider {
    const found = this.all.find(({ settings }) => settings.id === id);
    if (!found) throw new Refused(refuse('auth.sso.unknown'));
    return found;
  }

  /**
   * Returns the address where the browser goes to sign in, and sets the cookie that it has to bring back.
   * @param access of the person who connects an account at the provider; null for a sign-in
   * @throws Refused
   */
  async begin(
    id: string,
    {
      redirectTo,
      setup,
      access,
    }: { readonly redirectTo: string | undefined; readonly setup?: string; readonly access: CheckedAccess | null },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string> {
    const provider = this.provider(id);
    const path = localPath(redirectTo);
    const attempt: Attempt = {
      provider: provider.settings.id,
      state: random(),
      nonce: random(),
      verifier: random(),
      redirectUri: `${this.originOf(request)}/oidc-callback`,
      redirectTo: path !== undefined && path.length <= longestPath ? path : afterSignIn,
      ...(setup && setup.length <= longestSetup && { setup }),
      userId: access?.userId ?? null,
      ...(access && { epoch: access.epoch }),
      until: this.clock.now() + ssoMs,
    };
    const location = await this.asked(provider, () => provider.begin(attempt));
    this.cookie.add(attempt, request, reply);
    return location;
  }

  /**
   * Finishes the sign-in with the parameters that the provider added to the address.
   * @throws Refused
   */
  async finish({ code, state, iss }: Returned, request: FastifyRequest, reply: FastifyReply): Promise<SsoAnswer> {
    const attempt = this.cookie.find(request, state);
    if (!attempt) throw this.ended();
    const provider = this.provider(attempt.provider);
    const { claims, idToken } = await this.asked(provider, () => provider.finish({ code, state, iss }, attempt));
    if (!(await this.identities.takeReturn(state, attempt.until))) throw this.ended();
    const told = this.told(provider, claims, request);
    return attempt.userId === null
      ? this.enter(attempt, told, { provider, idToken }, request, reply)
      : this.connect(attempt, attempt.userId, told, request, reply);
  }

  /**
   * Signs in a person who came back from a provider and gave the password of the account with the same e-mail, and
   * links both.
   * @throws Refused
   */
  async link(password: string, request: FastifyRequest, reply: FastifyReply): Promise<SsoDoneAnswer> {
    const linking = this.cookie.linking(request);
    if (!linking) throw this.ended();
    const { userId, email, subject, redirectTo } = linking;
    const { person, access } = await this.signIn.identify(email, password, request, String(request.id));
    // The e-mail has been given to another person meanwhile.
    if (person.id !== userId) throw this.ended();
    // The provider would bypass the second step from now on, so only a person who is signed in with it may connect.
    const step = await this.secondSteps.of(userId);
    if (isOn(step)) {
      this.cookie.settle(null, null, request, reply);
      throw new Refused(refuse('auth.sso.second-step'));
    }
    const checked = { ...access, factors: factorsOf(step) };
    await this.people.connect(checked, subject, { email, emailVerified: true });
    this.cookie.settle(null, null, request, reply);
    const { sid = null, issuedAt } = linking;
    const by = this.providerSession(this.provider(subject.provider), { subject, sid, issuedAt }, null);
    await this.cookies.begin(checked, subject.provider, request, reply, by);
    return { redirectTo };
  }

  /**
   * Ends the sessions that the provider's logout token names, and pending sign-ins. Each token counts once.
   * @throws Refused
   */
  async loggedOut(id: string, token: string): Promise<void> {
    const provider = this.provider(id);
    const of = { provider: provider.settings.id, issuer: provider.settings.issuer };
    const named = await this.asked(provider, () => provider.loggedOut(token), 'auth.sso.logout-token');
    const { subject, sid } = named;
    if (!(await this.identities.takeReturn(named.id, named.until))) throw new Refused(refuse('auth.sso.logout-token'));
    const identity = subject === null ? undefined : await this.identities.find({ ...of, subject });
    // Before the sessions are read: a sign-in that stores its session later fails.
    if (identity) await this.checks.raise(identity.userId);
    else await this.logouts.note({ ...of, subject, sid, at: named.at });
    await this.sessions.endOfProvider({ ...of, subject, sid });
  }

  /**
   * Returns the address where the provider ends this browser's session; null when there is none, or when the provider
   * cannot be reached.
   */
  async signOutAddress(request: FastifyRequest): Promise<string | null> {
    const signedIn = await this.sessions.identify(request.headers.cookie);
    const by = signedIn && (await this.sessions.assertStored(signedIn.sessionId)).by;
    const provider = by && this.all.find(({ settings: { id, issuer } }) => id === by.provider && issuer === by.issuer);
    if (!by?.signOut || !provider) return null;
    const hint = by.signOut.hint === null ? null : this.sealing.open(by.signOut.hint, hintOwner);
    try {
      return await provider.signOut(hint, `${this.originOf(request)}/login`, random());
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      this.logger.warn(`The sign-out at ${by.provider} failed: ${error.message}`);
      return null;
    }
  }

  private originOf(request: FastifyRequest): string {
    return this.config.publicUrl ?? `${request.protocol}://${request.host}`;
  }

  private providerSession(
    { endsSessions }: OidcProvider,
    { subject, sid, issuedAt }: Pick<ProviderSession, 'sid' | 'issuedAt'> & Pick<Told, 'subject'>,
    idToken: string | null,
  ): ProviderSession {
    const hint = idToken === null ? null : this.sealing.seal(idToken, hintOwner);
    return { ...subject, sid, ...(issuedAt && { issuedAt }), ...(endsSessions && { signOut: { hint } }) };
  }

  private async enter(
    { state, redirectTo, setup }: Attempt,
    told: Told,
    { provider, idToken }: { readonly provider: OidcProvider; readonly idToken: string },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<SsoAnswer> {
    const { id, name } = provider.settings;
    const found = await this.people.find(told, {
      address: request.ip,
      correlationId: String(request.id),
      founder: { isHere: isOfThisMachine(request), setup: setup ?? null },
    });
    if ('toLink' in found) {
      const { subject, sid, issuedAt } = told;
      const { userId, email } = found.toLink;
      this.cookie.settle(
        state,
        { subject, sid, issuedAt, userId, email, redirectTo, until: this.clock.now() + ssoMs },
        request,
        reply,
      );
      return { link: { provider: { id, name }, email } };
    }
    this.cookie.settle(state, null, request, reply);
    await this.cookies.begin(found.access, id, request, reply, this.providerSession(provider, told, idToken));
    return { redirectTo };
  }

  /** Requires that the person who began to connect is still signed in. */
  private async connect(
    { state, redirectTo, epoch }: Attempt,
    userId: number,
    told: Told,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<SsoAnswer> {
    const signedIn = await this.sessions.identify(request.headers.cookie);
    if (signedIn?.actor.id !== userId) throw this.ended();
    const access = await this.sessions.checkedAccess(signedIn);
    // The password was changed, or the person was signed out everywhere, since the account was confirmed.
    if (access.epoch !== epoch) throw this.ended();
    await this.people.connect(access, told.subject, told);
    this.cookie.settle(state, this.cookie.linking(request), request, reply);
    return { redirectTo };
  }

  private told({ settings: { id, issuer } }: OidcProvider, claims: Claims, request: FastifyRequest): Told {
    return toldBy(id, issuer, claims, request.headers['accept-language']);
  }

  private async asked<T>(
    { settings }: OidcProvider,
    ask: () => Promise<T>,
    refused: RefusalCode = 'auth.sso.refused',
  ): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      const code: RefusalCode | null =
        error instanceof ProviderUnavailable
          ? 'auth.sso.unavailable'
          : error instanceof ProviderRefused
            ? refused
            : null;
      if (code === null) throw error;
      this.logger.warn(`Single sign-on by ${settings.id} failed: ${(error as Error).message}`);
      throw new Refused(refuse(code));
    }
  }

  private ended(): Refused {
    return new Refused(refuse('auth.sso.ended'));
  }
}

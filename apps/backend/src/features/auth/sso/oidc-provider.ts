import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import passport from 'passport';
import type { Clock } from '../../../kernel/clock';
import { isSafeAddress, type OidcSettings } from '../../../kernel/oidc-settings';
import { type LoggedOut, loggedOutBy } from './logout-token';
import { type Asked, type Claims, OidcStrategy, type StrategyRequest } from './oidc-strategy';
import { ProviderRefused } from './provider-refused';

/** The provider cannot be reached, or does not answer as one. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/** The parameters that the provider added to the address of the return. */
export interface Returned {
  readonly code: string;
  readonly state: string;
  readonly iss?: string | undefined;
}

interface Metadata {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly jwks_uri: string;
  readonly userinfo_endpoint?: string;
  readonly end_session_endpoint?: string;
  readonly token_endpoint_auth_methods_supported?: readonly string[];
  readonly authorization_response_iss_parameter_supported?: boolean;
}

interface Discovered {
  readonly metadata: Metadata;
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
  readonly until: number;
}

/** Longer ones do not fit into an address. */
const longestHint = 4_000;

/** A person who signed in, with the ID token that says so. */
export interface SignedInThere {
  readonly claims: Claims;
  readonly idToken: string;
}

const requestMs = 5_000;
const metadataMs = 60 * 60_000;
const skewSeconds = 60;
/** Of public keys only: one who knows the client's secret, or nothing, could make the others. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

const sentenceOf = (error: unknown) => {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
};

interface Answered {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** @throws ProviderUnavailable */
async function answerOf(address: string, init: RequestInit = {}): Promise<Answered> {
  try {
    const response = await fetch(address, {
      ...init,
      headers: { accept: 'application/json', ...init.headers },
      redirect: 'error',
      signal: AbortSignal.timeout(requestMs),
    });
    const type = response.headers.get('content-type') ?? '';
    return { status: response.status, type, text: await response.text() };
  } catch (error) {
    throw new ProviderUnavailable(`${address}: ${sentenceOf(error)}`);
  }
}

/** @throws ProviderUnavailable for anything but an object */
function objectIn(address: string, status: number, text: string): Record<string, unknown> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new ProviderUnavailable(`${address}: ${sentenceOf(error)}`);
  }
  if (status !== 200 || typeof body !== 'object' || body === null) {
    throw new ProviderUnavailable(`${address} answered ${status}`);
  }
  return body as Record<string, unknown>;
}

/** @throws ProviderUnavailable, ProviderRefused for a status of 400 to 499 */
async function jsonOf(address: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  const { status, text } = await answerOf(address, init);
  if (status < 400 || status >= 500 || init.method !== 'POST') return objectIn(address, status, text);
  const { error, error_description: why } = refusalIn(text);
  throw new ProviderRefused(`${address}: ${status} ${String(error ?? '')} ${String(why ?? '')}`.trim());
}

function refusalIn(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const withoutSlash = (address: string) => address.replace(/\/+$/, '');

/** One provider of single sign-on (OpenID Connect, authorization code flow with PKCE). */
export class OidcProvider {
  private readonly passport = new passport.Passport();
  private discovered: Discovered | null = null;
  private discovering: Promise<Discovered> | null = null;

  constructor(
    readonly settings: OidcSettings,
    private readonly clock: Clock,
  ) {}

  /**
   * The address at the provider where the person signs in. The provider is read again first, because a browser that
   * is sent to one that is away shows nothing of ours.
   * @throws ProviderUnavailable
   */
  async begin(asked: Asked): Promise<string> {
    await this.read();
    const { location } = await this.run({}, asked);
    return location!;
  }

  /**
   * Who signed in, once the browser came back with a code.
   * @throws ProviderUnavailable, ProviderRefused
   */
  async finish({ code, state, iss }: Returned, asked: Asked): Promise<SignedInThere> {
    const { metadata } = await this.discover();
    // Two providers share one return address: a code of one must not be sent to the other (RFC 9207).
    const isNamed = iss !== undefined || metadata.authorization_response_iss_parameter_supported === true;
    if (isNamed && iss !== metadata.issuer) throw new ProviderRefused('the return is from another issuer');
    const { claims, idToken } = await this.run({ code, state }, asked);
    return { claims: claims!, idToken: idToken! };
  }

  /**
   * The session or account at the provider that a logout token names (OpenID Connect Back-Channel Logout 1.0, 2.6).
   * @throws ProviderUnavailable, ProviderRefused
   */
  async loggedOut(token: string): Promise<LoggedOut> {
    await this.discover();
    return loggedOutBy(await this.signed(token, 'the logout token', ['iat', 'jti', 'events']), this.clock.now());
  }

  /** Whether the provider ends its session on request (OpenID Connect RP-Initiated Logout 1.0), as far as it was read. */
  get endsSessions(): boolean {
    const endpoint = this.discovered?.metadata.end_session_endpoint;
    return typeof endpoint === 'string' && isSafeAddress(endpoint);
  }

  /**
   * The address at the provider where the person signs out; null when it declares none.
   * @param hint the ID token of the sign-in, which tells the provider whom to sign out
   * @throws ProviderUnavailable
   */
  async signOut(hint: string | null, returnTo: string, state: string): Promise<string | null> {
    await this.read();
    if (!this.endsSessions) return null;
    const address = new URL(this.discovered!.metadata.end_session_endpoint!);
    if (hint !== null && hint.length <= longestHint) address.searchParams.set('id_token_hint', hint);
    address.searchParams.set('client_id', this.settings.clientId);
    address.searchParams.set('post_logout_redirect_uri', returnTo);
    address.searchParams.set('state', state);
    return address.href;
  }

  private async run(
    query: StrategyRequest['query'],
    asked: Asked,
  ): Promise<{ readonly location?: string; readonly claims?: Claims; readonly idToken?: string }> {
    await this.discover();
    return new Promise((resolve, reject) => {
      const request: StrategyRequest = { query, asked };
      const response = {
        setHeader: (name: string, value: string) => name === 'Location' && resolve({ location: value }),
        end: () => {},
      };
      const done = (error: unknown, claims: Claims | false | undefined, info?: { readonly message?: string }) => {
        if (error) reject(error);
        else if (claims) resolve({ claims, idToken: request.idToken });
        else reject(new ProviderRefused(info?.message ?? 'the sign-in failed'));
      };
      this.passport.authenticate(this.settings.id, { session: false }, done)(request, response, reject);
    });
  }

  /** What the provider publishes of itself; asked for once an hour, an older answer counts while it cannot be asked. */
  private async discover(): Promise<Discovered> {
    if (this.discovered && this.discovered.until > this.clock.now()) return this.discovered;
    try {
      return await this.read();
    } catch (error) {
      if (this.discovered) return this.discovered;
      throw error;
    }
  }

  /** Reads what the provider publishes; of several at once one asks. */
  private read(): Promise<Discovered> {
    this.discovering ??= this.readMetadata().finally(() => {
      this.discovering = null;
    });
    return this.discovering;
  }

  private async readMetadata(): Promise<Discovered> {
    const { id, issuer, clientId } = this.settings;
    const address = `${issuer}/.well-known/openid-configuration`;
    const metadata = (await jsonOf(address)) as unknown as Metadata;
    if (typeof metadata.issuer !== 'string' || withoutSlash(metadata.issuer) !== issuer) {
      throw new ProviderUnavailable(`${address} speaks of another issuer, "${metadata.issuer}"`);
    }
    const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint } = metadata;
    for (const one of [authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint ?? token_endpoint]) {
      if (typeof one !== 'string' || !isSafeAddress(one)) {
        throw new ProviderUnavailable(`${address} names an address that is missing or not https`);
      }
    }
    const keys = createRemoteJWKSet(new URL(jwks_uri), {
      timeoutDuration: requestMs,
      // A key that is not known is looked for at once: providers change theirs.
      cooldownDuration: 0,
    });
    this.discovered = { metadata, keys, until: this.clock.now() + metadataMs };
    const endpoints = {
      issuer: metadata.issuer,
      authorizationUrl: authorization_endpoint,
      tokenUrl: token_endpoint,
      userInfoUrl: userinfo_endpoint ?? null,
      clientId,
    };
    this.passport.use(
      id,
      new OidcStrategy(endpoints, {
        exchange: (code, asked) => this.exchange(code, asked),
        userInfo: (accessToken) => this.userInfo(userinfo_endpoint!, accessToken),
      }) as never,
    );
    return this.discovered;
  }

  private async exchange(code: string, { verifier, redirectUri, nonce }: Asked) {
    const { metadata } = this.discovered!;
    const { clientId, clientSecret } = this.settings;
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    });
    const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' };
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    if (methods.includes('client_secret_basic')) {
      // As RFC 6749 encodes both parts.
      const [id, secret] = [clientId, clientSecret].map((one) => new URLSearchParams({ _: one }).toString().slice(2));
      headers.authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
    } else {
      form.set('client_id', clientId);
      form.set('client_secret', clientSecret);
    }
    const { id_token: idToken, access_token: accessToken } = await jsonOf(metadata.token_endpoint, {
      method: 'POST',
      headers,
      body: form.toString(),
    });
    if (typeof idToken !== 'string') throw new ProviderRefused('no ID token came');
    return { idToken, accessToken: String(accessToken ?? ''), claims: await this.verified(idToken, nonce) };
  }

  /** As JSON, or signed as a JWT (OpenID Connect Core, 5.3.2). */
  private async userInfo(endpoint: string, accessToken: string): Promise<Readonly<Record<string, unknown>>> {
    const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json, application/jwt' };
    const { status, type, text } = await answerOf(endpoint, { headers });
    if (status === 200 && /^application\/jwt\b/i.test(type)) return this.signed(text, 'the user info', ['sub']);
    return objectIn(endpoint, status, text);
  }

  /** The claims of the ID token, once its signature and what it is bound to are right. */
  private async verified(idToken: string, nonce: string): Promise<JWTPayload> {
    const { clientId } = this.settings;
    const payload = await this.signed(idToken, 'the ID token', ['sub', 'iat', 'exp']);
    const { aud, azp, sub } = payload;
    if (typeof sub !== 'string' || sub === '') throw new ProviderRefused('the ID token names no subject');
    if (payload.nonce !== nonce) throw new ProviderRefused('the ID token: another nonce');
    if (azp !== undefined ? azp !== clientId : Array.isArray(aud) && aud.length > 1) {
      throw new ProviderRefused('the ID token: made for another party');
    }
    return payload;
  }

  /**
   * The claims of a token of the provider for us, once its signature is right.
   * @throws ProviderUnavailable when the keys cannot be read; ProviderRefused
   */
  private async signed(token: string, what: string, requiredClaims: string[]): Promise<JWTPayload> {
    const { metadata, keys } = this.discovered!;
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: metadata.issuer,
        audience: this.settings.clientId,
        algorithms,
        requiredClaims,
        clockTolerance: skewSeconds,
        currentDate: new Date(this.clock.now()),
      });
      return payload;
    } catch (error) {
      const ofKeys = new Set(['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC']);
      if (!(error instanceof errors.JOSEError) || ofKeys.has(error.code)) {
        throw new ProviderUnavailable(`the keys of ${metadata.issuer}: ${sentenceOf(error)}`);
      }
      throw new ProviderRefused(`${what}: ${error.message}`);
    }
  }
}

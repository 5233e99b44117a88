import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import passport from 'passport';
import type { Clock } from '../../../kernel/clock';
import { isSafeAddress, type OidcSettings } from '../../../kernel/oidc-settings';
import { type Asked, type Claims, OidcStrategy, type StrategyRequest } from './oidc-strategy';

/** The provider cannot be reached, or does not answer as one. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/** The provider refused, or what it answered proves nothing. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
}

interface Metadata {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly jwks_uri: string;
  readonly userinfo_endpoint?: string;
  readonly token_endpoint_auth_methods_supported?: readonly string[];
}

interface Discovered {
  readonly metadata: Metadata;
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
  readonly until: number;
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

/** @throws ProviderUnavailable, ProviderRefused for a status of 400 to 499 */
async function jsonOf(address: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  let status: number;
  let body: unknown;
  try {
    const response = await fetch(address, {
      ...init,
      headers: { accept: 'application/json', ...init.headers },
      redirect: 'error',
      signal: AbortSignal.timeout(requestMs),
    });
    status = response.status;
    body = JSON.parse(await response.text());
  } catch (error) {
    throw new ProviderUnavailable(`${address}: ${sentenceOf(error)}`);
  }
  if (status >= 400 && status < 500 && init.method === 'POST') {
    const { error, error_description } = (body ?? {}) as Record<string, unknown>;
    throw new ProviderRefused(`${address}: ${status} ${String(error ?? '')} ${String(error_description ?? '')}`.trim());
  }
  if (status !== 200 || typeof body !== 'object' || body === null) {
    throw new ProviderUnavailable(`${address} answered ${status}`);
  }
  return body as Record<string, unknown>;
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
   * The address at the provider where the person signs in.
   * @throws ProviderUnavailable
   */
  async begin(asked: Asked): Promise<string> {
    const { location } = await this.run({}, asked);
    return location!;
  }

  /**
   * Who signed in, once the browser came back with a code.
   * @throws ProviderUnavailable, ProviderRefused
   */
  async finish(code: string, state: string, asked: Asked): Promise<Claims> {
    const { claims } = await this.run({ code, state }, asked);
    return claims!;
  }

  private async run(
    query: StrategyRequest['query'],
    asked: Asked,
  ): Promise<{ readonly location?: string; readonly claims?: Claims }> {
    await this.discover();
    return new Promise((resolve, reject) => {
      const request: StrategyRequest = { query, asked };
      const response = {
        setHeader: (name: string, value: string) => name === 'Location' && resolve({ location: value }),
        end: () => {},
      };
      const done = (error: unknown, claims: Claims | false | undefined, info?: { readonly message?: string }) => {
        if (error) reject(error);
        else if (claims) resolve({ claims });
        else reject(new ProviderRefused(info?.message ?? 'the sign-in failed'));
      };
      this.passport.authenticate(this.settings.id, { session: false }, done)(request, response, reject);
    });
  }

  /** What the provider publishes of itself; asked for once an hour, an older answer counts while it cannot be asked. */
  private async discover(): Promise<Discovered> {
    if (this.discovered && this.discovered.until > this.clock.now()) return this.discovered;
    this.discovering ??= this.readMetadata().finally(() => {
      this.discovering = null;
    });
    try {
      return await this.discovering;
    } catch (error) {
      if (this.discovered) return this.discovered;
      throw error;
    }
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
        userInfo: (accessToken) => jsonOf(userinfo_endpoint!, { headers: { authorization: `Bearer ${accessToken}` } }),
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

  /** The claims of the ID token, once its signature and what it is bound to are right. */
  private async verified(idToken: string, nonce: string): Promise<JWTPayload> {
    const { metadata, keys } = this.discovered!;
    const { clientId } = this.settings;
    let payload: JWTPayload;
    try {
      ({ payload } = await jwtVerify(idToken, keys, {
        issuer: metadata.issuer,
        audience: clientId,
        algorithms,
        requiredClaims: ['sub', 'iat', 'exp'],
        clockTolerance: skewSeconds,
        currentDate: new Date(this.clock.now()),
      }));
    } catch (error) {
      const ofKeys = new Set(['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC']);
      if (!(error instanceof errors.JOSEError) || ofKeys.has(error.code)) {
        throw new ProviderUnavailable(`the keys of ${metadata.issuer}: ${sentenceOf(error)}`);
      }
      throw new ProviderRefused(`the ID token: ${error.message}`);
    }
    const { aud, azp, sub } = payload;
    if (typeof sub !== 'string' || sub === '') throw new ProviderRefused('the ID token names no subject');
    if (payload.nonce !== nonce) throw new ProviderRefused('the ID token: another nonce');
    if (azp !== undefined ? azp !== clientId : Array.isArray(aud) && aud.length > 1) {
      throw new ProviderRefused('the ID token: made for another party');
    }
    return payload;
  }
}

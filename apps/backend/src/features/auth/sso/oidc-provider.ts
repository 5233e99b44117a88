import { createRemoteJWKSet } from 'jose';
import * as openid from 'openid-client';
import passport from 'passport';
import type { Clock } from '../../../kernel/clock';
import { isSafeAddress, type OidcSettings } from '../../../kernel/oidc-settings';
import { type LoggedOut, loggedOutBy, verifiedLogout } from './logout-token';
import { type Asked, OidcStrategy, type Returned, type SignedInThere } from './oidc-strategy';
import { ProviderRefused, ProviderUnavailable } from './provider-refused';

interface Discovered {
  readonly metadata: openid.ServerMetadata;
  /** Keys of logout tokens, which openid-client does not support. */
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
  readonly until: number;
}

/** Longer hints do not fit into an address. */
const longestHint = 4_000;
const requestMs = 5_000;
const metadataMs = 60 * 60_000;
const skewSeconds = 60;
/**
 * Public-key algorithms only: anybody could forge unsigned tokens, and the client's secret suffices to forge those with
 * a shared key.
 */
const algorithms = ['RS', 'PS', 'ES'].flatMap((family) => [256, 384, 512].map((bits) => `${family}${bits}`));
algorithms.push('EdDSA', 'Ed25519');

const sentenceOf = ({ message, cause }: Error) => (cause instanceof Error ? `${message}: ${cause.message}` : message);

/** @throws ProviderUnavailable unless the answer is JSON or a JWT; the refusal of a token is an answer */
const request: openid.CustomFetch = async (address, init) => {
  if (!isSafeAddress(address)) throw new ProviderUnavailable(`${address} is not https`);
  try {
    const response = await fetch(address, init as RequestInit);
    const { status, headers } = response;
    const text = await response.text();
    const isRefused = init.method === 'POST' && status >= 400 && status < 500;
    if (status !== 200 && !isRefused) throw new Error(`status ${status}`);
    if (!isRefused && !headers.get('content-type')?.startsWith('application/jwt')) JSON.parse(text);
    return new Response(text, { status, headers });
  } catch (error) {
    throw new ProviderUnavailable(`${address}: ${sentenceOf(error as Error)}`);
  }
};

/** Errors of openid-client or the strategy are refusals, unless a request failed. */
function refusalOf(error: Error): Error {
  if (error.cause instanceof ProviderUnavailable) return error.cause;
  if (error instanceof openid.ResponseBodyError) {
    return new ProviderRefused(`${error.status} ${error.error} ${error.error_description ?? ''}`.trim());
  }
  return new ProviderRefused(sentenceOf(error));
}

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
   * Returns the provider's address for the sign-in. The provider is read again first, because a browser that is sent to
   * an unavailable provider shows nothing of ours.
   * @throws ProviderUnavailable
   */
  async begin(asked: Asked): Promise<string> {
    return (await this.run(await this.read(), asked, null)) as string;
  }

  /**
   * Returns the person who signed in, once the browser came back with a code. Two providers share one return address,
   * therefore the return names its issuer (RFC 9207).
   * @throws ProviderUnavailable, ProviderRefused
   */
  async finish(returned: Returned, asked: Asked): Promise<SignedInThere> {
    return (await this.run(await this.discover(), asked, returned)) as SignedInThere;
  }

  /**
   * Returns the session or account at the provider that a logout token names (OpenID Connect Back-Channel Logout 1.0,
   * 2.6).
   * @throws ProviderUnavailable, ProviderRefused
   */
  async loggedOut(token: string): Promise<LoggedOut> {
    const { metadata, keys } = await this.discover();
    const now = this.clock.now();
    const { clientId } = this.settings;
    return loggedOutBy(await verifiedLogout(token, keys, { issuer: metadata.issuer, clientId, algorithms, now }), now);
  }

  /**
   * Whether the provider ends its session on request (OpenID Connect RP-Initiated Logout 1.0), by the metadata that
   * were read last.
   */
  get endsSessions(): boolean {
    const endpoint = this.discovered?.metadata.end_session_endpoint;
    return typeof endpoint === 'string' && isSafeAddress(endpoint);
  }

  /**
   * Returns the provider's address for the sign-out; null when it declares none.
   * @param hint the ID token of the sign-in, by which the provider finds the session
   * @throws ProviderUnavailable
   */
  async signOut(hint: string | null, returnTo: string, state: string): Promise<string | null> {
    const { metadata } = await this.read();
    if (!this.endsSessions) return null;
    return openid.buildEndSessionUrl(this.configuration(metadata), {
      ...(hint !== null && hint.length <= longestHint && { id_token_hint: hint }),
      post_logout_redirect_uri: returnTo,
      state,
    }).href;
  }

  /** Runs the strategy; without a return it yields the provider's address. */
  private async run(
    { metadata }: Discovered,
    asked: Asked,
    returned: Returned | null,
  ): Promise<string | SignedInThere> {
    const challenge = await openid.calculatePKCECodeChallenge(asked.verifier);
    return new Promise((resolve, reject) => {
      const failed = (error: Error) => reject(refusalOf(error));
      const strategy = new OidcStrategy(this.configuration(metadata), { ...asked, challenge }, returned, failed);
      const response = {
        setHeader: (name: string, value: string) => name === 'Location' && resolve(value),
        end: () => {},
      };
      const done = (
        error: Error | null,
        user: SignedInThere | false | undefined,
        info?: { readonly message?: string },
      ) => {
        if (error) failed(error);
        else if (user) resolve(user);
        else reject(new ProviderRefused(info?.message ?? 'the sign-in failed'));
      };
      this.passport.authenticate(strategy, { session: false }, done)({ query: returned ?? {} }, response, reject);
    });
  }

  /**
   * Returns a new configuration for each use: openid-client caches keys for five minutes, and a provider's key may
   * change at any time.
   */
  private configuration(metadata: openid.ServerMetadata): openid.Configuration {
    const { clientId, clientSecret } = this.settings;
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authentication = methods.includes('client_secret_basic') ? openid.ClientSecretBasic : openid.ClientSecretPost;
    const signing = {
      id_token_signing_alg_values_supported: algorithms,
      userinfo_signing_alg_values_supported: algorithms,
    };
    const config = new openid.Configuration(
      { ...metadata, ...signing },
      clientId,
      { [openid.clockTolerance]: skewSeconds },
      authentication(clientSecret),
    );
    config.timeout = requestMs / 1_000;
    config[openid.customFetch] = request;
    // `request` allows plain http on this machine only.
    openid.allowInsecureRequests(config);
    openid.enableNonRepudiationChecks(config);
    return config;
  }

  /**
   * Returns the provider's metadata, which are read once an hour; older ones count while the provider is unavailable.
   */
  private async discover(): Promise<Discovered> {
    if (this.discovered && this.discovered.until > this.clock.now()) return this.discovered;
    try {
      return await this.read();
    } catch (error) {
      if (this.discovered) return this.discovered;
      throw error;
    }
  }

  /** Reads the provider's metadata; concurrent calls share one request. */
  private read(): Promise<Discovered> {
    this.discovering ??= this.readMetadata().finally(() => {
      this.discovering = null;
    });
    return this.discovering;
  }

  private async readMetadata(): Promise<Discovered> {
    const { issuer, clientId } = this.settings;
    const address = `${issuer}/.well-known/openid-configuration`;
    const options = {
      [openid.customFetch]: request,
      timeout: requestMs / 1_000,
      execute: [openid.allowInsecureRequests],
    };
    const config = await openid.discovery(new URL(address), clientId, undefined, undefined, options).catch((error) => {
      throw error.cause instanceof ProviderUnavailable ? error.cause : new ProviderUnavailable(sentenceOf(error));
    });
    const metadata: openid.ServerMetadata = { ...config.serverMetadata() };
    // The slash at the end is optional, unlike in openid-client.
    if (metadata.issuer.replace(/\/+$/, '') !== issuer) {
      throw new ProviderUnavailable(`${address} speaks of another issuer, "${metadata.issuer}"`);
    }
    const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint = token_endpoint } = metadata;
    for (const one of [authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint]) {
      if (typeof one !== 'string' || !isSafeAddress(one)) {
        throw new ProviderUnavailable(`${address} names an address that is missing or not https`);
      }
    }
    // An unknown key is fetched at once.
    const keys = createRemoteJWKSet(new URL(jwks_uri!), { timeoutDuration: requestMs, cooldownDuration: 0 });
    this.discovered = { metadata, keys, until: this.clock.now() + metadataMs };
    return this.discovered;
  }
}

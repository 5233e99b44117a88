import { createHash } from 'node:crypto';
import type { JWTPayload } from 'jose';
import Strategy from 'passport-openidconnect';

/** What one sign-in at the provider is bound to. */
export interface Asked {
  readonly state: string;
  readonly nonce: string;
  /** of PKCE */
  readonly verifier: string;
  readonly redirectUri: string;
}

/** What the strategy reads of a request, and where it leaves what was verified. */
export interface StrategyRequest {
  readonly query: { readonly code?: string; readonly state?: string };
  readonly asked: Asked;
  claims?: JWTPayload;
  idToken?: string;
}

/** The requests to the provider, of which the strategy itself knows neither time limits nor signatures. */
export interface TokenExchange {
  /** Exchanges the code and verifies the ID token. */
  exchange(code: string, asked: Asked): Promise<{ accessToken: string; idToken: string; claims: JWTPayload }>;
  userInfo(accessToken: string): Promise<Readonly<Record<string, unknown>>>;
}

interface StrategyEndpoints {
  readonly issuer: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly userInfoUrl: string | null;
  readonly clientId: string;
}

/** Who signed in, as the claims of the ID token and of the provider's user info say. */
export type Claims = JWTPayload & { readonly sub: string };

type Callback = (error: unknown, ...given: unknown[]) => void;

/** The challenge of PKCE by which the provider recognises the verifier. */
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

/** E-mail and whether it is verified come from the same place. */
function joined(claims: Claims, info: Readonly<Record<string, unknown>> | undefined): Claims {
  if (!info) return claims;
  const { email: _, email_verified: __, ...others } = info;
  return { ...others, ...(claims.email === undefined && info), ...claims } as Claims;
}

/**
 * passport-openidconnect, with what it leaves out: PKCE, a nonce and a state that are kept outside a session, and requests that
 * verify the ID token's signature and end in time.
 */
export class OidcStrategy extends Strategy {
  constructor(
    private readonly endpoints: StrategyEndpoints,
    private readonly tokens: TokenExchange,
  ) {
    super(
      {
        issuer: endpoints.issuer,
        authorizationURL: endpoints.authorizationUrl,
        tokenURL: endpoints.tokenUrl,
        userInfoURL: endpoints.userInfoUrl ?? '',
        clientID: endpoints.clientId,
        // Sent by `TokenExchange`.
        clientSecret: '',
        callbackURL: '',
        scope: ['email', 'profile'],
        passReqToCallback: true,
        skipUserProfile: ((_: unknown, claims: JWTPayload) =>
          endpoints.userInfoUrl === null || claims.email !== undefined) as unknown as boolean,
        store: {
          store: (request: unknown, _context: unknown, _state: unknown, _meta: unknown, done: Callback) =>
            done(null, (request as StrategyRequest).asked.state),
          verify: (request: unknown, state: string, done: Callback) => {
            const { asked } = request as StrategyRequest;
            if (state === asked.state) done(null, { nonce: asked.nonce });
            else done(null, false, { message: 'the state is another one' });
          },
        } as never,
      },
      // Its number of parameters says what is wanted.
      ((
        request: StrategyRequest,
        _issuer: unknown,
        info: { _json?: Claims } | undefined,
        _id: unknown,
        _context: unknown,
        _idToken: unknown,
        _access: unknown,
        _refresh: unknown,
        _params: unknown,
        done: Callback,
      ) => {
        const claims = request.claims as Claims;
        if (info?._json && info._json.sub !== claims.sub)
          done(null, false, { message: 'the user info is about another subject' });
        else done(null, joined(claims, info?._json));
      }) as never,
    );
  }

  // Passport calls it on an object of its own for each request.
  override authenticate(request: never): void {
    const { asked } = request as StrategyRequest;
    const { endpoints, tokens } = this;
    const failed = (error: unknown) => (this as unknown as { error(error: unknown): void }).error(error);
    const requests = {
      _clientId: endpoints.clientId,
      _authorizeUrl: endpoints.authorizationUrl,
      _accessTokenUrl: endpoints.tokenUrl,
      getOAuthAccessToken(code: string, _: unknown, done: Callback) {
        tokens
          .exchange(code, asked)
          .then(({ accessToken, idToken, claims }) => {
            Object.assign(request as StrategyRequest, { claims, idToken });
            done(null, accessToken, undefined, { id_token: idToken });
          })
          .catch(failed);
      },
      get(_: string, accessToken: string, done: Callback) {
        tokens
          .userInfo(accessToken)
          .then((info) => done(null, JSON.stringify(info)))
          .catch(failed);
      },
    };
    this._oauth2 = requests as unknown as typeof this._oauth2;
    super.authenticate(request, { callbackURL: asked.redirectUri, asked } as object);
  }

  override authorizationParams({ asked }: { asked: Asked }): object {
    return { nonce: asked.nonce, code_challenge: challengeOf(asked.verifier), code_challenge_method: 'S256' };
  }
}

import { authorizationCodeGrant, type Configuration, fetchUserInfo, type IDToken } from 'openid-client';
import Strategy from 'passport-openidconnect';

/** The values that bind a sign-in at the provider. */
export interface Asked {
  readonly state: string;
  readonly nonce: string;
  /** Verifier of PKCE. */
  readonly verifier: string;
  readonly redirectUri: string;
}

/** The parameters that the provider added to the address of the return. */
export interface Returned {
  readonly code: string;
  readonly state: string;
  readonly iss?: string | undefined;
}

/** The claims of the ID token, and of the provider's user info where the token has no e-mail. */
export type Claims = IDToken;

/** A person who signed in, with the ID token as evidence. */
export interface SignedInThere {
  readonly claims: Claims;
  readonly idToken: string;
}

type Callback = (error: unknown, ...given: unknown[]) => void;

/** Takes the e-mail and whether it is verified from the same source. */
function joined(claims: Claims, info: Readonly<Record<string, unknown>> | undefined): Claims {
  if (!info) return claims;
  const { email: _, email_verified: __, ...others } = info;
  return { ...others, ...(claims.email === undefined && info), ...claims } as Claims;
}

/**
 * passport-openidconnect for one sign-in. openid-client makes the requests and checks the answers; state and nonce are
 * kept outside a session.
 */
export class OidcStrategy extends Strategy {
  constructor(
    config: Configuration,
    private readonly asked: Asked & { readonly challenge: string },
    returned: Returned | null,
    failed: (error: Error) => void,
  ) {
    const { issuer, authorization_endpoint, token_endpoint, userinfo_endpoint } = config.serverMetadata();
    const { client_id: clientId } = config.clientMetadata();
    const { state, nonce, verifier, redirectUri } = asked;
    let claims: Claims;
    super(
      {
        issuer,
        authorizationURL: authorization_endpoint!,
        tokenURL: token_endpoint!,
        userInfoURL: userinfo_endpoint ?? '',
        clientID: clientId,
        // openid-client sends the secret.
        clientSecret: '',
        callbackURL: redirectUri,
        scope: ['email', 'profile'],
        skipUserProfile: (() => userinfo_endpoint === undefined || claims.email !== undefined) as unknown as boolean,
        store: {
          store: (_request: unknown, _context: unknown, _state: unknown, _meta: unknown, done: Callback) =>
            done(null, state),
          verify: (_request: unknown, given: string, done: Callback) =>
            given === state ? done(null, { nonce }) : done(null, false, { message: 'the state is another one' }),
        } as never,
      },
      // The number of its parameters decides which values it receives.
      ((
        _issuer: unknown,
        info: { _json?: Readonly<Record<string, unknown>> } | undefined,
        _id: unknown,
        _context: unknown,
        idToken: string,
        _access: unknown,
        _refresh: unknown,
        _params: unknown,
        done: Callback,
      ) => done(null, { claims: joined(claims, info?._json), idToken } satisfies SignedInThere)) as never,
    );
    const requests = {
      _clientId: clientId,
      _authorizeUrl: authorization_endpoint,
      _accessTokenUrl: token_endpoint,
      getOAuthAccessToken(_code: string, _: unknown, done: Callback) {
        const address = new URL(redirectUri);
        for (const [name, value] of Object.entries(returned ?? {})) if (value) address.searchParams.set(name, value);
        authorizationCodeGrant(config, address, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
        }).then((tokens) => {
          claims = tokens.claims()!;
          done(null, tokens.access_token, undefined, tokens);
        }, failed);
      },
      get(_: string, accessToken: string, done: Callback) {
        fetchUserInfo(config, accessToken, claims.sub).then((info) => done(null, JSON.stringify(info)), failed);
      },
    };
    this._oauth2 = requests as unknown as typeof this._oauth2;
  }

  override authorizationParams(): object {
    const { nonce, challenge } = this.asked;
    return { nonce, code_challenge: challenge, code_challenge_method: 'S256' };
  }
}

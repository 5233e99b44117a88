/** Single sign-on through the providers that are set up. */
export const ssoRoutes = {
  providers: 'GET /auth/sso',
  callback: 'POST /auth/sso/callback',
  link: 'POST /auth/sso/link',
  signOut: 'POST /auth/sso/logout',
} as const;

/** Answers 302 to the provider; browsers go there themselves. */
export const ssoBeginRoute = 'GET /auth/sso/{provider}';

/** Called by a provider when a session there ends (OpenID Connect Back-Channel Logout 1.0). */
export const ssoLogoutRoute = 'POST /auth/sso/{provider}/logout';

/** The accounts at providers by which one signs in oneself. */
export const identityRoutes = {
  identities: 'GET /me/identities',
  connect: 'POST /me/identities/{provider}',
  disconnect: 'DELETE /me/identities/{provider}',
} as const;

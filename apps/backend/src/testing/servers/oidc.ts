/// <reference path="oidc-provider.d.ts" />
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair } from 'jose';
import { Cookies } from './cookies';

/** The claims of an account, whose subject is the login that is typed. */
export interface OidcAccount {
  readonly name?: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly locale?: string;
}

/** The product's address is known only after the provider has started. */
const relayed = '/relayed-logout';
const client = { id: 'gos', secret: 'a secret & its + signs' };

/** Its notices are about what only a server for everybody has to have. */
async function quietly<T>(make: () => Promise<T>): Promise<T> {
  const { warn, info } = console;
  console.warn = console.info = () => {};
  try {
    return await make();
  } finally {
    Object.assign(console, { warn, info });
  }
}

/** A real OpenID Connect provider on a free port of this machine: its sign-in page takes any login and password. */
export class TestOidcServer {
  readonly accounts = new Map<string, OidcAccount>();
  /** Where its logout tokens are sent on to; they fail without it. */
  logoutsTo: string | null = null;

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
  ) {}

  /** @param redirectUris where it sends browsers back to */
  static async start(redirectUris: readonly string[]): Promise<TestOidcServer> {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const oidc = new TestOidcServer(server, `http://localhost:${(server.address() as AddressInfo).port}`);
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' };
    const seconds = 300;
    const provider = await quietly(async () => {
      const { default: Provider } = await import('oidc-provider');
      return new Provider(oidc.issuer, {
        clients: [
          {
            client_id: client.id,
            client_secret: client.secret,
            redirect_uris: [...redirectUris],
            post_logout_redirect_uris: redirectUris.map((uri) => new URL('/login', uri).href),
            backchannel_logout_uri: `${oidc.issuer}${relayed}`,
            backchannel_logout_session_required: true,
          },
        ],
        features: {
          backchannelLogout: { enabled: true },
          rpInitiatedLogout: {
            logoutSource: (context: { body: string }, form: string) => {
              context.body = form;
            },
          },
        },
        // It knows addresses of this machine only.
        fetch: (address: string | URL, init: RequestInit) => fetch(address, init),
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'locale'] },
        jwks: { keys: [key] },
        cookies: { keys: ['only for tests'] },
        ttl: {
          Interaction: seconds,
          Session: seconds,
          Grant: seconds,
          AccessToken: seconds,
          IdToken: seconds,
          AuthorizationCode: seconds,
        },
        pkce: { required: () => true },
        findAccount: (_: unknown, login: string) => ({
          accountId: login,
          claims: () => ({ sub: login, ...oidc.accounts.get(login) }),
        }),
      });
    });
    const answer = provider.callback();
    server.on('request', (request, response) => {
      if (request.url === relayed) void oidc.relay(request, response);
      else answer(request, response);
    });
    return oidc;
  }

  /** The settings under which Gos knows it. */
  env(provider: 'GOOGLE' | 'SSO', name: string): Record<string, string> {
    const prefix = `GOS_OIDC_${provider}_`;
    return {
      [`${prefix}ISSUER`]: this.issuer,
      [`${prefix}CLIENT_ID`]: client.id,
      [`${prefix}CLIENT_SECRET`]: client.secret,
      [`${prefix}NAME`]: name,
    };
  }

  /** Signs in on its pages as a browser of its own would; what it adds to the address of the return. */
  async signIn(location: string, login: string, cookies = new Cookies()): Promise<Record<string, string>> {
    const go = async (address: string, body?: Record<string, string>): Promise<string> => {
      const response = await cookies.fetch(address, body && { method: 'POST', body: new URLSearchParams(body) });
      const to = response.headers.get('location');
      if (to === null) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
      return new URL(to, address).href;
    };
    let at = await go(location);
    for (const prompt of ['login', 'consent']) {
      if (!at.startsWith(`${this.issuer}/interaction/`)) break;
      at = await go(await go(at, { prompt, login, password: 'any' }));
    }
    return Object.fromEntries(new URL(at).searchParams);
  }

  /** Confirms the sign-out on its page; the address that it leads to. */
  async signOut(location: string, cookies: Cookies): Promise<string> {
    const page = await (await cookies.fetch(location)).text();
    const [, action = ''] = /action="([^"]+)"/.exec(page) ?? [];
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
    if (action === '') throw new Error(`${location} answered ${page}`);
    const body = new URLSearchParams({ xsrf, logout: 'yes' });
    const response = await quietly(() => cookies.fetch(action, { method: 'POST', body }));
    return new URL(response.headers.get('location') ?? '', action).href;
  }

  private async relay(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const to = this.logoutsTo;
    const answered = to && (await fetch(to, { method: 'POST', headers, body: await text(request) }));
    response.writeHead(answered ? answered.status : 404).end();
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

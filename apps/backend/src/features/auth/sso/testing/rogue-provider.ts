import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];

/** A provider that answers as a test wants; its ID tokens are right by default. */
export class RogueProvider {
  readonly clientId = 'gos';
  private signing!: { readonly kid: string; readonly key: Key };
  private published: object[] = [];
  private keys = 0;
  /** The token that the next codes are exchanged for. */
  token: (nonce: string) => Promise<string> = (nonce) => this.signed({ nonce });
  /** Published in addition to the usual metadata. */
  metadata: object = {};
  /** Called instead of answering. */
  instead: ((path: string, response: ServerResponse) => boolean) | null = null;
  nonce = '';
  private readonly codes = new Map<string, Promise<string>>();

  private constructor(private server: Server) {}

  static async start(): Promise<RogueProvider> {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const rogue = new RogueProvider(server);
    server.on('request', (request, response) => void rogue.answer(request, response));
    await rogue.rotate();
    return rogue;
  }

  get issuer(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  private get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get env(): Record<string, string> {
    const prefix = 'GOS_OIDC_SSO_';
    return {
      [`${prefix}ISSUER`]: this.issuer,
      [`${prefix}CLIENT_ID`]: this.clientId,
      [`${prefix}CLIENT_SECRET`]: 'secret',
      [`${prefix}NAME`]: 'Firma',
    };
  }

  /** Replaces the signing key and publishes only the new one. */
  async rotate(): Promise<void> {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const kid = `key-${++this.keys}`;
    this.signing = { kid, key: privateKey };
    this.published = [{ ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }];
  }

  claims(more: object): Record<string, unknown> {
    const now = Math.floor(Date.now() / 1_000);
    return { iss: this.issuer, aud: this.clientId, sub: 'rogue', iat: now, exp: now + 300, ...more };
  }

  signed(more: object, key = this.signing.key): Promise<string> {
    return new SignJWT(this.claims(more)).setProtectedHeader({ alg: 'ES256', kid: this.signing.kid }).sign(key);
  }

  /** Returns a code that is exchanged for an ID token with these claims. */
  codeFor(more: object): string {
    const code = `code-${this.codes.size + 1}`;
    this.codes.set(code, this.signed(more));
    return code;
  }

  /** Returns claims under any header with any signature. */
  unsigned(header: object, claims: object, signature = ''): string {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    return `${part(header)}.${part(claims)}.${signature}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private tokenOf(form: string): Promise<string> {
    return this.codes.get(new URLSearchParams(form).get('code') ?? '') ?? this.token(this.nonce);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '' } = request;
    if (this.instead?.(url, response)) return;
    const { issuer } = this;
    const answers: Record<string, () => unknown> = {
      '/.well-known/openid-configuration': () => ({
        issuer,
        authorization_endpoint: `${issuer}/authorize?tenant=1`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        token_endpoint_auth_methods_supported: ['client_secret_post'],
        ...this.metadata,
      }),
      '/keys': () => ({ keys: this.published }),
      '/token': async () => ({
        access_token: 'any',
        token_type: 'Bearer',
        id_token: await this.tokenOf(await text(request)),
      }),
    };
    const answered = await answers[url]?.();
    response
      .writeHead(answered ? 200 : 404, { 'content-type': 'application/json' })
      .end(JSON.stringify(answered ?? {}));
  }
}

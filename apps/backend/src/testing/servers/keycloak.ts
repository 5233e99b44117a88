import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cookies } from './cookies';
import { installedServers } from './installed';
import { freePort } from './redis.server';
import { describeInFull } from './server-tests';

const place = join(dirname(installedServers), 'keycloak');
const distribution = existsSync(place) ? readdirSync(place).find((name) => name.startsWith('keycloak-')) : undefined;

/** Describes a suite on a real Keycloak, which takes half a minute to start: a part of `npm run test:full`, where Java and Maven are. */
export function describeWithKeycloak(name: string, suite: () => void): void {
  describeInFull('Keycloak', distribution !== undefined, name, suite);
}

const realm = 'firma';
const client = { id: 'gos', secret: 'a secret & its + signs' };
const admin = { username: 'admin', password: 'spravny-kun-42-baterie' };

export interface KeycloakPerson {
  readonly username: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
}

/** A Keycloak of a test's own, with one realm, one client and no people, in a temporary folder. */
export class KeycloakServer {
  private constructor(
    private readonly url: string,
    private readonly folder: string,
    private readonly child: ChildProcess,
  ) {}

  /** @param redirectUris where it may send browsers back to, after signing in and after signing out */
  static async start(redirectUris: readonly string[]): Promise<KeycloakServer> {
    const folder = mkdtempSync(join(tmpdir(), 'gos-keycloak-'));
    cpSync(join(place, distribution!), folder, { recursive: true });
    mkdirSync(join(folder, 'data/import'), { recursive: true });
    writeFileSync(join(folder, 'data/import/realm.json'), JSON.stringify(realmOf(redirectUris)));
    const port = await freePort();
    const options = ['start-dev', '--db=dev-mem', '--import-realm', '--http-host=127.0.0.1', `--http-port=${port}`];
    const child = spawn('sh', [join(folder, 'bin/kc.sh'), ...options, '--cache=local'], {
      env: {
        ...process.env,
        KC_BOOTSTRAP_ADMIN_USERNAME: admin.username,
        KC_BOOTSTRAP_ADMIN_PASSWORD: admin.password,
      },
      stdio: 'ignore',
      // The script starts Java as a child, which ends with the group.
      detached: true,
    });
    const server = new KeycloakServer(`http://127.0.0.1:${port}`, folder, child);
    while (
      !(await fetch(`${server.issuer}/.well-known/openid-configuration`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (child.exitCode !== null) throw new Error(`Keycloak ended with ${child.exitCode}`);
      await sleep(200);
    }
    return server;
  }

  get issuer(): string {
    return `${this.url}/realms/${realm}`;
  }

  /** The settings under which Gos knows it. */
  get env(): Record<string, string> {
    return {
      GOS_OIDC_SSO_ISSUER: this.issuer,
      GOS_OIDC_SSO_CLIENT_ID: client.id,
      GOS_OIDC_SSO_CLIENT_SECRET: client.secret,
      GOS_OIDC_SSO_NAME: 'Firma',
    };
  }

  /** Sets the address to which it sends logouts. They name the session, or only its person. */
  async sendLogoutsTo(address: string, named: 'session' | 'person'): Promise<void> {
    const [found] = await this.call('GET', `/clients?clientId=${client.id}`);
    await this.call('PUT', `/clients/${found.id}`, {
      ...found,
      attributes: {
        ...found.attributes,
        'backchannel.logout.url': address,
        'backchannel.logout.session.required': String(named === 'session'),
      },
    });
  }

  /** @returns the person's id in the realm, which is the subject of their tokens */
  async add({ password, ...person }: KeycloakPerson): Promise<string> {
    const credentials = [{ type: 'password', value: password, temporary: false }];
    await this.call('POST', '/users', { ...person, enabled: true, emailVerified: true, credentials });
    const [found] = await this.call('GET', `/users?username=${person.username}&exact=true`);
    return found.id;
  }

  /** Calls the administration of the realm and resolves with the answer's body. */
  async call(method: string, path: string, body?: object): Promise<any> {
    const reply = await fetch(`${this.url}/admin/realms/${realm}${path}`, {
      method,
      headers: { authorization: `Bearer ${await this.adminToken()}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  private async adminToken(): Promise<string> {
    const reply = await fetch(`${this.url}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'admin-cli', grant_type: 'password', ...admin }),
    });
    return ((await reply.json()) as { access_token: string }).access_token;
  }

  /** Signs in on its page as a browser of its own would, and resolves with the parameters of the address that the page leads to. */
  async signIn(location: string, { username, password }: KeycloakPerson): Promise<Record<string, string>> {
    const cookies = new Cookies();
    const page = await cookies.fetch(location);
    const action = /<form[^>]+action="([^"]+)"/.exec(await page.text())![1]!.replaceAll('&amp;', '&');
    const done = await cookies.fetch(action, { method: 'POST', body: new URLSearchParams({ username, password }) });
    const to = done.headers.get('location');
    if (to === null) throw new Error(`Keycloak answered ${done.status} to the sign-in`);
    return Object.fromEntries(new URL(to).searchParams);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null) {
      const ended = once(this.child, 'exit');
      process.kill(-this.child.pid!, 'SIGKILL');
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const realmOf = (redirectUris: readonly string[]) => ({
  realm,
  enabled: true,
  sslRequired: 'none',
  clients: [
    {
      clientId: client.id,
      secret: client.secret,
      protocol: 'openid-connect',
      publicClient: false,
      standardFlowEnabled: true,
      redirectUris,
      attributes: { 'post.logout.redirect.uris': redirectUris.join('##') },
    },
  ],
});

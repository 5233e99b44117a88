import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installedServers } from './installed';
import { freePort } from './redis.server';
import { describeInFull } from './server-tests';

/** The source that the program was built from: it needs its texts and templates. */
const source = join(dirname(installedServers), 'gitea');
const program = join(source, 'gitea');

/** Describes a suite on a real Gitea, which takes minutes to build: a part of `npm run test:full`, where Go is installed. */
export function describeWithGitea(name: string, suite: () => void): void {
  describeInFull('Gitea', existsSync(program), name, suite);
}

const user = 'petra';
const password = 'spravny-kun-42-baterie';
const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** A Gitea of a test's own, with one user, in a temporary folder. */
export class GiteaServer {
  private constructor(
    readonly url: string,
    private readonly folder: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(): Promise<GiteaServer> {
    const folder = mkdtempSync(join(tmpdir(), 'gos-gitea-'));
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const config = join(folder, 'app.ini');
    writeFileSync(config, configOf(folder, port, url));
    mkdirSync(join(folder, 'home'));
    const env = {
      ...process.env,
      HOME: join(folder, 'home'),
      GITEA_WORK_DIR: folder,
      GITEA_I_AM_BEING_UNSAFE_RUNNING_AS_ROOT: 'true',
    };
    const run = (...args: readonly string[]) =>
      execFileSync(program, [...args, '--config', config], { env, stdio: 'pipe' });
    run('migrate');
    const account = ['--username', user, '--password', password, '--email', 'petra@gitea.example'];
    run('admin', 'user', 'create', '--admin', '--must-change-password=false', ...account);
    const child = spawn(program, ['web', '--config', config], { env, stdio: 'ignore' });
    const server = new GiteaServer(url, folder, child);
    while (
      !(await fetch(`${url}/api/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (child.exitCode !== null) throw new Error(`Gitea ended with ${child.exitCode}`);
      await sleep(100);
    }
    return server;
  }

  /** Calls the API as the user and resolves with the answer's body. */
  async call(method: string, path: string, body?: object): Promise<any> {
    const headers = { authorization, 'content-type': 'application/json' };
    const reply = await fetch(`${this.url}/api/v1${path}`, { method, headers, body: body && JSON.stringify(body) });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  /** @returns the path of the new repository in the API */
  async repository(name: string): Promise<string> {
    await this.call('POST', '/user/repos', { name, auto_init: true, default_branch: 'main' });
    return `/repos/${user}/${name}`;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null) {
      this.child.kill('SIGKILL');
      await once(this.child, 'exit');
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const configOf = (folder: string, port: number, url: string) => `
APP_DATA_PATH = ${folder}/data
RUN_MODE = prod
[server]
STATIC_ROOT_PATH = ${source}
HTTP_ADDR = 127.0.0.1
HTTP_PORT = ${port}
ROOT_URL = ${url}/
DISABLE_SSH = true
OFFLINE_MODE = true
[database]
DB_TYPE = sqlite3
PATH = ${folder}/gitea.db
[repository]
ROOT = ${folder}/repositories
[security]
INSTALL_LOCK = true
SECRET_KEY = tests
[webhook]
ALLOWED_HOST_LIST = loopback
[log]
MODE = console
LEVEL = Error
`;

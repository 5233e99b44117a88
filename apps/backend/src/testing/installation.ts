import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Person } from './harness';

const built = join(process.cwd(), 'dist/apps/backend/src');

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The built application in a process of its own, as it is delivered: it can be killed at any moment. */
export class Installation {
  private child: ChildProcess | undefined;
  private ended: Promise<Ended> | undefined;
  origin = '';

  /** @param folder with data of another one; a new one without */
  constructor(
    private readonly env: Record<string, string> = {},
    readonly folder = mkdtempSync(join(tmpdir(), 'gos-process-')),
  ) {}

  /** Starts it and waits until it answers. */
  async start(): Promise<void> {
    this.child = this.spawn('main.js', [], {});
    this.ended = outcome(this.child);
    const failed = this.ended.then(({ err }) => {
      throw new Error(`It did not start: ${err}`);
    });
    failed.catch(() => {});
    while (!existsSync(join(this.folder, 'running.json')) || this.running().pid !== this.child.pid) {
      await Promise.race([failed, new Promise((resolve) => setTimeout(resolve, 20))]);
    }
    this.origin = `http://127.0.0.1:${this.running().port}`;
  }

  /** Ends it and waits until it is gone. */
  async end(signal: NodeJS.Signals): Promise<Ended> {
    this.child!.kill(signal);
    return this.ended!;
  }

  /** A start with a limit of open files that is expected to fail. */
  startWithOpenFiles(most: number): Promise<Ended> {
    return outcome(this.spawn('main.js', [], {}, 'ignore', most));
  }

  /** A start with these settings that is expected to fail. */
  startWith(env: Record<string, string>): Promise<Ended> {
    return outcome(this.spawn('main.js', [], env));
  }

  ops(...args: string[]): Promise<Ended> {
    return outcome(this.spawn('cli/main.js', args, {}));
  }

  /** The same, with a file on its standard input. */
  async opsReading(file: string, ...args: string[]): Promise<Ended> {
    const input = openSync(file, 'r');
    const child = this.spawn('cli/main.js', args, {}, input);
    closeSync(input);
    return outcome(child);
  }

  /** The same, to be killed in the middle. */
  begin(...args: string[]): ChildProcess {
    return this.spawn('cli/main.js', args, {});
  }

  running(): { readonly pid: number; readonly port: number } {
    return JSON.parse(readFileSync(join(this.folder, 'running.json'), 'utf8'));
  }

  files(prefix: string): string[] {
    return readdirSync(this.folder).filter((name) => name.startsWith(prefix));
  }

  /** Somebody who is not signed in. */
  stranger(): Person {
    return new Person(this.origin);
  }

  async person(name: string): Promise<Person> {
    const email = `${crypto.randomUUID()}@example.com`;
    const person = new Person(this.origin, email);
    const password = 'correct horse';
    const { body } = await person.post('/api/auth/register', { name, email, password, passwordRepeat: password });
    person.id = body.id;
    return person;
  }

  async remove(): Promise<void> {
    if (this.child?.exitCode === null && this.child.signalCode === null) await this.end('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private spawn(
    script: string,
    args: readonly string[],
    more: Record<string, string>,
    input: number | 'ignore' = 'ignore',
    openFiles?: number,
  ): ChildProcess {
    const inherited = Object.entries(process.env).filter(([name]) => !/^(GOS_|NODE_|PORT$|HOST$)/.test(name));
    const env = {
      ...Object.fromEntries(inherited),
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      GOS_DATA_DIR: this.folder,
      GOS_PUBLIC_URL: 'http://localhost',
      GOS_LOG_LEVEL: 'error',
      ...this.env,
      ...more,
    };
    const command = [process.execPath, join(built, script), ...args];
    const [program, ...words] =
      openFiles === undefined ? command : ['/bin/sh', '-c', `ulimit -n ${openFiles}; exec "$@"`, 'sh', ...command];
    return spawn(program!, words, { env, stdio: [input, 'pipe', 'pipe'] });
  }
}

async function outcome(child: ChildProcess): Promise<Ended> {
  let [out, err] = ['', ''];
  child.stdout!.on('data', (chunk) => (out += chunk));
  child.stderr!.on('data', (chunk) => (err += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { transformFileSync } from '@swc/core';
import type { EventStoreDbServerOptions, Fault } from './server';

const files = ['main', 'server', 'access', 'reading', 'messages', 'store'];
const here = import.meta.dirname;

/** The test server in its own process, for tests with several processes; can be frozen, killed and revived. */
export class EventStoreDbProcess {
  readonly folder = mkdtempSync(join(tmpdir(), 'gos-eventstoredb-'));
  private child: ChildProcess | undefined;
  private lines: Interface | undefined;
  url = '';
  port = 0;

  private constructor(private readonly options: Pick<EventStoreDbServerOptions, 'version'>) {}

  static async start(options: Pick<EventStoreDbServerOptions, 'version'> = {}): Promise<EventStoreDbProcess> {
    const server = new EventStoreDbProcess(options);
    await server.revive();
    return server;
  }

  /** Starts it, after `die` again on the same port with the same events. */
  async revive(): Promise<void> {
    const args = ['--attached', '--file', join(this.folder, 'events.jsonl'), '--port', String(this.port)];
    if (this.options.version) args.push('--version', this.options.version);
    const env = { ...process.env, NODE_OPTIONS: '' };
    this.child = spawn(process.execPath, [this.program(), ...args], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    this.lines = createInterface({ input: this.child.stdout! });
    const failed = once(this.child, 'exit').then(([code]) => {
      throw new Error(`The event store's test server ended with ${code}`);
    });
    failed.catch(() => {});
    const [line] = await Promise.race([once(this.lines, 'line'), failed]);
    Object.assign(this, JSON.parse(line as string));
  }

  /** Injects a fault by calling the server's method of that name; resolves when it is done. */
  async does(fault: Fault): Promise<void> {
    const done = once(this.lines!, 'line');
    this.child!.stdin!.write(`${fault}\n`);
    await done;
  }

  /** Freezes the whole process without closing anything; `SIGCONT` resumes it. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.child!.kill(signal);
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The built program as it is, or the source after transpiling it. */
  private program(): string {
    const built = join(here, 'main.js');
    if (existsSync(built)) return built;
    const folder = join(this.folder, 'program');
    if (existsSync(folder)) return join(folder, 'main.js');
    mkdirSync(folder);
    for (const file of files) {
      const { code } = transformFileSync(join(here, `${file}.ts`), {
        swcrc: false,
        module: { type: 'commonjs' },
        jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
      });
      writeFileSync(join(folder, `${file}.js`), code);
    }
    symlinkSync(resolve(here, '../../../node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}');
    return join(folder, 'main.js');
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { MongoClient } from 'mongodb';
import { temporaryFolder } from '../../stores/drivers/sqlite/testing/temporary-folder';
import { areServersAllowed, installedServers } from './installed';

const binaries = join(installedServers, 'bin');
/** The server ends when its standard input closes, so that an aborted test leaves none behind. */
const program = `
import os, sys, threading
from secantus.cli import main
threading.Thread(target=lambda: (sys.stdin.buffer.read(), os._exit(0)), daemon=True).start()
sys.exit(main())
`;

/** False where `node scripts/test-servers.mjs` has not installed it. */
export const hasMongoServer = areServersAllowed && existsSync(join(binaries, 'secantusd-py'));

/** A server that speaks MongoDB's wire protocol, in a process of its own on a free port, standalone, with its data in a folder. */
export class MongoServer {
  private readonly folder = temporaryFolder();
  private child: ChildProcess | undefined;
  private port = 0;

  /** Also takes `configureFailPoint`. */
  static async start(): Promise<MongoServer> {
    if (!hasMongoServer) throw new Error('There is no MongoDB server: node scripts/test-servers.mjs installs it.');
    const server = new MongoServer();
    await server.again();
    return server;
  }

  /** Another server with what this one holds now, and nothing that it takes later: a member that lags behind. */
  async lagging(): Promise<MongoServer> {
    const other = new MongoServer();
    await this.kill();
    cpSync(this.folder.path, other.folder.path, { recursive: true });
    await Promise.all([this.again(), other.again()]);
    return other;
  }

  /** host:port */
  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  get url(): string {
    return `mongodb://${this.address}/?directConnection=true`;
  }

  /** The machine loses its power, so to say: the process has no time to put anything in order. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Breaks the connection instead of running a command, or answers with a code, after as many of its kind as are skipped. */
  async failNext(
    command: string,
    mode: { readonly skip: number; readonly times: number },
    errorCode?: number,
  ): Promise<void> {
    const client = new MongoClient(this.url);
    try {
      const how = errorCode === undefined ? { closeConnection: true } : { errorCode };
      const data = { failCommands: [command], ...how };
      await client.db('admin').command({ configureFailPoint: 'failCommand', mode, data });
    } finally {
      await client.close();
    }
  }

  /** Freezes: connections stay open and nothing is answered. */
  freeze(): void {
    this.child!.kill('SIGSTOP');
  }

  thaw(): void {
    this.child!.kill('SIGCONT');
  }

  /** At the same address, with the data that it had. */
  async again(): Promise<void> {
    const options = ['--standalone', '--enable-test-commands', '--storage-path', this.folder.path];
    const child = spawn(join(binaries, 'python'), ['-c', program, '--port', `${this.port}`, ...options], {
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    this.child = child;
    const said: string[] = [];
    for await (const line of createInterface(child.stderr)) {
      said.push(line);
      const [, port] = /listening on 127\.0\.0\.1:(\d+)/.exec(line) ?? [];
      if (!port) continue;
      this.port = Number(port);
      child.stderr.resume();
      return;
    }
    throw new Error(`The MongoDB server did not start: ${said.join('\n')}`);
  }

  /** Ends the process and forgets the data. */
  async stop(): Promise<void> {
    await this.end('SIGKILL');
    this.folder.remove();
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}

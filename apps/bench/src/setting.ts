import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Options } from './options';
import { inOwnProcess } from './own-process';
import type { OpenTask, World } from './seed';
import { GosServer } from './server';
import type { Jobs } from './worker';

type Built = Awaited<ReturnType<Jobs['buildViews']>>;

export interface RunningServer {
  readonly server: GosServer;
  /** Cookie headers of people, by their number. */
  readonly cookies: ReadonlyMap<number, string>;
  /** Resident memory just after it was ready, bytes. */
  readonly rssAtStart: number;
}

/** Resources that several sections share, created at their first use: a large installation, and the product running on it. */
export class Setting {
  private readonly folder = mkdtempSync(join(tmpdir(), 'gos-bench-'));
  private made: Promise<{ world: World; built: Built }> | undefined;
  private running: Promise<RunningServer> | undefined;

  constructor(
    readonly options: Options,
    readonly progress: (line: string) => void,
  ) {}

  /** A folder below the run's own. */
  path(name: string): string {
    return join(this.folder, name);
  }

  world(): Promise<{ world: World; built: Built }> {
    this.made ??= this.makeWorld();
    return this.made;
  }

  server(): Promise<RunningServer> {
    this.running ??= this.startServer();
    return this.running;
  }

  async stopServer(): Promise<void> {
    const running = await this.running?.catch(() => undefined);
    this.running = undefined;
    await running?.server.stop();
  }

  /** The time of a measurement, shorter in a quick run. */
  milliseconds(whole: number): number {
    return this.options.quick ? whole / 4 : whole;
  }

  async close(): Promise<void> {
    await this.stopServer();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async makeWorld() {
    const { tasks, people } = this.options;
    this.progress(`writing the log of ${tasks.toLocaleString('en-US')} tasks …`);
    const world = await inOwnProcess('seedWorld', { folder: this.path('world'), tasks, people });
    this.progress(`building the views of ${world.events.toLocaleString('en-US')} events …`);
    const built = await inOwnProcess('buildViews', world.folder);
    return { world, built };
  }

  private async startServer(): Promise<RunningServer> {
    const { world } = await this.world();
    const cookies = await inOwnProcess('signIn', { folder: world.folder, people: world.people });
    const server = await GosServer.start(world.folder);
    const { rss } = await server.ask('memory');
    return { server, cookies, rssAtStart: rss };
  }
}

/** Open tasks whose contractor and solver are two people, both with numbers up to the given one. */
export function sharedTasks(open: readonly OpenTask[], most: number): OpenTask[] {
  return open.filter(
    ({ contractorId, solverId }) => contractorId !== solverId && contractorId <= most && solverId <= most,
  );
}

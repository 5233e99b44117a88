import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessRole } from '@gos/domain';
import { type Ended, Installation } from './installation';
import { EveryServer } from './servers/every-server';

/** One process of an installation of several. */
export class Member {
  private readonly process: Installation;

  private readonly env: Record<string, string>;

  constructor(
    readonly role: ProcessRole,
    env: Record<string, string>,
  ) {
    this.env = { ...env, GOS_ROLE: role };
    this.process = new Installation(this.env);
  }

  get origin(): string {
    return this.process.origin;
  }

  /** Again at the same address; waits until it is ready. */
  async start(): Promise<void> {
    await this.process.start();
    while (!(await fetch(`${this.origin}/api/health/ready`).catch(() => null))?.ok) await sleep(50);
    this.env.PORT = String(this.process.running().port);
  }

  end(signal: NodeJS.Signals): Promise<Ended> {
    return this.process.end(signal);
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    process.kill(this.process.running().pid, signal);
  }

  remove(): Promise<void> {
    return this.process.remove();
  }
}

/** An installation on servers, as several processes of the built product: each can be killed and started again. */
export class Cluster {
  private readonly members: Member[] = [];
  private constructor(
    readonly servers: EveryServer,
    private readonly env: Record<string, string>,
  ) {}

  /** @param env further settings of every process */
  static async start(env: Record<string, string> = {}): Promise<Cluster> {
    return new Cluster(await EveryServer.start(), env);
  }

  async add(...roles: readonly ProcessRole[]): Promise<Member[]> {
    const added = roles.map((role) => new Member(role, { ...this.servers.env, ...this.env }));
    this.members.push(...added);
    await Promise.all(added.map((member) => member.start()));
    return added;
  }

  async stop(): Promise<void> {
    await Promise.all(this.members.map((member) => member.remove()));
    await this.servers.stop();
  }
}

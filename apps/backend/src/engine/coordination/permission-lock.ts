import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Peers } from '../../stores/broadcast/peers';
import { Locks } from './locks';

/** How long another process that is there is waited for. */
const patienceMs = 1_000;
/** A change of another process counts as done after this time, even if its end was never announced. */
const forgottenMs = 15_000;

interface Told {
  readonly gate: string;
  /** null when the change is done */
  readonly userIds: readonly number[] | null;
}

/**
 * Prevents rights from changing during a person's commands: an event is appended while the rights behind its decision
 * hold. A change waits for running commands of these people in every process that answers; later commands wait for the
 * change and load the rights again.
 */
@Injectable()
export class PermissionLock implements OnModuleInit {
  private readonly logger = new Logger(PermissionLock.name);
  /** Commands under way, by person. */
  private readonly under = new Map<number, Set<Promise<unknown>>>();
  /** Changes under way, with what ends when they are done. */
  private readonly gates = new Map<string, { readonly userIds: ReadonlySet<number>; readonly opened: Promise<void> }>();
  private readonly openings = new Map<string, () => void>();
  private readonly answered = new Map<string, (from: string) => void>();
  private changes = 0;

  constructor(
    private readonly locks: Locks,
    private readonly peers: Peers,
  ) {}

  onModuleInit(): void {
    const missed = () => this.note();
    this.peers.subscribe<Told>('rights', (told) => void this.take(told), missed);
    this.peers.subscribe<string>(
      'rights-waited',
      (gate, from) => this.answered.get(gate)?.(from),
      () => {},
    );
  }

  /** Grows with every change of anybody's rights, and when a session or token ends: what was read before may hold no more. */
  get epoch(): number {
    return this.changes;
  }

  /** Says that what opens doors has changed, without waiting for anybody. */
  note(): void {
    this.changes++;
  }

  /** Runs a command of a person, after a change of their rights that is under way. */
  async during<T>(userId: number, action: () => Promise<T>): Promise<T> {
    for (let gate = this.gateOf(userId); gate; gate = this.gateOf(userId)) await gate.opened;
    const work = action();
    const all = this.under.get(userId) ?? new Set();
    this.under.set(userId, all.add(work));
    try {
      return await work;
    } finally {
      all.delete(work);
      if (all.size === 0 && this.under.get(userId) === all) this.under.delete(userId);
    }
  }

  /**
   * Changes the rights of people: no command of theirs is under way meanwhile. One change at a time in the whole installation.
   * @throws StoreUnavailable when another one takes too long
   */
  change<T>(userIds: readonly number[], action: () => Promise<T>): Promise<T> {
    return this.locks.hold('rights', async () => {
      const gate = randomUUID();
      this.shut(gate, userIds);
      try {
        await Promise.all([this.through(userIds), this.throughElsewhere(gate, userIds)]);
        return await action();
      } finally {
        this.open(gate);
        if (this.peers.others().length > 0) this.peers.publish('rights', { gate, userIds: null } satisfies Told);
      }
    });
  }

  /** Resolves once the commands of these people that are under way in this process are done, well or not. */
  async through(userIds: readonly number[]): Promise<void> {
    await Promise.allSettled(userIds.flatMap((id) => [...(this.under.get(id) ?? [])]));
  }

  private gateOf(userId: number) {
    for (const gate of this.gates.values()) if (gate.userIds.has(userId)) return gate;
    return undefined;
  }

  private shut(gate: string, userIds: readonly number[]): void {
    const opened = new Promise<void>((resolve) => this.openings.set(gate, resolve));
    this.gates.set(gate, { userIds: new Set(userIds), opened });
  }

  private open(gate: string): void {
    this.note();
    this.gates.delete(gate);
    this.openings.get(gate)?.();
    this.openings.delete(gate);
  }

  /** The lock does not wait longer for a frozen process: that process loads the rights again when it continues. */
  private async throughElsewhere(gate: string, userIds: readonly number[]): Promise<void> {
    const waiting = new Set(this.peers.others());
    if (waiting.size === 0) return;
    const all = new Promise<void>((resolve) => {
      this.answered.set(gate, (from) => {
        waiting.delete(from);
        if (waiting.size === 0) resolve();
      });
    });
    this.peers.publish('rights', { gate, userIds } satisfies Told);
    await Promise.race([all, sleep(patienceMs)]);
    this.answered.delete(gate);
    if (waiting.size > 0) this.logger.warn(`${waiting.size} processes did not say that rights may change`);
  }

  /** A change of another process: what is under way here ends first, what comes waits. */
  private async take({ gate, userIds }: Told): Promise<void> {
    if (userIds === null) return this.open(gate);
    this.shut(gate, userIds);
    setTimeout(() => this.gates.has(gate) && this.open(gate), forgottenMs).unref();
    await this.through(userIds);
    this.peers.publish('rights-waited', gate);
  }
}

import { Readable } from 'node:stream';
import {
  type FileReference,
  inboxAggregate,
  laterPosition,
  limits,
  positionAggregate,
  type Task,
  targetOf,
  userAggregate,
} from '@gos/domain';
import { keysOf, tableOf } from '@gos/domain/kernel/tables';
import type { CommandRunner } from '../../backend/src/engine/commands/command-runner';
import type { CommandSender } from '../../backend/src/engine/commands/command-sender';
import type { Registration } from '../../backend/src/features/auth/common/registration';
import { derivedId } from '../../backend/src/kernel/event-id';
import type { People } from '../../backend/src/shared/user/people';
import type { Claims } from '../../backend/src/stores/claims/claims';
import type { Files } from '../../backend/src/stores/files/files';
import { actorOf, perform, type Run, type Touched, touchedBy, type World } from './facts';
import type { PastClock } from './past-clock';
import type { Plan, PlannedStep, TaskStep } from './plan';
import { Shelves } from './shelves';
import { demoPassword, emailOf, positions, staff } from './staff';

export interface Stores {
  readonly clock: PastClock;
  readonly runner: CommandRunner;
  readonly registration: Registration;
  readonly people: People;
  readonly claims: Claims;
  readonly files: Files;
}

/** Number of steps that may run at once. */
export const maxAtOnce = 24;

/** Plays a plan: every step is a command that its person sends at its moment. */
export class Player {
  private readonly world: World;
  /** Projects and boards in their present state: only the plan changes them. */
  private readonly known = new Map<string, unknown>();
  private commands = 0;
  /** Position of the last event. */
  position: string | null = null;

  constructor(
    private readonly stores: Stores,
    private readonly plan: Plan,
    { timeZone: zone, currency }: { readonly timeZone: string; readonly currency: string },
  ) {
    const load: World['load'] = async (stream, decider) =>
      (this.known.get(stream) as never) ?? stores.runner.load(stream, decider);
    this.world = { zone, currency, load, shelves: new Shelves() };
  }

  /** Registers everybody; the admin assigns roles, positions and rates. */
  async hire(): Promise<void> {
    const { clock, registration, people } = this.stores;
    for (const [index, person] of staff.entries()) {
      const { id, name, phone, language } = person;
      await clock.at(this.plan.start + index * 97_000, async () => {
        const email = emailOf(person);
        const given = await registration.register(
          { name, email, password: demoPassword },
          null,
          { isHere: true, setup: null },
          this.nextId(),
        );
        if (given !== id) throw new Error(`${name} became person ${given} instead of ${id}`);
        await people.change(id, (data) => ({ ...data, phone, language }));
      });
    }
    const { currency } = this.world;
    const positionIds = await this.makePositions();
    const changes = staff.map(({ id, role, hourlyRate, department }, index) => {
      const rate = hourlyRate === null ? null : { amount: `${hourlyRate}.00`, currency };
      const target = targetOf(userAggregate, id);
      const held = role === 'auditor' ? [] : [positionIds[department]];
      const command = { type: 'change', body: { role, hourlyRate: rate, positionIds: held } } as const;
      const sender = this.sender(1);
      return this.stores.clock.at(this.plan.start + (staff.length + index) * 97_000, () =>
        this.stores.runner.run(target, command, sender, () => ({
          actor: actorOf(1),
          otherAdmins: 0,
          currency,
          knownPositions: held,
        })),
      );
    });
    for (const { position } of await Promise.all(changes)) this.position = laterPosition(this.position, position);
  }

  private async makePositions(): Promise<Record<keyof typeof positions, number>> {
    const { claims, clock, runner } = this.stores;
    const names = keysOf(positions);
    await claims.raise('position', names.length);
    await clock.at(this.plan.start + staff.length * 97_000, async () => {
      for (const [index, name] of names.entries()) {
        const command = { type: 'create', body: { name: positions[name] } } as const;
        const target = targetOf(positionAggregate, index + 1);
        await runner.run(target, command, this.sender(1), () => ({ actor: actorOf(1), holders: 0 }));
      }
    });
    return tableOf(names, (_, index) => index + 1);
  }

  /** Plays in the order of the plan; independent steps run at once and share commits of the log. */
  async play(): Promise<void> {
    const { claims, clock } = this.stores;
    await claims.raise('task', this.plan.tasks);
    await claims.raise('project', this.plan.projects);
    await claims.raise('work-entry', this.plan.entries);
    await claims.raise('plan', this.plan.plans);
    await claims.raise('repeatedTask', this.plan.repeated);
    await claims.raise('board', Math.max(0, ...[...this.plan.boards.values()].flat()));
    const turns = new Turns();
    const underWay: Promise<unknown>[] = [];
    for (const step of this.plan.steps) {
      // Wait for the oldest step, so that the log is out of the order of time by a few steps at most.
      if (underWay.length === maxAtOnce) await underWay.shift();
      const sender = this.sender(step.by);
      const turn = turns.of(touchedBy(step, this.plan), async () => {
        const position = await clock.at(step.at, () => this.playOne(step, sender));
        this.position = laterPosition(this.position, position);
      });
      underWay.push(turn);
    }
    await Promise.all(underWay);
  }

  /** Everybody read their notifications some hours ago. */
  async readNotifications(now: number): Promise<void> {
    const { clock, runner } = this.stores;
    for (const { id } of staff) {
      const at = now - (2 + (id % 4)) * 3_600_000;
      const facts = { unread: [], latest: new Date(at).toISOString() };
      const read = () =>
        runner.run(targetOf(inboxAggregate, id), { type: 'read', body: { all: true } }, this.sender(id), () => facts);
      this.position = laterPosition(this.position, (await clock.at(at, read)).position);
    }
  }

  private async playOne(step: PlannedStep, sender: CommandSender): Promise<string | null> {
    const { runner } = this.stores;
    const run: Run<Promise<string | null>> = async (target, command, facts) => {
      const { state, position } = await runner.run(target, command, sender, facts);
      if (step.on === 'project' || step.on === 'board') this.known.set(target.stream, state);
      else if (step.on !== 'task') return position;
      else if (step.action.type !== 'connect') this.world.shelves.put(state as Task);
      return position;
    };
    const file = step.on === 'task' && step.action.type === 'attach' ? await this.store(step.action) : undefined;
    return perform(step, this.plan, this.world, run, file);
  }

  private async store({ name, content }: Extract<TaskStep['action'], { type: 'attach' }>): Promise<FileReference> {
    const { sha256, size } = await this.stores.files.put(Readable.from([Buffer.from(content)]), limits.file.max);
    return { fileId: await this.stores.claims.next('file'), name, size, mime: 'text/csv', sha256 };
  }

  /** The ids of the events follow from the command's number, so that they are the same whenever the same plan is played. */
  private sender(by: number | null): CommandSender {
    const key = this.nextId();
    const via = by === null ? 'job' : 'web';
    return { actor: actorOf(by), via, correlationId: key, idempotency: { key, bodyHash: key } };
  }

  private nextId(): string {
    return derivedId('demo', this.commands++);
  }
}

/** A step that changes an item waits for all earlier steps that need it; a step that reads it waits for those that change it. */
export class Turns {
  private readonly changing = new Map<string, Promise<unknown>>();
  private readonly reading = new Map<string, Promise<unknown>[]>();

  of(touched: Touched, action: () => Promise<void>): Promise<void> {
    const { changed, read } = touched;
    const before = [
      ...[...changed, ...read].map((key) => this.changing.get(key)),
      ...changed.flatMap((key) => this.reading.get(key) ?? []),
    ];
    const turn = Promise.all(before).then(action);
    for (const key of read) {
      const readers = this.reading.get(key);
      if (readers) readers.push(turn);
      else this.reading.set(key, [turn]);
    }
    for (const key of changed) {
      this.changing.set(key, turn);
      this.reading.delete(key);
    }
    return turn;
  }
}

import { randomUUID } from 'node:crypto';
import {
  followUpsOf,
  installationStream,
  type Message,
  projectStream,
  type RecordedEvent,
  taskStream,
  userStream,
} from '@gos/domain';
import { record } from '../../backend/src/engine/commands/stream-cache';
import { derivedId } from '../../backend/src/kernel/event-id';
import { People } from '../../backend/src/shared/user/people';
import type { Broadcast } from '../../backend/src/stores/broadcast/broadcast';
import { Peers } from '../../backend/src/stores/broadcast/peers';
import { NO_STREAM } from '../../backend/src/stores/event-log/event-log';
import { Chance, personName } from '../../backend/src/testing/chance';
import { type Ports, withPorts } from './ports';
import { type Life, lifeOf } from './task-lives';

export interface WorldSize {
  readonly folder: string;
  readonly tasks: number;
  readonly people: number;
  /** Fewer for a store that is slower. */
  readonly appendsAtOnce?: number;
}

/** An open task and the people who may act on it. */
export interface OpenTask {
  readonly taskId: number;
  readonly contractorId: number;
  readonly solverId: number;
}

export interface World {
  readonly folder: string;
  readonly tasks: number;
  readonly people: number;
  readonly events: number;
  readonly open: readonly OpenTask[];
  readonly milliseconds: number;
}

interface Stream {
  revision: number;
  lastHash: string | null;
}

/** Number of tasks in progress at a time, so that their events are interleaved in the log as in real use. */
const underWay = 2_000;
const maxOpenKept = 5_000;
const appendsAtOnce = 1_000;
/** Every twentieth task is in the small project, every second one in the large one; only the admin is their member. */
export const benchProjects = [
  { projectId: 1, name: 'Malý', share: 1 / 20, holds: (taskId: number) => taskId % 20 === 1 },
  { projectId: 2, name: 'Velký', share: 1 / 2, holds: (taskId: number) => taskId % 2 === 0 },
] as const;
/** An even number, so that everybody ends with their former role. */
const changesAtOnce = 500;
const yearMs = 365 * 24 * 60 * 60 * 1_000;

/** Fills an empty data folder with people and with the whole lives of tasks, written to the log as the runner writes them. */
export function seedWorld(size: WorldSize): Promise<World> {
  return withPorts(size.folder, async (ports) => {
    const started = performance.now();
    const chance = new Chance(20_261_121);
    const writer = new Writer(ports, size.appendsAtOnce);
    await seedPeople(ports, writer, size.people, chance);
    await seedProjects(writer);
    const open: OpenTask[] = [];
    const expected = size.tasks * 4.6;
    const begin = Date.now() - yearMs;
    const running: { life: Life; next: number }[] = [];
    let created = 0;
    while (created < size.tasks || running.length > 0) {
      const at = begin + Math.min(1, writer.count / expected) * (yearMs - 60_000);
      if (created < size.tasks && running.length < underWay) {
        const about = {
          people: size.people,
          at,
          someTask: () => running[chance.below(running.length)]?.life.taskId ?? null,
        };
        const taskId = ++created;
        const projectId = benchProjects.find(({ holds }) => holds(taskId))?.projectId ?? null;
        running.push({ life: lifeOf(taskId, chance, { ...about, projectId }), next: 0 });
        if (running.length < underWay) continue;
      }
      const place = chance.below(running.length);
      const one = running[place]!;
      const { event, actor } = one.life.steps[one.next++]!;
      await writer.happens(taskStream(one.life.taskId), event, actor, at);
      if (one.next < one.life.steps.length) continue;
      running[place] = running.at(-1)!;
      running.pop();
      if (one.life.open) keep(open, one.life, chance);
    }
    await writer.flush();
    await ports.claims.raise('task', size.tasks);
    await ports.claims.raise('user', size.people);
    await ports.claims.raise('project', benchProjects.length);
    const milliseconds = performance.now() - started;
    return { folder: size.folder, tasks: size.tasks, people: size.people, events: writer.count, open, milliseconds };
  });
}

function keep(open: OpenTask[], { taskId, contractorId, solverId }: Life, chance: Chance): void {
  const one = { taskId, contractorId, solverId };
  if (open.length < maxOpenKept) open.push(one);
  else open[chance.below(maxOpenKept)] = one;
}

const toNobody: Broadcast = { publish: async () => {}, subscribe: () => () => {}, close: async () => {} };

export async function seedPeople({ accounts }: Ports, writer: Writer, people: number, chance: Chance): Promise<void> {
  const at = Date.now() - yearMs;
  const directory = new People(accounts, new Peers(toNobody));
  await writer.happens(installationStream, { type: 'InstallationFounded', data: { adminId: 1 } }, 1, at);
  const createdAt = new Date(at).toISOString();
  const written = Array.from({ length: people }, async (_, index) => {
    const id = index + 1;
    const data = { name: personName(chance), email: `person${id}@example.com`, phone: null, language: 'cs' } as const;
    await directory.create(id, { ...data, passwordHash: null, admitted: true, createdAt });
  });
  for (let userId = 1; userId <= people; userId++) {
    const data = { userId, role: userId === 1 ? 'admin' : 'member' };
    await writer.happens(userStream(userId), { type: 'UserRegistered', data }, userId, at);
  }
  await Promise.all(written);
}

async function seedProjects(writer: Writer): Promise<void> {
  const at = Date.now() - yearMs;
  for (const { projectId, name } of benchProjects) {
    const fields = { description: '', externalTicketSystemUrl: null, finishDate: null, active: true, contracts: [] };
    const member = { userId: 1, permission: 'manage', notification: 'all' };
    const stream = projectStream(projectId);
    await writer.happens(stream, { type: 'ProjectCreated', data: { projectId, name, ...fields } }, 1, at);
    await writer.happens(stream, { type: 'MemberAdded', data: { projectId, ...member } }, 1, at);
  }
}

/** Adds events of people, which are cheap to project, to the log; returns its new number of events. */
export function growLog({
  folder,
  people,
  events,
}: {
  folder: string;
  people: number;
  events: number;
}): Promise<number> {
  return withPorts(folder, async (ports) => {
    const writer = new Writer(ports);
    let count = Number((await ports.log.end()) ?? 0);
    for (let turn = 0; count < events; turn++) {
      const userId = 2 + (turn % (people - 1));
      const [last] = (await ports.log.readStream(userStream(userId))).slice(-1);
      const changes = Array.from({ length: changesAtOnce }, (_, index) => {
        const [from, to] = index % 2 === 0 ? ['member', 'collaborator'] : ['collaborator', 'member'];
        return { type: 'UserRoleChanged', data: { from, to } };
      });
      await writer.continueStream(last!, changes, Date.now() - yearMs);
      count += changesAtOnce;
    }
    return count;
  });
}

/** Gives events their place, ids and hashes, and appends many at a time. */
export class Writer {
  count = 0;
  private readonly streams = new Map<string, Stream>();
  private waiting: Promise<unknown>[] = [];

  constructor(
    private readonly ports: Ports,
    private readonly most = appendsAtOnce,
  ) {}

  async happens(stream: string, event: Message, actor: number, at: number): Promise<void> {
    const instant = new Date(at).toISOString();
    const id = randomUUID();
    const recorded = this.append(stream, event, id, { actor, at: instant, causationId: id, correlationId: id });
    for (const [index, follower] of followUpsOf(recorded).entries()) {
      const about = { actor, at: instant, causationId: id, correlationId: id };
      this.append(follower.stream, follower.event, derivedId(id, follower.stream, index), about);
    }
    if (this.waiting.length >= this.most) await this.flush();
  }

  async continueStream(
    { stream, revision, metadata }: RecordedEvent,
    events: readonly Message[],
    at: number,
  ): Promise<void> {
    const loaded = { revision, lastHash: metadata.hash };
    const correlationId = randomUUID();
    const about = {
      actor: 1,
      at: new Date(at).toISOString(),
      via: 'web',
      correlationId,
      causationId: correlationId,
    } as const;
    const recorded = record(stream, loaded, events, () => ({
      id: randomUUID(),
      metadata: { ...about, schemaVersion: 1 },
    }));
    await this.ports.log.append(stream, revision, recorded);
  }

  async flush(): Promise<void> {
    await Promise.all(this.waiting);
    this.waiting = [];
  }

  private append(
    stream: string,
    event: Message,
    id: string,
    about: { actor: number; at: string; causationId: string; correlationId: string },
  ): RecordedEvent {
    const before = this.streams.get(stream) ?? { revision: NO_STREAM, lastHash: null };
    const events = record(stream, before, [event], () => ({
      id,
      metadata: { ...about, via: 'web', schemaVersion: 1 },
    }));
    const [recorded] = events;
    this.streams.set(stream, { revision: recorded!.revision, lastHash: recorded!.metadata.hash });
    this.waiting.push(this.ports.log.append(stream, before.revision, events));
    this.count++;
    return { ...recorded!, position: String(this.count) };
  }
}

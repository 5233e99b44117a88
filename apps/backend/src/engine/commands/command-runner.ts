import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Decider,
  endedWork,
  type FollowUp,
  followUpsOf,
  handedOver,
  isRefusal,
  type LateFollowUp,
  type Load,
  laterPosition,
  type Message,
  occurrenceTasks,
  type RecordedEvent,
  refuse,
  type Target,
} from '@gos/domain';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { commandEventId, derivedId } from '../../kernel/event-id';
import { KeyedMutex } from '../../kernel/keyed-mutex';
import { Refused } from '../../kernel/refused';
import { StoreUnavailable, WrongExpectedRevision } from '../../kernel/store-errors';
import { currentContext } from '../../observability/correlation';
import { noSecurityLog, SecurityLog } from '../../observability/security-log';
import { noTelemetry, Telemetry } from '../../observability/telemetry';
import { type Appended, EVENT_LOG, type EventLog, type NewEvent } from '../../stores/event-log/event-log';
import { inPieces } from '../../stores/event-log/read-in-pieces';
import { AppendWatch } from './append-watch';
import type { CommandSender } from './command-sender';
import { tellSecurity } from './security-events';
import { noSnapshots, SNAPSHOTS, type Snapshots } from './snapshots';
import { evolved, extend, type LoadedStream, noFolding, record, StreamCache } from './stream-cache';

export interface CommandRun<State> {
  /** The state before the command; for a retry, before its first run. */
  readonly before: State;
  /** The state after the command; for a retry, after its first run. */
  readonly state: State;
  /** Position of the last event that the command caused; null when nothing was appended. */
  readonly position: string | null;
  readonly events: readonly RecordedEvent[];
  readonly repeated: boolean;
}

const unwatched: Pick<AppendWatch, 'append'> = { append: (append) => append() };
const attempts = 10;
/** How often an append with an unknown outcome is sent again; the next constant is the first of the growing waits between. */
const resends = 3;
const resendMs = 50;
/** Streams that a hand-over writes to at the same time. */
const atOnce = 16;

/** The ids of a command's events: the same at every attempt, so that events of an earlier attempt are recognised. */
type EventIds = (index: number) => string;

/**
 * Runs a command on one stream: loads it, decides, appends with the expected revision. After a conflict the command is
 * decided again; commands of this process on one stream run one after the other. Follow-up events in other streams are
 * appended right after, with ids derived from the causing event; after a crash the reactor does the same.
 */
@Injectable()
export class CommandRunner {
  private readonly cache: StreamCache;
  /** The streams that receive follow-up events. */
  private readonly followed: StreamCache;
  private readonly mutex = new KeyedMutex();
  /** Streams that the work under way holds already. */
  private readonly held = new AsyncLocalStorage<ReadonlySet<string>>();

  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    private readonly clock: Clock,
    @Optional() @Inject(Telemetry) private readonly telemetry: Pick<Telemetry, 'run'> = noTelemetry,
    @Optional() @Inject(SecurityLog) private readonly security: Pick<SecurityLog, 'write'> = noSecurityLog,
    @Optional() @Inject(SNAPSHOTS) private readonly snapshots: Snapshots = noSnapshots,
    @Optional() @Inject(AppendWatch) private readonly appends: Pick<AppendWatch, 'append'> = unwatched,
  ) {
    this.cache = new StreamCache(log, snapshots);
    this.followed = new StreamCache(log, snapshots);
  }

  /**
   * @param facts loads the facts that the decision needs besides the stream; called again at every attempt
   * @throws Refused, StoreUnavailable
   */
  async run<State, Command, E extends Message, Facts>(
    target: Target<State, Command, E, Facts>,
    command: Command,
    sender: CommandSender,
    facts: (state: State) => Facts | Promise<Facts>,
  ): Promise<CommandRun<State>> {
    const ids = idsOf(sender);
    return this.telemetry.run(
      { kind: 'command', name: nameOf(target.stream, command), correlationId: sender.correlationId },
      () => this.alone(target.stream, () => this.attempt(target, command, sender, ids, facts)),
      telemetryOutcomeOf,
    );
  }

  /** Runs the action while no other command of this process changes these streams. */
  beside<T>(streams: readonly string[], action: () => Promise<T>): Promise<T> {
    if (streams.length === 0) return action();
    // In one order, so that no two wait for each other.
    const held = [...new Set(streams)].sort();
    const inside = () => this.held.run(new Set(held), action);
    return held.reduceRight<() => Promise<T>>((work, stream) => () => this.mutex.run(stream, work), inside)();
  }

  private alone<T>(stream: string, action: () => Promise<T>): Promise<T> {
    if (this.held.getStore()?.has(stream)) return action();
    return this.mutex.run(stream, async () => {
      // Its sender already got a timeout while the command waited for others.
      if (isOver()) throw new StoreUnavailable('The command waited too long for others', 'not-written');
      return action();
    });
  }

  private async attempt<State, Command, E extends Message, Facts>(
    target: Target<State, Command, E, Facts>,
    command: Command,
    sender: CommandSender,
    ids: EventIds,
    facts: (state: State) => Facts | Promise<Facts>,
  ): Promise<CommandRun<State>> {
    for (let attempt = 1; ; attempt++) {
      const loaded = await this.cache.load(target.stream, target.decider);
      const repeated = await this.repetition(target, loaded, sender, ids);
      if (repeated) return repeated;
      const decided = target.decider.decide(loaded.state, command, await facts(loaded.state));
      if (isRefusal(decided)) throw new Refused(decided);
      if (decided.length === 0)
        return { before: loaded.state, state: loaded.state, position: null, events: [], repeated: false };
      try {
        return await this.append(target, loaded, decided, sender, ids);
      } catch (error) {
        this.cache.forget(target.stream);
        rethrowUnlessRetryable(error, attempt);
      }
    }
  }

  /** The current state of a stream, read from the log and so never stale. */
  async load<State, E extends Message>(
    stream: string,
    decider: Pick<Decider<State, never, E, never>, 'initial' | 'evolve'>,
  ): Promise<State> {
    return (await this.loadedOf(stream, decider)).state;
  }

  /** The same with the revision of the stream's last event. */
  loadedOf<State, E extends Message>(
    stream: string,
    decider: Pick<Decider<State, never, E, never>, 'initial' | 'evolve'>,
  ): Promise<Pick<LoadedStream<State>, 'state' | 'revision'>> {
    return this.cache.load(stream, decider);
  }

  /**
   * Appends an event's follow-ups in other streams. Idempotent: returns the last position also when they were there
   * already.
   */
  async follow(event: RecordedEvent): Promise<string | null> {
    let last: string | null = null;
    for (const [index, following] of followUpsOf(event).entries()) {
      last = laterPosition(last, await this.appendFollowUp(following, index, event));
    }
    for (const following of await occurrenceTasks(event, this.loader)) {
      last = laterPosition(last, await this.appendFollowUp(following, 0, event));
    }
    for (const following of await endedWork(event, this.loader)) {
      last = laterPosition(last, await this.appendFollowUp(following, 0, event));
    }
    return laterPosition(last, await this.handOver(event));
  }

  /** There may be hundreds: several streams at once, those of one stream one after the other. */
  private async handOver(event: RecordedEvent): Promise<string | null> {
    const byStream = new Map<string, LateFollowUp[]>();
    for (const following of handedOver(event)) {
      byStream.set(following.stream, [...(byStream.get(following.stream) ?? []), following]);
    }
    const waiting = [...byStream.values()];
    let last: string | null = null;
    const work = async () => {
      for (let all = waiting.shift(); all !== undefined; all = waiting.shift()) {
        for (const following of all) {
          const position = await this.appendLate(following, event);
          last = laterPosition(last, position);
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return last;
  }

  private async append<State, E extends Message>(
    target: Target<State, never, E, never> | Target<State, unknown, E, unknown>,
    loaded: LoadedStream<State>,
    decided: readonly E[],
    sender: CommandSender,
    ids: EventIds,
  ): Promise<CommandRun<State>>;
  private async append(
    target: Target<unknown, unknown, Message, unknown>,
    loaded: LoadedStream<unknown>,
    decided: readonly Message[],
    { actor, via, source, correlationId, causationId = correlationId, idempotency }: CommandSender,
    ids: EventIds,
  ): Promise<CommandRun<unknown>> {
    const at = this.clock.instant();
    const events = record(target.stream, loaded, decided, (index) => ({
      id: ids(index),
      metadata: {
        actor: actor.id,
        at,
        via,
        ...(source && { source }),
        correlationId,
        causationId,
        schemaVersion: 1,
        ...(idempotency && { bodyHash: idempotency.bodyHash }),
      },
    }));
    const appended = await this.appendTraced(target.stream, loaded.revision, events);
    const recorded = events.map((event) => ({ ...event, position: appended.position }));
    const after = extend(loaded, target.decider, recorded);
    this.cache.keep(target.stream, after);
    for (const event of recorded) tellSecurity(this.security, event);
    let position: string | null = appended.position;
    for (const event of recorded) position = laterPosition(position, await this.follow(event));
    return { before: loaded.state, state: after.state, position, events: recorded, repeated: false };
  }

  /**
   * Repeats an append with an unknown outcome with the same ids and expected revision. A store that has it already
   * resolves, or throws WrongExpectedRevision; then the ids are found in the stream.
   */
  private appendTraced(stream: string, expectedRevision: number, events: readonly NewEvent[]): Promise<Appended> {
    const { correlationId } = events[0]!.metadata;
    return this.telemetry.run({ kind: 'append', name: streamCategoryOf(stream), correlationId }, () =>
      this.appendWithRetries(stream, expectedRevision, events),
    );
  }

  private async appendWithRetries(stream: string, expectedRevision: number, events: readonly NewEvent[]) {
    let unknown: StoreUnavailable | null = null;
    for (let resend = 0; ; resend++) {
      try {
        return await this.appends.append(() => this.log.append(stream, expectedRevision, events));
      } catch (error) {
        if (isUnknown(error)) unknown = error;
        // A refusal now does not show whether an earlier attempt was written.
        if (!unknown || !(error instanceof StoreUnavailable)) throw error;
        if (resend === resends || isOver()) throw unknown;
        await sleep(resendMs * 2 ** resend);
      }
    }
  }

  private readonly loader: Load = async (stream, folding, upTo) => {
    const loaded = await this.cache.load(stream, folding);
    if (upTo === undefined || loaded.revision <= upTo) return loaded.state;
    let state = folding.initial;
    for await (const events of inPieces(this.log, stream)) {
      for (const event of events) {
        if (event.revision > upTo) return state;
        state = evolved(folding, state, event);
      }
    }
    return state;
  };

  /** The position of an event of the stream by its id. */
  private async placeOf(stream: string, loaded: LoadedStream<unknown>, id: string): Promise<string | undefined> {
    const known = loaded.positions.get(id);
    return known === undefined && loaded.since > 0 ? this.snapshots.positionOf(stream, id) : known;
  }

  private appendFollowUp(
    { stream, event, allowed }: FollowUp,
    index: number,
    cause: RecordedEvent,
  ): Promise<string | null> {
    const decide = async (load: Load) => (!allowed || (await allowed(load)) ? event : null);
    return this.appendLate({ stream, index, decide }, cause);
  }

  private appendLate(following: LateFollowUp, cause: RecordedEvent): Promise<string | null> {
    const { stream, index } = following;
    const id = derivedId(cause.id, stream, index);
    const append = () => this.appendOnce(following, id, cause);
    // Its own stream is held already.
    return stream === cause.stream ? append() : this.alone(stream, append);
  }

  private async appendOnce({ stream, decide }: LateFollowUp, id: string, cause: RecordedEvent): Promise<string | null> {
    for (let attempt = 1; ; attempt++) {
      const loaded = await this.followed.load(stream, noFolding);
      const there = await this.placeOf(stream, loaded, id);
      if (there !== undefined) return there;
      const follower = await decide(this.loader);
      if (follower === null) return null;
      const { actor, at, via, source, correlationId } = cause.metadata;
      const about = { actor, at, via, ...(source && { source }), correlationId };
      const events = record(stream, loaded, [follower], () => ({
        id,
        metadata: { ...about, causationId: cause.id, schemaVersion: 1 },
      }));
      try {
        const { position } = await this.appendTraced(stream, loaded.revision, events);
        const recorded = events.map((event) => ({ ...event, position }));
        this.followed.keep(stream, extend(loaded, noFolding, recorded));
        return position;
      } catch (error) {
        rethrowUnlessRetryable(error, attempt);
      }
    }
  }

  /**
   * Finds the events of an earlier run in the stream by their ids: of a retried command, or of an append that was not
   * answered.
   */
  private async repetition<State, E extends Message>(
    target: Target<State, never, E, never> | Target<State, unknown, E, unknown>,
    loaded: LoadedStream<State>,
    sender: CommandSender,
    ids: EventIds,
  ): Promise<CommandRun<State> | null>;
  private async repetition(
    target: Target<unknown, unknown, Message, unknown>,
    loaded: LoadedStream<unknown>,
    { idempotency }: CommandSender,
    idAt: EventIds,
  ): Promise<CommandRun<unknown> | null> {
    const ids = new Set<string>();
    for (let n = 0; await this.placeOf(target.stream, loaded, idAt(n)); n++) ids.add(idAt(n));
    if (ids.size === 0) return null;
    let state = target.decider.initial;
    let before = state;
    const events: RecordedEvent[] = [];
    reading: for await (const part of inPieces(this.log, target.stream)) {
      for (const event of part) {
        if (ids.has(event.id)) {
          if (events.length === 0) before = state;
          events.push(event);
        }
        state = evolved(target.decider, state, event);
        if (events.length === ids.size) break reading;
      }
    }
    const last = events.at(-1)!;
    if (idempotency && events[0]!.metadata.bodyHash !== idempotency.bodyHash)
      throw new Refused(refuse('idempotency.reused'));
    let position: string | null = last.position;
    for (const event of events) position = laterPosition(position, await this.follow(event));
    return { before, state, position, events, repeated: true };
  }
}

/** Whether the sender of the command no longer waits. */
const isOver = () => performance.now() > (currentContext()?.from?.endsAt ?? Number.POSITIVE_INFINITY);

function idsOf({ actor, idempotency, eventId }: CommandSender): EventIds {
  if (idempotency) return (index) => commandEventId(actor.id, idempotency.key, index);
  const ids: string[] = eventId === undefined ? [] : [eventId];
  return (index) => (ids[index] ??= randomUUID());
}

const streamCategoryOf = (stream: string) => /^[a-z]+/.exec(stream)?.[0] ?? 'other';

/** The command's name for telemetry, from the aggregate and the command: `task.complete`. */
function nameOf(stream: string, command: unknown): string {
  const { type } = command as { readonly type?: unknown };
  return typeof type === 'string' ? `${streamCategoryOf(stream)}.${type}` : streamCategoryOf(stream);
}

function telemetryOutcomeOf({ repeated, events }: CommandRun<unknown>): string {
  if (repeated) return 'repeated';
  return events.length === 0 ? 'unchanged' : 'done';
}

/**
 * After a conflict the command may be decided again, a limited number of times.
 * @throws StoreUnavailable after the last one, and any other error unchanged
 */
function rethrowUnlessRetryable(error: unknown, attempt: number): void {
  if (!(error instanceof WrongExpectedRevision)) throw error;
  if (attempt < attempts) return;
  throw new StoreUnavailable(`Others change ${error.stream} all the time`, 'not-written', { cause: error });
}

/** Whether the append may have been written. */
function isUnknown(error: unknown): error is StoreUnavailable {
  return error instanceof StoreUnavailable && error.outcome === 'unknown';
}

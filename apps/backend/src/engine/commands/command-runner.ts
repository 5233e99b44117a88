import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Decider,
  type FollowUp,
  followUpsOf,
  isRefusal,
  laterPosition,
  type Message,
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
import { noTelemetry, Telemetry } from '../../observability/telemetry';
import { type Appended, EVENT_LOG, type EventLog, type NewEvent } from '../../stores/event-log/event-log';
import type { CommandContext } from './command-context';
import { extend, type LoadedStream, noFolding, record, StreamCache } from './stream-cache';

export interface Outcome<State> {
  /** The state ahead of the command, or of its first run when this was a retry. */
  readonly before: State;
  /** The state after the command, or after its first run when this was a retry. */
  readonly state: State;
  /** Position of the last event that the command led to; null when nothing was appended. */
  readonly position: string | null;
  readonly events: readonly RecordedEvent[];
  readonly repeated: boolean;
}

const attempts = 10;
/** How often an append of unknown outcome is sent again, and the first of the growing waits between. */
const resends = 3;
const resendMs = 50;

/** The ids of a command's events: the same ones at every attempt, so that what an earlier one wrote is recognised. */
type EventIds = (index: number) => string;

/**
 * Runs a command: loads its one stream, decides, appends with the expected revision. Two that decide at once are decided again, one
 * after the other. What follows in other streams is appended at once, with ids derived from the event that it follows from; the
 * reactor does the same after a crash.
 */
@Injectable()
export class CommandRunner {
  private readonly cache: StreamCache;
  /** The streams that events entail others in. */
  private readonly followed: StreamCache;
  private readonly mutex = new KeyedMutex();

  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    private readonly clock: Clock,
    @Optional() @Inject(Telemetry) private readonly telemetry: Pick<Telemetry, 'run'> = noTelemetry,
  ) {
    this.cache = new StreamCache(log);
    this.followed = new StreamCache(log);
  }

  /**
   * @param facts what the decision needs of the world beside the stream; asked anew at every attempt
   * @throws Refused, StoreUnavailable
   */
  async run<State, Command, E extends Message, Facts>(
    target: Target<State, Command, E, Facts>,
    command: Command,
    context: CommandContext,
    facts: (state: State) => Facts | Promise<Facts>,
  ): Promise<Outcome<State>> {
    const ids = idsOf(context);
    return this.telemetry.run(
      { kind: 'command', name: nameOf(target.stream, command), correlationId: context.correlationId },
      () => this.mutex.run(target.stream, () => this.attempt(target, command, context, ids, facts)),
      outcomeOf,
    );
  }

  private async attempt<State, Command, E extends Message, Facts>(
    target: Target<State, Command, E, Facts>,
    command: Command,
    context: CommandContext,
    ids: EventIds,
    facts: (state: State) => Facts | Promise<Facts>,
  ): Promise<Outcome<State>> {
    for (let attempt = 1; ; attempt++) {
      const loaded = await this.cache.load(target.stream, target.decider);
      const repeated = await this.repetition(target, loaded, context, ids);
      if (repeated) return repeated;
      const decided = target.decider.decide(loaded.state, command, await facts(loaded.state));
      if (isRefusal(decided)) throw new Refused(decided);
      if (decided.length === 0)
        return { before: loaded.state, state: loaded.state, position: null, events: [], repeated: false };
      try {
        return await this.append(target, loaded, decided, context, ids);
      } catch (error) {
        this.cache.forget(target.stream);
        mayBeTriedAgain(error, attempt);
      }
    }
  }

  /** The present state of a stream, as strong as the log. */
  async load<State, E extends Message>(
    stream: string,
    decider: Pick<Decider<State, never, E, never>, 'initial' | 'evolve'>,
  ): Promise<State> {
    return (await this.cache.load(stream, decider)).state;
  }

  /** Appends what an event entails in other streams, once; returns the last position of it, also when it was there already. */
  async follow(event: RecordedEvent): Promise<string | null> {
    let last: string | null = null;
    for (const [index, following] of followUpsOf(event).entries()) {
      const { stream } = following;
      const id = derivedId(event.id, stream, index);
      last = laterPosition(last, await this.mutex.run(stream, () => this.appendOnce(following, id, event)));
    }
    return last;
  }

  private async append<State, E extends Message>(
    target: Target<State, never, E, never> | Target<State, unknown, E, unknown>,
    loaded: LoadedStream<State>,
    decided: readonly E[],
    context: CommandContext,
    ids: EventIds,
  ): Promise<Outcome<State>>;
  private async append(
    target: Target<unknown, unknown, Message, unknown>,
    loaded: LoadedStream<unknown>,
    decided: readonly Message[],
    { actor, via, correlationId, idempotency }: CommandContext,
    ids: EventIds,
  ): Promise<Outcome<unknown>> {
    const at = this.clock.instant();
    const events = record(target.stream, loaded, decided, (index) => ({
      id: ids(index),
      metadata: {
        actor: actor.id,
        at,
        via,
        correlationId,
        causationId: correlationId,
        schemaVersion: 1,
        ...(idempotency && { bodyHash: idempotency.bodyHash }),
      },
    }));
    const appended = await this.appendSurely(target.stream, loaded.revision, events);
    const recorded = events.map((event) => ({ ...event, position: appended.position }));
    const after = extend(loaded, target.decider, recorded);
    this.cache.keep(target.stream, after);
    let position: string | null = appended.position;
    for (const event of recorded) position = laterPosition(position, await this.follow(event));
    return { before: loaded.state, state: after.state, position, events: recorded, repeated: false };
  }

  /**
   * An append of unknown outcome is sent again as it was, with the same ids and the same expected revision: a store that has it
   * already says so, or says that the stream has moved on, and then the ids are found there.
   */
  private appendSurely(stream: string, expectedRevision: number, events: readonly NewEvent[]): Promise<Appended> {
    const { correlationId } = events[0]!.metadata;
    return this.telemetry.run({ kind: 'append', name: familyOf(stream), correlationId }, () =>
      this.appendPatiently(stream, expectedRevision, events),
    );
  }

  private async appendPatiently(stream: string, expectedRevision: number, events: readonly NewEvent[]) {
    let unknown: StoreUnavailable | null = null;
    for (let resend = 0; ; resend++) {
      try {
        return await this.log.append(stream, expectedRevision, events);
      } catch (error) {
        if (isUnknown(error)) unknown = error;
        // What was not written this time may have been written before.
        if (!unknown || !(error instanceof StoreUnavailable)) throw error;
        if (resend === resends) throw unknown;
        await sleep(resendMs * 2 ** resend);
      }
    }
  }

  private async appendOnce(
    { stream, event: follower, allowed }: FollowUp,
    id: string,
    cause: RecordedEvent,
  ): Promise<string | null> {
    for (let attempt = 1; ; attempt++) {
      const loaded = await this.followed.load(stream, noFolding);
      const there = loaded.positions.get(id);
      if (there !== undefined) return there;
      if (allowed && !(await allowed((other, folding) => this.load(other, folding)))) return null;
      const { actor, at, via, correlationId } = cause.metadata;
      const events = record(stream, loaded, [follower], () => ({
        id,
        metadata: { actor, at, via, correlationId, causationId: cause.id, schemaVersion: 1 },
      }));
      try {
        const { position } = await this.appendSurely(stream, loaded.revision, events);
        const recorded = events.map((event) => ({ ...event, position }));
        this.followed.keep(stream, extend(loaded, noFolding, recorded));
        return position;
      } catch (error) {
        mayBeTriedAgain(error, attempt);
      }
    }
  }

  /** A retry finds the events of its first run in the stream by their ids; so does an attempt whose append was not answered. */
  private async repetition<State, E extends Message>(
    target: Target<State, never, E, never> | Target<State, unknown, E, unknown>,
    loaded: LoadedStream<State>,
    context: CommandContext,
    ids: EventIds,
  ): Promise<Outcome<State> | null>;
  private async repetition(
    target: Target<unknown, unknown, Message, unknown>,
    loaded: LoadedStream<unknown>,
    { idempotency }: CommandContext,
    idAt: EventIds,
  ): Promise<Outcome<unknown> | null> {
    const ids = new Set<string>();
    for (let n = 0; loaded.positions.has(idAt(n)); n++) ids.add(idAt(n));
    if (ids.size === 0) return null;
    const history = await this.log.readStream(target.stream);
    const events = history.filter((event) => ids.has(event.id));
    const last = events.at(-1)!;
    if (idempotency && events[0]!.metadata.bodyHash !== idempotency.bodyHash)
      throw new Refused(refuse('idempotency.reused'));
    let state = target.decider.initial;
    let before = state;
    for (const event of history) {
      if (event === events[0]) before = state;
      if (event.revision <= last.revision) state = target.decider.evolve(state, event);
    }
    let position: string | null = last.position;
    for (const event of events) position = laterPosition(position, await this.follow(event));
    return { before, state, position, events, repeated: true };
  }
}

function idsOf({ actor, idempotency }: CommandContext): EventIds {
  if (idempotency) return (index) => commandEventId(actor.id, idempotency.key, index);
  const ids: string[] = [];
  return (index) => (ids[index] ??= randomUUID());
}

const familyOf = (stream: string) => /^[a-z]+/.exec(stream)?.[0] ?? 'other';

/** What is commanded, of what kind of thing: `task.complete`. */
function nameOf(stream: string, command: unknown): string {
  const { type } = command as { readonly type?: unknown };
  return typeof type === 'string' ? `${familyOf(stream)}.${type}` : familyOf(stream);
}

function outcomeOf({ repeated, events }: Outcome<unknown>): string {
  if (repeated) return 'repeated';
  return events.length === 0 ? 'unchanged' : 'done';
}

/** Somebody else was first: what is asked for can be decided again, but not for ever. @throws StoreUnavailable, and any other error */
function mayBeTriedAgain(error: unknown, attempt: number): void {
  if (!(error instanceof WrongExpectedRevision)) throw error;
  if (attempt < attempts) return;
  throw new StoreUnavailable(`Others change ${error.stream} all the time`, 'not-written', { cause: error });
}

/** The append may have happened. */
function isUnknown(error: unknown): error is StoreUnavailable {
  return error instanceof StoreUnavailable && error.outcome === 'unknown';
}

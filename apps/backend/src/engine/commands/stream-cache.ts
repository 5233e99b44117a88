import type { Decider, EventMetadata, Message, RecordedEvent } from '@gos/domain';
import { eventHash } from '../../kernel/event-hash';
import { type EventLog, type NewEvent, NO_STREAM } from '../../stores/event-log/event-log';

/** A stream folded to its last event. */
export interface LoadedStream<State> {
  readonly state: State;
  /** Revision of the last event in the store; NO_STREAM when there is none. */
  readonly revision: number;
  readonly lastHash: string | null;
  /**
   * Positions by the ids of its events, or later ones of the same append. Streams grow for ever, so this is not copied but grows with
   * them: it may know of events after the revision.
   */
  readonly positions: Map<string, string>;
}

type Folding<State, E extends Message> = Pick<Decider<State, never, E, never>, 'initial' | 'evolve'>;

/** For whoever needs to know what a stream holds and not what it means. */
export const noFolding: Folding<null, Message> = { initial: null, evolve: () => null };

export function extend<State>(
  loaded: LoadedStream<State>,
  decider: { evolve(state: State, event: never): State },
  events: readonly RecordedEvent[],
): LoadedStream<State> {
  const last = events.at(-1);
  if (!last) return loaded;
  const { positions } = loaded;
  let state = loaded.state;
  for (const event of events) {
    state = decider.evolve(state, event as never);
    positions.set(event.id, event.position);
  }
  return { state, revision: last.revision, lastHash: last.metadata.hash, positions };
}

/** Gives decided events their place in the stream and the chain of hashes. */
export function record(
  stream: string,
  loaded: Pick<LoadedStream<unknown>, 'revision' | 'lastHash'>,
  decided: readonly Message[],
  about: (index: number) => { id: string; metadata: Omit<EventMetadata, 'previousHash' | 'hash'> },
): (NewEvent & Pick<RecordedEvent, 'stream' | 'revision'>)[] {
  let previousHash = loaded.lastHash;
  return decided.map(({ type, data }, index) => {
    const { id, metadata } = about(index);
    const revision = loaded.revision + 1 + index;
    const chained = { ...metadata, previousHash };
    const hash = eventHash({ stream, revision, id, type, data, metadata: chained });
    previousHash = hash;
    return { stream, revision, id, type, data, metadata: { ...chained, hash } };
  });
}

/**
 * The streams decided on lately, folded. Only an economy: the append's expected revision finds what is out of date, and reading
 * on from the cached revision brings it up to date.
 */
export class StreamCache {
  private readonly loaded = new Map<string, LoadedStream<unknown>>();

  constructor(
    private readonly log: EventLog,
    private readonly capacity = 2_000,
  ) {}

  /** @param decider the same one for a stream at every call */
  async load<State, E extends Message>(stream: string, decider: Folding<State, E>): Promise<LoadedStream<State>> {
    const cached = this.loaded.get(stream) as LoadedStream<State> | undefined;
    const start = cached ?? { state: decider.initial, revision: NO_STREAM, lastHash: null, positions: new Map() };
    const events = await this.log.readStream(stream, { from: start.revision + 1 });
    const loaded = extend(start, decider, events);
    this.keep(stream, loaded);
    return loaded;
  }

  keep(stream: string, loaded: LoadedStream<unknown>): void {
    this.loaded.delete(stream);
    this.loaded.set(stream, loaded);
    if (this.loaded.size > this.capacity) this.loaded.delete(this.loaded.keys().next().value!);
  }

  forget(stream: string): void {
    this.loaded.delete(stream);
  }
}

import type { Decider, EventMetadata, Message, RecordedEvent } from '@gos/domain';
import { type EventLog, type NewEvent, NO_STREAM } from '../event-log/event-log';
import { eventHash } from './event-hash';

/** A stream folded to its last event. */
export interface LoadedStream<State> {
  readonly state: State;
  /** Revision of the last event in the store; NO_STREAM when there is none. */
  readonly revision: number;
  readonly lastHash: string | null;
  readonly ids: ReadonlySet<string>;
}

type Folding<State, E extends Message> = Pick<Decider<State, never, E, never>, 'initial' | 'evolve'>;

const noFolding: Folding<null, Message> = { initial: null, evolve: () => null };

export function extend<State>(
  loaded: LoadedStream<State>,
  decider: { evolve(state: State, event: never): State },
  events: readonly RecordedEvent[],
): LoadedStream<State> {
  const last = events.at(-1);
  if (!last) return loaded;
  const ids = new Set(loaded.ids);
  let state = loaded.state;
  for (const event of events) {
    state = decider.evolve(state, event as never);
    ids.add(event.id);
  }
  return { state, revision: last.revision, lastHash: last.metadata.hash, ids };
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

  async load<State, E extends Message>(stream: string, decider?: Folding<State, E>): Promise<LoadedStream<State>> {
    const folding = (decider ?? noFolding) as Folding<State, E>;
    const cached = decider && (this.loaded.get(stream) as LoadedStream<State> | undefined);
    const start = cached ?? { state: folding.initial, revision: NO_STREAM, lastHash: null, ids: new Set<string>() };
    const events = await this.log.readStream(stream, { from: start.revision + 1 });
    const loaded = extend(start, folding, events);
    if (decider) this.keep(stream, loaded);
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

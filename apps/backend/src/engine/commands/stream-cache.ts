import { type Decider, type EventMetadata, isUnreadable, type Message, type RecordedEvent } from '@gos/domain';
import { eventHash } from '../../kernel/event-hash';
import { EventDamaged } from '../../kernel/store-errors';
import { type EventLog, type NewEvent, NO_STREAM } from '../../stores/event-log/event-log';
import { inPieces } from '../../stores/event-log/read-in-pieces';
import { noteFolded } from './damaged-streams';
import { noSnapshots, type Snapshots } from './snapshots';

/** A stream folded up to its last event. */
export interface LoadedStream<State> {
  readonly state: State;
  /** Revision of the last event; NO_STREAM when the stream does not exist. */
  readonly revision: number;
  readonly lastHash: string | null;
  /**
   * Positions by event id (or a later position of the same append). Shared and append-only, since streams keep growing:
   * it may contain events after `revision`.
   */
  readonly positions: Map<string, string>;
  /** The first revision whose event is in `positions`; those before were folded by a document. */
  readonly since: number;
  /** The first revision whose event cannot be read; null where none is. */
  readonly unreadable: number | null;
}

type Folding<State, E extends Message> = Pick<Decider<State, never, E, never>, 'initial' | 'evolve'>;

/** For callers that need a stream's events but not its state. */
export const noFolding: Folding<null, Message> = { initial: null, evolve: () => null };

/**
 * The state after one more event; one that cannot be read changes nothing in it.
 * @throws EventDamaged where fields that the event lacks make that impossible
 */
export function evolved<State>(
  decider: { evolve(state: State, event: never): State },
  state: State,
  event: RecordedEvent,
): State {
  try {
    return decider.evolve(state, event as never);
  } catch (error) {
    throw new EventDamaged(event.stream, event.revision, { cause: error });
  }
}

export function extend<State>(
  loaded: LoadedStream<State>,
  decider: { evolve(state: State, event: never): State },
  events: readonly RecordedEvent[],
): LoadedStream<State> {
  const last = events.at(-1);
  if (!last) return loaded;
  const { positions, since } = loaded;
  let { state, unreadable } = loaded;
  for (const event of events) {
    state = evolved(decider, state, event);
    if (isUnreadable(event)) unreadable ??= event.revision;
    positions.set(event.id, event.position);
  }
  return { state, revision: last.revision, lastHash: last.metadata.hash, positions, since, unreadable };
}

/** Assigns revisions and hashes to decided events. */
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

const nothing = <State>(state: State): LoadedStream<State> => ({
  state,
  revision: NO_STREAM,
  lastHash: null,
  positions: new Map(),
  since: 0,
  unreadable: null,
});

const heldIn = ({ revision, since }: LoadedStream<unknown>) => revision + 1 - since;

/** Characters of the texts of a state and of the objects in it. Lists are short texts, and counted by their events. */
function textsIn(state: unknown, depth = 2): number {
  if (typeof state === 'string') return state.length;
  if (typeof state !== 'object' || state === null || Array.isArray(state) || depth < 0) return 0;
  return Object.values(state).reduce((sum: number, value) => sum + textsIn(value, depth - 1), 0);
}

const maxStreams = 2_000;
/** Limit of all cached streams together: a person's work times of years are one stream. */
const maxEvents = 300_000;
/** Characters of all states together: 2,000 tasks with the longest descriptions would take a gigabyte. */
const maxCharacters = 64 * 1024 * 1024;

/**
 * Recently used streams, folded. Only a cache: loading reads on from the cached revision, and the append's expected
 * revision detects a stale state.
 */
export class StreamCache {
  private readonly loaded = new Map<string, LoadedStream<unknown> & { readonly characters: number }>();
  private events = 0;
  private characters = 0;

  constructor(
    private readonly log: EventLog,
    private readonly snapshots: Snapshots = noSnapshots,
    private readonly most = { streams: maxStreams, events: maxEvents, characters: maxCharacters },
  ) {}

  get size(): number {
    return this.loaded.size;
  }

  /**
   * @param decider always the same one for a stream
   * @throws EventDamaged
   */
  async load<State, E extends Message>(stream: string, decider: Folding<State, E>): Promise<LoadedStream<State>> {
    const cached = this.loaded.get(stream) as LoadedStream<State> | undefined;
    let loaded = cached ?? (await this.proved(stream, decider)) ?? nothing(decider.initial);
    for await (const events of inPieces(this.log, stream, loaded.revision + 1)) {
      loaded = extend(loaded, decider, events);
    }
    this.keep(stream, loaded);
    noteFolded(stream, loaded.unreadable);
    return loaded;
  }

  /** Returns the snapshot of a stream if the log still holds the event up to which it was folded. */
  private async proved<State, E extends Message>(
    stream: string,
    decider: Folding<State, E>,
  ): Promise<LoadedStream<State> | null> {
    const found = await this.snapshots.of(stream);
    if (found === null) return null;
    const { revision, hash } = found;
    const [proof] = await this.log.readStream(stream, { from: revision, limit: 1 });
    if (proof?.metadata.hash !== hash) return null;
    const state = (decider as Folding<unknown, Message>) === noFolding ? decider.initial : (found.state as State);
    return { state, revision, lastHash: hash, positions: new Map(), since: revision + 1, unreadable: null };
  }

  keep(stream: string, loaded: LoadedStream<unknown>): void {
    const known = this.loaded.get(stream);
    const characters = known !== undefined && known.state === loaded.state ? known.characters : textsIn(loaded.state);
    this.forget(stream);
    this.loaded.set(stream, { ...loaded, characters });
    this.events += heldIn(loaded);
    this.characters += characters;
    while (this.holdsTooMuch()) this.forget(this.loaded.keys().next().value!);
  }

  private holdsTooMuch(): boolean {
    const { streams, events, characters } = this.most;
    if (this.loaded.size > streams) return true;
    return this.loaded.size > 1 && (this.events > events || this.characters > characters);
  }

  forget(stream: string): void {
    const known = this.loaded.get(stream);
    if (!known) return;
    this.loaded.delete(stream);
    this.events -= heldIn(known);
    this.characters -= known.characters;
  }
}

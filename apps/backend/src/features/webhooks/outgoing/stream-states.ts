import type { EventWithTime, Message, RecordedEvent } from '@gos/domain';
import type { EventLog } from '../../../stores/event-log/event-log';
import { inPieces } from '../../../stores/event-log/read-in-pieces';

type Evolve<State, E extends Message> = (state: State | null, event: E) => State | null;

interface Kept {
  readonly revision: number;
  readonly state: unknown;
  readonly characters: number;
}

/** A stream before and after one of its events. */
export interface Change<State> {
  readonly before: State | null;
  readonly after: State | null;
}

/** Folds streams up to one of their events, in pieces, from the last requested event on. */
export class StreamStates {
  private readonly kept = new Map<string, Kept>();
  private characters = 0;

  constructor(
    private readonly log: Pick<EventLog, 'readStream'>,
    private readonly mostCharacters = 16 * 1024 * 1024,
  ) {}

  async changeBy<State extends { readonly description: string }, E extends Message>(
    { stream, revision }: Pick<RecordedEvent, 'stream' | 'revision'>,
    evolve: Evolve<State, E>,
  ): Promise<Change<State>> {
    const known = this.kept.get(stream);
    const start = known && known.revision < revision ? known : null;
    let change: Change<State> = { before: null, after: (start?.state ?? null) as State | null };
    for await (const events of inPieces(this.log, stream, start === null ? 0 : start.revision + 1)) {
      for (const event of events) {
        if (event.revision > revision) break;
        change = { before: change.after, after: evolve(change.after, event as unknown as E & EventWithTime<E>) };
      }
      if (events.at(-1)!.revision >= revision) break;
    }
    this.keep(stream, revision, change.after);
    return change;
  }

  private keep(stream: string, revision: number, state: { readonly description: string } | null): void {
    this.forget(stream);
    const characters = 2_000 + (state?.description.length ?? 0);
    this.kept.set(stream, { revision, state, characters });
    this.characters += characters;
    while (this.characters > this.mostCharacters) this.forget(this.kept.keys().next().value!);
  }

  private forget(stream: string): void {
    this.characters -= this.kept.get(stream)?.characters ?? 0;
    this.kept.delete(stream);
  }
}

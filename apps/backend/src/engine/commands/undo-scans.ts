import {
  emptyUndoScan,
  type Message,
  type RecordedEvent,
  scanUndo,
  type UndoBody,
  type Undoing,
  type UndoScan,
} from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { inParts } from '../../kernel/pieces';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { inPieces } from '../../stores/event-log/read-in-pieces';

type Scanned<State, E extends Message> = Pick<
  Undoing<State, E, never>,
  'initial' | 'evolve' | 'changedBy' | 'concerns' | 'isChange'
>;

/** States and changes by the id of the event. */
interface Remembered {
  readonly states: Map<string, unknown>;
  readonly changes: Map<string, readonly string[]>;
}

function remember<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  if (!known.has(key)) known.set(key, make());
  return known.get(key)!;
}

const atOnce = 500;

/** Finds actions that are to be undone in their streams. */
@Injectable()
export class UndoScans {
  /** A preview scans the same events for each action. */
  private readonly rehearsals = new WeakMap<readonly RecordedEvent[], Remembered>();

  constructor(@Inject(EVENT_LOG) private readonly log: EventLog) {}

  /** The action of the event, and the changes since that concern it. Reads the whole stream. */
  async of<State, E extends Message, Facts>(
    undoing: Undoing<State, E, Facts>,
    stream: string,
    { eventId, rehearsed }: UndoBody,
  ): Promise<UndoScan<State>> {
    const scanned = rehearsed ? this.remembering(undoing, rehearsed) : undoing;
    let scan = emptyUndoScan<State>(undoing);
    for await (const events of rehearsed ? inParts(rehearsed, atOnce) : inPieces(this.log, stream)) {
      for (const event of events) scan = scanUndo<State>(scanned, scan, event, eventId);
    }
    return scan;
  }

  private remembering<State, E extends Message, Facts>(
    undoing: Undoing<State, E, Facts>,
    rehearsed: readonly RecordedEvent[],
  ): Scanned<State, E> {
    const known = this.rehearsals.get(rehearsed) ?? { states: new Map(), changes: new Map() };
    this.rehearsals.set(rehearsed, known);
    const states = known.states as Map<string, State | null>;
    return {
      ...undoing,
      evolve: (state, event) =>
        remember(states, (event as unknown as RecordedEvent).id, () => undoing.evolve(state, event)) as State | null,
      changedBy: (event, before, after) =>
        remember(known.changes, event.id, () => undoing.changedBy(event, before, after)),
    };
  }
}

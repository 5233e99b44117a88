import { emptyUndoScan, type Message, scanUndo, type Undoing, type UndoScan } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { inPieces } from '../../stores/event-log/read-in-pieces';

/** Finds actions that are to be undone in their streams. */
@Injectable()
export class UndoScans {
  constructor(@Inject(EVENT_LOG) private readonly log: EventLog) {}

  /** The action of the event, and the changes since that concern it. Reads the whole stream. */
  async of<State, E extends Message, Facts>(
    undoing: Undoing<State, E, Facts>,
    stream: string,
    eventId: string,
  ): Promise<UndoScan<State>> {
    let scan = emptyUndoScan<State>(undoing);
    for await (const events of inPieces(this.log, stream)) {
      for (const event of events) scan = scanUndo<State>(undoing, scan, event, eventId);
    }
    return scan;
  }
}

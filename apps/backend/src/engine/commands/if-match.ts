import { type ConflictBasis, type Message, refuse } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { Refused } from '../../kernel/refused';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { inPieces } from '../../stores/event-log/read-in-pieces';

/** The parts of an aggregate that are needed to compare revisions. */
export interface Revisioned<State> {
  readonly initial: State | null;
  streamOf(id: number): string;
  evolve(state: State | null, event: Message): State | null;
  revisionOf(state: State): number | null;
  /** Whether an event type changes nothing that a conflict compares. */
  isNonConflicting?(type: string): boolean;
}

/** Checks whether the revision that a person saw is still current, as far as it matters to the command. */
@Injectable()
export class IfMatch {
  constructor(@Inject(EVENT_LOG) private readonly log: EventLog) {}

  /**
   * An edit conflicts when a field that it changes was changed since; any other command conflicts with every change.
   * @throws Refused
   */
  async refuseConflict<State>(
    aggregate: Revisioned<State>,
    id: number,
    state: State,
    ifMatch: number,
    { fields, yours }: ConflictBasis<State>,
  ): Promise<void> {
    const revision = aggregate.revisionOf(state);
    if (revision === null || ifMatch === revision) return;
    const base = ifMatch < 1 || ifMatch > revision ? null : await this.asOf(aggregate, id, state, ifMatch);
    const theirs = fields(state);
    const before = base === null ? theirs : fields(base);
    const conflicts = Object.keys(theirs)
      .filter((path) => yours === null || yours[path] !== undefined)
      .filter((path) => JSON.stringify(before[path]) !== JSON.stringify(theirs[path]))
      .map((path) => ({
        path,
        base: before[path] ?? null,
        theirs: theirs[path] ?? null,
        yours: yours?.[path] ?? null,
      }));
    if (yours !== null && base !== null && conflicts.length === 0) return;
    throw new Refused(refuse('conflict'), { revision, conflicts });
  }

  /** The state at a revision, or one with the same fields; null when the stream never had it. */
  private async asOf<State>(
    { initial, streamOf, evolve, revisionOf, isNonConflicting }: Revisioned<State>,
    id: number,
    present: State,
    revision: number,
  ): Promise<State | null> {
    if (isNonConflicting && (await this.isUntouchedSince(streamOf(id), revision, isNonConflicting))) return present;
    let state = initial;
    for await (const events of inPieces(this.log, streamOf(id))) {
      for (const event of events) {
        state = evolve(state, event);
        if (state !== null && revisionOf(state) === revision) return state;
      }
    }
    return null;
  }

  /** Each revision is one event or more, so that what came after it is among those after as many. */
  private async isUntouchedSince(stream: string, revision: number, leaves: (type: string) => boolean) {
    for await (const events of inPieces(this.log, stream, revision)) {
      if (events.some(({ type }) => !leaves(type))) return false;
    }
    return true;
  }
}

import { type ConflictBasis, type Message, refuse } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { Refused } from '../../kernel/refused';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';

/** What of an aggregate is needed to compare revisions. */
export interface Revisioned<State> {
  readonly initial: State | null;
  streamOf(id: number): string;
  evolve(state: State | null, event: Message): State | null;
  revisionOf(state: State): number | null;
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
    const base = ifMatch < 1 || ifMatch > revision ? null : await this.asOf(aggregate, id, ifMatch);
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

  /** The state at a revision; null when the stream never had it. */
  private async asOf<State>(
    { initial, streamOf, evolve, revisionOf }: Revisioned<State>,
    id: number,
    revision: number,
  ): Promise<State | null> {
    let state = initial;
    for (const event of await this.log.readStream(streamOf(id))) {
      state = evolve(state, event);
      if (state !== null && revisionOf(state) === revision) return state;
    }
    return null;
  }
}

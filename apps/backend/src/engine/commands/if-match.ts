import { type Aggregate, type ConflictBasis, type Message, refuse } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { Refused } from '../../kernel/refused';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';

/** Checks whether the revision that a person saw is still current, as far as it matters to the command. */
@Injectable()
export class IfMatch {
  constructor(@Inject(EVENT_LOG) private readonly log: EventLog) {}

  /**
   * An edit conflicts when a field that it changes was changed since; any other command conflicts with every change.
   * @throws Refused
   */
  async refuseConflict<Bodies, State, E extends Message, Facts>(
    aggregate: Aggregate<Bodies, State, E, Facts>,
    stream: string,
    state: State,
    ifMatch: number | null,
    { fields, yours }: ConflictBasis<State>,
  ): Promise<void> {
    const revision = aggregate.revisionOf(state);
    if (ifMatch === null || revision === null || ifMatch === revision) return;
    const base = ifMatch < 1 || ifMatch > revision ? null : await this.asOf(aggregate, stream, ifMatch);
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
  private async asOf<Bodies, State, E extends Message, Facts>(
    { initial, evolve, revisionOf }: Aggregate<Bodies, State, E, Facts>,
    stream: string,
    revision: number,
  ): Promise<State | null> {
    let state = initial;
    for (const event of await this.log.readStream(stream)) {
      state = evolve(state, event as unknown as E);
      if (state !== null && revisionOf(state) === revision) return state;
    }
    return null;
  }
}

import type { Message } from './message';
import type { Refusal } from './refusal';

/**
 * An aggregate as pure functions over its state. `evolve` never throws on a stored event, however old; `decide` returns the
 * events to append (none when nothing changes) or a refusal.
 */
export interface Decider<State, Command, Event extends Message, Facts> {
  readonly initial: State;
  evolve(state: State, event: Event): State;
  decide(state: State, command: Command, facts: Facts): readonly Event[] | Refusal;
}

/** Folds a history into the state. */
export function fold<State, Event extends Message>(
  decider: Pick<Decider<State, never, Event, never>, 'initial' | 'evolve'>,
  events: Iterable<Event>,
): State {
  let state = decider.initial;
  for (const event of events) state = decider.evolve(state, event);
  return state;
}

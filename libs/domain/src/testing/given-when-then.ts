import { expect } from '@jest/globals';
import { isRefusal, type Refusal, type RefusalCode } from '../kernel/refusal';

/** A decider; the events that it folds may have more fields (metadata) than those that it returns. */
interface Decides<State, Command, Event, Stored, Facts> {
  readonly initial: State;
  evolve(state: State, event: Stored): State;
  decide(state: State, command: Command, facts: Facts): readonly Event[] | Refusal;
}

/** Given a history, when a command, then exactly these events, this refusal, or no events. */
export function given<State, Command, Event, Stored, Facts>(
  decider: Decides<State, Command, Event, Stored, Facts>,
  history: readonly Stored[],
) {
  const state = history.reduce((folded, event) => decider.evolve(folded, event), decider.initial);
  return {
    when(command: Command, facts: Facts) {
      const decided = decider.decide(state, command, facts);
      return {
        thenEvents: (...events: readonly Event[]) => expect(decided).toEqual(events),
        thenRefused(code: RefusalCode, more: Omit<Refusal, 'refused'> = {}) {
          expect(isRefusal(decided)).toBe(true);
          expect(decided).toMatchObject({ refused: code, ...more });
        },
        thenNothing: () => expect(decided).toEqual([]),
      };
    },
  };
}

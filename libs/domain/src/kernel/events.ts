import type { Message } from './message';

type Typed<E extends Message, T> = Extract<E, { readonly type: T }>;

/** How each event type changes the state. `begins` creates the state and is ignored when there is one; `fold` changes it. */
export type EventTable<State, E extends Message, More = unknown> = {
  readonly [T in E['type']]: More &
    (
      | { readonly begins: (event: Typed<E, T>) => State }
      | { readonly fold: (state: State, event: Typed<E, T>) => State }
    );
};

/** One realistic event of each type. */
export type Samples<E extends Message> = { readonly [T in E['type']]: Typed<E, T> };

interface Entry<State> {
  readonly begins?: (event: Message) => State;
  readonly fold?: (state: State, event: Message) => State;
}

/** Undefined for an event type of a later product version: folding ignores it. */
const entryOf = <State>(events: object, type: string) =>
  Object.hasOwn(events, type) ? (events as Readonly<Record<string, Entry<State>>>)[type] : undefined;

/** `evolve` of a state that is there from the beginning. */
export function evolveOf<State, E extends Message>(events: EventTable<State, E>): (state: State, event: E) => State {
  return (state, event) => entryOf<State>(events, event.type)?.fold?.(state, event) ?? state;
}

/**
 * `evolve` of an aggregate whose first event creates it; events before that one are ignored.
 * @param counts whether an event type raises the revision
 */
export function revisionedEvolveOf<State extends { readonly revision: number }, E extends Message>(
  events: EventTable<State, E>,
  counts: (type: string) => boolean = () => true,
): (state: State | null, event: E) => State | null {
  return (state, event) => {
    const entry = entryOf<State>(events, event.type);
    if (state === null) return entry?.begins?.(event) ?? null;
    const next = entry?.fold?.(state, event) ?? state;
    return counts(event.type) ? { ...next, revision: state.revision + 1 } : next;
  };
}

import type { Message } from './message';

type Typed<E extends Message, T> = Extract<E, { readonly type: T }>;

/** What each event does to the state; one that begins it does nothing to what is there. Samples lie beside, for tests only. */
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

/** Of an event of a later version nothing is known: it changes nothing. */
const entryOf = <State>(events: object, type: string) =>
  Object.hasOwn(events, type) ? (events as Readonly<Record<string, Entry<State>>>)[type] : undefined;

export function foldBy<State, E extends Message>(events: EventTable<State, E>): (state: State, event: E) => State {
  return (state, event) => entryOf<State>(events, event.type)?.fold?.(state, event) ?? state;
}

/**
 * Folds what begins with an event of its own; nothing happens to what is not there.
 * @param counts whether an event raises the revision
 */
export function evolveBy<State extends { readonly revision: number }, E extends Message>(
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

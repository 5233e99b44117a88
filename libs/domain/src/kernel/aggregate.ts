import type { Decider } from './decider';
import type { Message } from './message';
import { type Refusal, type RefusalCode, refuse } from './refusal';

type Decided<E> = readonly E[] | Refusal;

/** Values by their names, as If-Match compares them. */
export type Fields = Readonly<Record<string, unknown>>;

/** The body of a command that says all by its name. */
export type Nothing = Readonly<Record<string, never>>;

/** What is wanted, by its name, and with what: the body of the request, with what its address names within the aggregate. */
export interface Named<Bodies, N extends keyof Bodies> {
  readonly type: N;
  readonly body: Bodies[N];
}
export type CommandOf<Bodies> = { [N in keyof Bodies]: Named<Bodies, N> }[keyof Bodies];

/** A command on what is not there yet; the number that it gets comes in. */
interface Creation<Body, E, Facts> {
  begins(id: number, body: Body, facts: Facts): Decided<E>;
}

/** A command on what is there. */
interface Change<State, Body, E, Facts, Right> {
  /** The entry of the rights table that says who may, and in which states. */
  readonly right: Right;
  /** What the body names and is not there: comes before the missing right. */
  lacks?(state: State, body: Body): RefusalCode | null;
  /** Where only the body tells who may: given what the table says, the last word. */
  mayNot?(state: State, body: Body, facts: Facts, refused: RefusalCode | null): RefusalCode | null;
  /** Of an edit, the fields that it is about: it conflicts only with others' changes of those. Anything else is about all. */
  edits?(state: State, body: Body): Fields;
  decide(state: State, body: Body, facts: Facts): Decided<E>;
}

export type CommandTable<Bodies, State, E extends Message, Facts, Right> = {
  readonly [N in keyof Bodies]: Creation<Bodies[N], E, Facts> | Change<State, Bodies[N], E, Facts, Right>;
};

/** What If-Match compares: `yours` are an edit's own fields, null is an action. */
export interface Compared<State> {
  readonly fields: (state: State) => Fields;
  readonly yours: Fields | null;
}

export interface Aggregate<Bodies, State, E extends Message, Facts> {
  /** The family of its streams, and the counter of its numbers. */
  readonly name: string;
  readonly initial: State | null;
  streamOf(id: number): string;
  evolve(state: State | null, event: E): State | null;
  /** What is counted for If-Match; null where nothing is. */
  revisionOf(state: State): number | null;
  /** All that an action is about. */
  fields(state: State): Fields;
  isCreation(type: keyof Bodies): boolean;
  /** Why this person may not command this, however the fields stand: comes before a conflict. */
  forbids(state: State, command: CommandOf<Bodies>, facts: Facts): RefusalCode | null;
  compares(command: CommandOf<Bodies>): Compared<State>;
  /** @param id of what is created; what is there has its own */
  decide(state: State | null, command: CommandOf<Bodies>, facts: Facts, id: number): Decided<E>;
}

interface Definition<Bodies, State, E extends Message, Facts, Right> {
  readonly name: string;
  /** `NAME-ID` unless said otherwise */
  readonly streamOf?: (id: number) => string;
  readonly initial: State | null;
  evolve(state: State | null, event: E): State | null;
  readonly commands: CommandTable<Bodies, State, E, Facts, Right>;
  /** The refusal of a command on what is not there; without it nothing has to be there. */
  readonly missing?: RefusalCode;
  /** Why the right is not this person's. */
  forbids?(right: Right, state: State, facts: Facts): RefusalCode | null;
  /** Why it may not be now, by whomever. */
  hinders?(right: Right, state: State, facts: Facts): Refusal | null;
  /** What counts its changes; without it nobody's command conflicts with another one. */
  revisionOf?(state: State): number;
  /** All that an action is about. */
  fields?(state: State): Fields;
}

export function aggregate<Bodies, State, E extends Message, Facts, Right>({
  commands,
  missing,
  streamOf,
  ...one
}: Definition<Bodies, State, E, Facts, Right>): Aggregate<Bodies, State, E, Facts> {
  type Entry<N extends keyof Bodies> = Change<State, Bodies[N], E, Facts, Right>;

  function forbids<N extends keyof Bodies>(entry: Entry<N>, state: State, body: Bodies[N], facts: Facts) {
    const lacking = entry.lacks?.(state, body);
    if (lacking) return lacking;
    const refused = one.forbids?.(entry.right, state, facts) ?? null;
    return entry.mayNot ? entry.mayNot(state, body, facts, refused) : refused;
  }

  function decide<N extends keyof Bodies>(
    state: State | null,
    { type, body }: Named<Bodies, N>,
    facts: Facts,
    id: number,
  ): Decided<E> {
    const entry = commands[type];
    if ('begins' in entry) return state === null ? entry.begins(id, body, facts) : [];
    if (state === null && missing) return refuse(missing);
    const there = state as State;
    const refused = forbids(entry, there, body, facts);
    if (refused) return refuse(refused);
    return one.hinders?.(entry.right, there, facts) ?? entry.decide(there, body, facts);
  }

  const fields = (state: State) => one.fields?.(state) ?? {};

  function compares<N extends keyof Bodies>({ type, body }: Named<Bodies, N>): Compared<State> {
    const entry = commands[type];
    const edits = 'edits' in entry ? entry.edits : undefined;
    if (edits) return { fields: (state) => edits(state, body), yours: body as Bodies[N] & Fields };
    return { fields, yours: null };
  }

  return {
    name: one.name,
    initial: one.initial,
    streamOf: streamOf ?? ((id) => `${one.name}-${id}`),
    evolve: one.evolve,
    revisionOf: (state) => one.revisionOf?.(state) ?? null,
    fields,
    isCreation: (type) => 'begins' in commands[type],
    forbids(state, { type, body }, facts) {
      const entry = commands[type];
      return 'begins' in entry ? null : forbids(entry, state, body, facts);
    },
    compares,
    decide,
  };
}

/** One of an aggregate, as the runner takes it. */
export interface Target<State, Command, E extends Message, Facts> {
  readonly stream: string;
  readonly decider: Decider<State, Command, E, Facts>;
}

export function targetOf<Bodies, State, E extends Message, Facts>(
  { streamOf, initial, evolve, decide }: Aggregate<Bodies, State, E, Facts>,
  id: number,
): Target<State | null, CommandOf<Bodies>, E, Facts> {
  return {
    stream: streamOf(id),
    decider: { initial, evolve, decide: (state, command, facts) => decide(state, command, facts, id) },
  };
}

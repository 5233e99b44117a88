import type { Decider } from './decider';
import type { Message } from './message';
import { type Refusal, type RefusalCode, refuse } from './refusal';

type Decided<E> = readonly E[] | Refusal;

/** Field values by name, compared to detect the conflicts of an outdated If-Match. */
export type FieldValues = Readonly<Record<string, unknown>>;

/** The body of a command without parameters. */
export type EmptyBody = Readonly<Record<string, never>>;

/** A command: its type, and the request body together with the ids that the path names within the aggregate. */
export interface CommandOfType<Bodies, N extends keyof Bodies> {
  readonly type: N;
  readonly body: Bodies[N];
}
export type CommandOf<Bodies> = { [N in keyof Bodies]: CommandOfType<Bodies, N> }[keyof Bodies];

/** A command that begins a new stream; `id` is allocated by the caller. */
interface Creation<Body, E, Facts> {
  /** Why the actor may not create it, where it belongs to something that is there. Checked before If-Match conflicts. */
  rightRefusalOf?(body: Body, facts: Facts): RefusalCode | null;
  begins(id: number, body: Body, facts: Facts): Decided<E>;
}

/** A command on an existing stream. */
interface Change<State, Body, E, Facts, Right> {
  /** Key into the aggregate's rights table, which defines the permitted roles and states. */
  readonly right: Right;
  /** The refusal when the body names something that does not exist (a comment, a member). Checked before rights. */
  notFound?(state: State, body: Body): RefusalCode | null;
  /** Permits more than the rights table: only these refusals of the table are lifted, and only where `when` holds. */
  readonly lifts?: {
    readonly refusals: readonly RefusalCode[];
    readonly when: (state: State, body: Body, facts: Facts) => boolean;
  };
  /** Permits less than the rights table: why somebody who has the right may not issue the command with this body, or null. */
  narrows?(state: State, body: Body, facts: Facts): RefusalCode | null;
  /**
   * Only on edits: the current field values. An edit conflicts only with changes of the fields in its body, every other command
   * with any change.
   */
  edits?(state: State, body: Body): FieldValues;
  decide(state: State, body: Body, facts: Facts): Decided<E>;
}

export type CommandTable<Bodies, State, E extends Message, Facts, Right> = {
  readonly [N in keyof Bodies]: Creation<Bodies[N], E, Facts> | Change<State, Bodies[N], E, Facts, Right>;
};

/** Input of the If-Match check: `yours` holds the fields in the body of an edit; null for every other command. */
export interface ConflictBasis<State> {
  readonly fields: (state: State) => FieldValues;
  readonly yours: FieldValues | null;
}

export interface Aggregate<Bodies, State, E extends Message, Facts> {
  /** Prefix of its streams and name of its id sequence. */
  readonly name: string;
  readonly initial: State | null;
  streamOf(id: number): string;
  evolve(state: State | null, event: E): State | null;
  /**
   * The revision that If-Match is compared with, of the part of the state that the command names where parts have their own; null
   * without optimistic concurrency control.
   */
  revisionOf(state: State, command?: CommandOf<Bodies>): number | null;
  /** The fields compared for If-Match when the command is not an edit. */
  fields(state: State): FieldValues;
  isCreation(type: keyof Bodies): boolean;
  /** Whether an event type changes no field that is compared for If-Match. */
  isNonConflicting?(type: string): boolean;
  /** Why the actor may not issue the command, whatever the field values, or null. Checked before If-Match conflicts. */
  rightRefusalOf(state: State | null, command: CommandOf<Bodies>, facts: Facts): RefusalCode | null;
  conflictBasisOf(command: CommandOf<Bodies>): ConflictBasis<State>;
  /** @param id the id for a creation; other commands ignore it */
  decide(state: State | null, command: CommandOf<Bodies>, facts: Facts, id: number): Decided<E>;
}

interface Definition<Bodies, State, E extends Message, Facts, Right> {
  readonly name: string;
  /** defaults to `NAME-ID` */
  readonly streamOf?: (id: number) => string;
  readonly initial: State | null;
  evolve(state: State | null, event: E): State | null;
  readonly commands: CommandTable<Bodies, State, E, Facts, Right>;
  /** The refusal when the stream is empty. Without it, commands accept an empty stream. */
  readonly missing?: RefusalCode;
  /** Why the actor lacks the right, or null. */
  rightRefusalOf?(right: Right, state: State, facts: Facts): RefusalCode | null;
  /** Why the current state does not allow the action to anybody, or null. */
  stateRefusal?(right: Right, state: State, facts: Facts): Refusal | null;
  /** The revision for If-Match. Without it, commands never conflict. */
  revisionOf?(state: State, command?: CommandOf<Bodies>): number | null;
  /** The fields compared for If-Match when the command is not an edit. */
  fields?(state: State, command?: CommandOf<Bodies>): FieldValues;
  /** Whether an event type changes no field that is compared for If-Match. */
  isNonConflicting?(type: string): boolean;
}

export function aggregate<Bodies, State, E extends Message, Facts, Right>({
  commands,
  missing,
  streamOf,
  ...one
}: Definition<Bodies, State, E, Facts, Right>): Aggregate<Bodies, State, E, Facts> {
  function rightRefusalOf<N extends keyof Bodies>(
    state: State | null,
    { type, body }: CommandOfType<Bodies, N>,
    facts: Facts,
  ): RefusalCode | null {
    const entry = commands[type];
    if ('begins' in entry) return entry.rightRefusalOf?.(body, facts) ?? null;
    if (state === null && missing) return missing;
    const there = state as State;
    const notFound = entry.notFound?.(there, body);
    if (notFound) return notFound;
    const refused = one.rightRefusalOf?.(entry.right, there, facts) ?? null;
    const { lifts } = entry;
    if (refused && !(lifts?.refusals.includes(refused) && lifts.when(there, body, facts))) return refused;
    return entry.narrows?.(there, body, facts) ?? null;
  }

  function decide<N extends keyof Bodies>(
    state: State | null,
    command: CommandOfType<Bodies, N>,
    facts: Facts,
    id: number,
  ): Decided<E> {
    const { type, body } = command;
    const entry = commands[type];
    if ('begins' in entry && state !== null) return [];
    const refused = rightRefusalOf(state, command, facts);
    if (refused) return refuse(refused);
    if ('begins' in entry) return entry.begins(id, body, facts);
    const there = state as State;
    return one.stateRefusal?.(entry.right, there, facts) ?? entry.decide(there, body, facts);
  }

  const fields = (state: State, command?: CommandOf<Bodies>) => one.fields?.(state, command) ?? {};

  function conflictBasisOf<N extends keyof Bodies>(command: CommandOfType<Bodies, N>): ConflictBasis<State> {
    const { type, body } = command;
    const entry = commands[type];
    const edits = 'edits' in entry ? entry.edits : undefined;
    if (edits) return { fields: (state) => edits(state, body), yours: body as Bodies[N] & FieldValues };
    return { fields: (state) => fields(state, command), yours: null };
  }

  return {
    name: one.name,
    initial: one.initial,
    streamOf: streamOf ?? ((id) => `${one.name}-${id}`),
    evolve: one.evolve,
    revisionOf: (state, command) => one.revisionOf?.(state, command) ?? null,
    fields,
    ...(one.isNonConflicting && { isNonConflicting: one.isNonConflicting }),
    isCreation: (type) => 'begins' in commands[type],
    rightRefusalOf,
    conflictBasisOf,
    decide,
  };
}

/** One stream with its decider, as the command runner takes it. */
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

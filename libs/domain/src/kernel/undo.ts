import type { EventMetadata, Message, RecordedEvent } from './message';
import { type Refusal, type RefusalCode, refuse } from './refusal';
import { refusals } from './refusals';

/** The body of the command that undoes an action. */
export interface UndoBody {
  /** any event of the action */
  readonly eventId: string;
  /** The number of the stream that the action is in. */
  readonly streamId?: number;
  /** An admin undoes a range, so the action need not be their own. */
  readonly isOfRange?: boolean;
  /** A deleted thing is restored by a person who has the right to it, so the action need not be their own. */
  readonly isRestoring?: boolean;
  /** The people whose rights the undo may lessen. */
  readonly affected?: readonly number[];
  /** The events of the stream, and those that undos of later actions would append, where a preview decides. */
  readonly rehearsed?: readonly RecordedEvent[];
}

/** Appended after the opposite events of an undone action, which had these revisions in the stream. */
export type ActionUndone = Message<
  'ActionUndone',
  {
    readonly eventId: string;
    /** The type of the event that represents the action. */
    readonly event: string;
    readonly revisions: readonly number[];
    /** The fields that the opposite events leave different, with their previous values. */
    readonly restores: Readonly<Record<string, unknown>>;
  }
>;

/** An event in a stream, and the state before it. */
export interface UndoStep<State> {
  readonly event: RecordedEvent;
  readonly before: State | null;
}

/** The change that came after an action and prevents its undo. */
export interface LaterChange {
  readonly eventId: string;
  readonly event: string;
  readonly by: number | null;
  readonly at: string;
}

/** An event after an action that concerns it, or an undo. */
interface SinceStep {
  readonly revision: number;
  /** Null where it does not prevent the undo. */
  readonly change: LaterChange | null;
  /** The revisions of an undo and of the action that it undid. */
  readonly undo: { readonly own: readonly number[]; readonly undone: readonly number[] } | null;
  readonly previous: SinceStep | null;
}

/** An action in its stream: the events of one command, and the changes since that concern it. */
export interface UndoScan<State> {
  readonly state: State | null;
  /** The events of the command that the last event belongs to. */
  readonly run: readonly UndoStep<State>[];
  /** The events of the action, once it was found. */
  readonly steps: readonly UndoStep<State>[];
  /** The state after the action. */
  readonly after: State | null;
  /** The fields and elements that the action changed, or that others change by acting upon it. */
  readonly concerned: ReadonlySet<string>;
  /** The last one. */
  readonly since: SinceStep | null;
}

type Undoes<State, E extends Message, Facts> =
  | { opposite(event: E, before: State, now: State, facts: Facts): readonly Message[] }
  /** Why the event has no opposite. */
  | { readonly none: RefusalCode };

/** The opposite of each event type of an aggregate. An event type without an entry does not compile. */
export type UndoTable<State, E extends Message, Facts> = {
  readonly [T in E['type']]: Undoes<State, Extract<E, { readonly type: T }>, Facts>;
};

/** How the actions on an aggregate are undone. */
export interface Undoing<State, E extends Message, Facts> {
  readonly initial: State | null;
  evolve(state: State | null, event: E): State | null;
  readonly table: UndoTable<State, E, Facts>;
  /** The names of the fields and elements that the event changed and that an undo compares. */
  changedBy(event: RecordedEvent, before: State, after: State): readonly string[];
  /** Names that others change by acting upon these. */
  concerns?(changed: readonly string[]): readonly string[];
  /** Whether a created thing cannot be taken back after such an event by another person. */
  isChange?(type: string): boolean;
  /**
   * Why the person may not take back such an event today, or null.
   * @param before the state before the event; null for one that created the thing
   */
  rightRefusalOf(event: E, before: State, now: State, facts: Facts): RefusalCode | null;
  /** Why a person may not restore what another person deleted, where `rightRefusalOf` allows it, or null. */
  restoreRefusalOf?(event: E, now: State, facts: Facts): RefusalCode | null;
  /** Why the state does not allow the undo to anybody, or null. */
  stateRefusalOf?(scan: UndoScan<State>, now: State): RefusalCode | null;
  /** Why the opposite events may not happen, or null. */
  refusalOf?(undone: State, opposites: readonly E[], now: State, facts: Facts): Refusal | null;
  /** The values that the opposite events leave different. */
  restoresOf?(scan: UndoScan<State>, now: State, undone: State): Readonly<Record<string, unknown>>;
}

/** The changes that restore these fields, as an edit appends them. Previous values of long texts are left out. */
export const editsBack = <F extends string>(
  changes: readonly { readonly field: F }[],
  before: Readonly<Record<F, unknown>>,
  now: Readonly<Record<F, unknown>>,
) => changes.map(({ field }) => ({ field, ...(field !== 'description' && { from: now[field] }), to: before[field] }));

/** The facts about the action, among the facts of every aggregate whose actions can be undone. */
export interface UndoFacts<State> {
  readonly undo?: UndoScan<State>;
}

type Scanned<State> = Pick<Undoing<State, never, never>, 'initial' | 'changedBy' | 'concerns' | 'isChange'> & {
  evolve(state: State | null, event: never): State | null;
};

export function emptyUndoScan<State>({
  initial: state,
}: Pick<Undoing<State, never, never>, 'initial'>): UndoScan<State> {
  return { state, run: [], steps: [], after: state, concerned: new Set(), since: null };
}

export const isOfSameCommand = (a: EventMetadata, b: EventMetadata) =>
  a.actor === b.actor && a.correlationId === b.correlationId && a.causationId === b.causationId;

/** The event that represents an action: an undo is represented by `ActionUndone`, all others by their first event. */
export const headOf = (events: readonly RecordedEvent[]): RecordedEvent =>
  events.find(({ type }) => type === 'ActionUndone') ?? events[0]!;
const headOfSteps = (steps: readonly UndoStep<unknown>[]) => headOf(steps.map(({ event }) => event));

function concernedBy<State>(undoing: Scanned<State>, steps: readonly UndoStep<State>[], after: State): Set<string> {
  const changed = steps.flatMap(({ event, before }, index) =>
    before === null ? [] : undoing.changedBy(event, before, steps[index + 1]?.before ?? after),
  );
  return new Set([...changed, ...(undoing.concerns?.(changed) ?? [])]);
}

function prevents<State>(
  undoing: Scanned<State>,
  scan: UndoScan<State>,
  event: RecordedEvent,
  next: State | null,
): boolean {
  const [{ before, event: first }] = scan.steps as [UndoStep<State>];
  // A created thing can be taken back until another person changes it.
  if (before === null) return (undoing.isChange?.(event.type) ?? true) && event.metadata.actor !== first.metadata.actor;
  if (scan.state === next || scan.state === null || next === null) return false;
  return undoing.changedBy(event, scan.state, next).some((one) => scan.concerned.has(one));
}

function afterEvent<State>(
  undoing: Scanned<State>,
  scan: UndoScan<State>,
  run: readonly UndoStep<State>[],
  next: State | null,
): UndoScan<State> {
  const { event } = run.at(-1)!;
  const { revision, type, id } = event;
  const isUndo = type === 'ActionUndone';
  const prevented = prevents(undoing, scan, event, next);
  if (!isUndo && !prevented) return scan;
  const { actor: by, at } = event.metadata;
  const change = prevented ? { eventId: id, event: type, by, at } : null;
  const undone = (event as RecordedEvent<ActionUndone>).data.revisions;
  const undo = isUndo ? { own: run.map((step) => step.event.revision), undone } : null;
  return { ...scan, since: { revision, change, undo, previous: scan.since } };
}

/**
 * Whether the action is undone now, and the first later change that concerns it. An action that was undone and its undo cancel each
 * other.
 */
function outcomeOf({ steps, since }: UndoScan<unknown>) {
  const first = steps[0]!.event.revision;
  const cancelled = new Set<number>();
  let isUndone = false;
  let later: LaterChange | null = null;
  for (let step = since; step !== null; step = step.previous) {
    const { revision, undo, change } = step;
    const [from = -1] = undo?.undone ?? [];
    if (undo !== null && from >= first && !cancelled.has(revision)) {
      if (from === first) isUndone = true;
      else for (const one of [...undo.own, ...undo.undone]) cancelled.add(one);
    }
    if (change !== null && !cancelled.has(revision)) later = change;
  }
  return { isUndone, later };
}

/** Finds the action of an event, from the events of its stream in order. */
export function scanUndo<State>(
  undoing: Scanned<State>,
  scan: UndoScan<State>,
  event: RecordedEvent,
  eventId: string,
): UndoScan<State> {
  const next = undoing.evolve(scan.state, event as never);
  const [last] = scan.run.slice(-1);
  const goesOn = last !== undefined && isOfSameCommand(last.event.metadata, event.metadata);
  const run = [...(goesOn ? scan.run : []), { event, before: scan.state }];
  const isFound = scan.steps.length > 0;
  if (isFound && !(goesOn && scan.run === scan.steps))
    return { ...afterEvent(undoing, scan, run, next), run, state: next };
  const steps = isFound || event.id === eventId ? run : scan.steps;
  const isCreation = steps[0]?.before === null;
  const concerned = steps === run && !isCreation && next ? concernedBy(undoing, steps, next) : scan.concerned;
  return { ...scan, run, steps, concerned, after: next, state: next };
}

/** Why an event has no opposite, or null. */
export function undoRefusalIn(table: object, type: string): RefusalCode | null {
  const entry = Object.hasOwn(table, type) ? (table as Record<string, { readonly none?: RefusalCode }>)[type] : null;
  return entry ? (entry.none ?? null) : 'undo.none';
}

/** The facts that every undo needs. */
interface BasicFacts<State> extends UndoFacts<State> {
  readonly actor: { readonly id: number | null };
  readonly at?: string;
}

function refusalOf<State, E extends Message, Facts extends BasicFacts<State>>(
  undoing: Undoing<State, E, Facts>,
  state: State,
  { isOfRange, isRestoring }: UndoBody,
  facts: Facts,
): Refusal | null {
  const scan = facts.undo;
  if (!scan || scan.steps.length === 0) return refuse('undo.unknown');
  const isOwn = headOfSteps(scan.steps).metadata.actor === facts.actor.id;
  if (!isOfRange && !isRestoring && !isOwn) return refuse('undo.not-yours');
  for (const { event } of scan.steps) {
    const none = undoRefusalIn(undoing.table, event.type);
    if (none) return refuse(none);
    const others = isRestoring && !isOwn && undoing.restoreRefusalOf?.(event as unknown as E, state, facts);
    if (others) return refuse(others);
  }
  for (const { event, before } of scan.steps) {
    const forbidden = undoing.rightRefusalOf(event as unknown as E, before ?? state, state, facts);
    // Not even admins may do the work of a solver, but they may take it back.
    if (forbidden && !(isOfRange && refusals[forbidden][0] === 'forbidden')) return refuse(forbidden);
  }
  const { isUndone, later } = outcomeOf(scan);
  if (isUndone) return refuse('undo.already-undone');
  if (later) return refuse('undo.too-late', { details: { later } });
  const refused = undoing.stateRefusalOf?.(scan, state);
  return refused ? refuse(refused) : null;
}

/**
 * Undoes a person's own action: the opposite events, then `ActionUndone`, which names the action. It needs today's right to the
 * action; no table of states restricts it, because it restores a state that was there.
 */
export function decideUndo<State, E extends Message, Facts extends BasicFacts<State>>(
  undoing: Undoing<State, E, Facts>,
  state: State,
  body: UndoBody,
  facts: Facts,
): readonly E[] | Refusal {
  const refused = refusalOf(undoing, state, body, facts);
  if (refused) return refused;
  const scan = facts.undo!;
  const opposites: E[] = [];
  let undone = state;
  for (const { event, before } of scan.steps.toReversed()) {
    const entry = undoing.table[event.type as E['type']];
    if ('none' in entry) continue;
    for (const one of entry.opposite(event as never, before ?? undone, undone, facts)) {
      opposites.push(one as E);
      const metadata = { at: facts.at, actor: facts.actor.id };
      undone = undoing.evolve(undone, { ...one, metadata } as unknown as E) ?? undone;
    }
  }
  const forbidden = undoing.refusalOf?.(undone, opposites, state, facts);
  if (forbidden) return forbidden;
  const head = headOfSteps(scan.steps);
  const revisions = scan.steps.map(({ event }) => event.revision);
  const restores = undoing.restoresOf?.(scan, state, undone) ?? {};
  const last: ActionUndone = {
    type: 'ActionUndone',
    data: { eventId: head.id, event: head.type, revisions, restores },
  };
  return [...opposites, last as unknown as E];
}

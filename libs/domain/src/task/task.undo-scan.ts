import type { EventMetadata, RecordedEvent } from '../kernel/message';
import { keysOf } from '../kernel/tables';
import { same } from '../kernel/values';
import type { EventWithTime, ParticipantKind, Task } from './task';
import { countsAsRevision, evolveTask, type TaskEvent } from './task.events';
import type { PlainField } from './task.fields';

/** An event in a task's stream, and the task before it. */
export interface UndoStep {
  readonly event: RecordedEvent<TaskEvent>;
  readonly before: Task | null;
}

/** The change that came after an action and prevents its undo. */
export interface LaterChange {
  readonly eventId: string;
  readonly event: string;
  readonly by: number | null;
  readonly at: string;
}

/** An action in its stream: the events of one command, and the changes since that concern it. */
export interface UndoScan {
  readonly state: Task | null;
  /** The events of the command that the last event belongs to. */
  readonly run: readonly UndoStep[];
  /** The events of the action, once it was found. */
  readonly steps: readonly UndoStep[];
  readonly after: Task | null;
  readonly later: LaterChange | null;
  readonly isUndone: boolean;
}

export const emptyUndoScan: UndoScan = {
  state: null,
  run: [],
  steps: [],
  after: null,
  later: null,
  isUndone: false,
};

/**
 * `compared`: a later change of the field prevents the undo. `restored`: the field is restored unless it has changed since.
 * `parts`: compared and restored by element. `kept`: no undo changes it.
 */
type UndoneAs = 'compared' | 'restored' | 'parts' | 'kept';

const undoneAs: Readonly<Record<Exclude<keyof Task, PlainField>, UndoneAs>> = {
  id: 'kept',
  revision: 'kept',
  name: 'compared',
  description: 'compared',
  tags: 'compared',
  state: 'compared',
  outcome: 'compared',
  deadline: 'compared',
  shownDate: 'compared',
  createdAt: 'kept',
  createdBy: 'kept',
  contractorId: 'compared',
  solverId: 'compared',
  projectId: 'compared',
  boardId: 'compared',
  order: 'compared',
  parentId: 'kept',
  subtasks: 'kept',
  acknowledged: 'parts',
  passive: 'parts',
  estimateMinutes: 'compared',
  budget: 'compared',
  costReduction: 'compared',
  files: 'parts',
  comments: 'parts',
  result: 'compared',
  completedAt: 'compared',
  completedBy: 'compared',
  solvedAt: 'compared',
  acceptedBy: 'compared',
  reservation: 'compared',
  rating: 'compared',
  deleted: 'compared',
  repeated: 'kept',
  hostLink: 'kept',
  movedFrom: 'restored',
  dueSince: 'restored',
  reminded: 'restored',
  restoredAt: 'restored',
};

/** A plain field is compared. */
export const undoneAsOf = (field: keyof Task): UndoneAs =>
  (undoneAs as Partial<Record<keyof Task, UndoneAs>>)[field] ?? 'compared';

const changedFields = (from: Task, to: Task) => keysOf(to).filter((field) => !same(from[field], to[field]));

export const kindOfParticipant = ({ acknowledged, passive }: Task, id: number): ParticipantKind | null =>
  acknowledged.includes(id) ? 'acknowledged' : passive.includes(id) ? 'passive' : null;

/** The elements of lists that differ, such as `participant.4`. */
function changedParts(from: Task, to: Task): string[] {
  const people = new Set([from, to].flatMap(({ acknowledged, passive }) => [...acknowledged, ...passive]));
  const files = new Map(from.files.map(({ fileId, deleted }) => [fileId, deleted]));
  const removed = new Set(from.comments.removed);
  const still = new Set(to.comments.removed);
  const said = Array.from({ length: to.comments.count - from.comments.count }, (_, n) => from.comments.count + n + 1);
  return [
    ...[...people]
      .filter((id) => kindOfParticipant(from, id) !== kindOfParticipant(to, id))
      .map((id) => `participant.${id}`),
    ...to.files.filter(({ fileId, deleted }) => files.get(fileId) !== deleted).map(({ fileId }) => `file.${fileId}`),
    ...[...still, ...removed].filter((id) => still.has(id) !== removed.has(id)).map((id) => `comment.${id}`),
    ...said.map((id) => `comment.${id}`),
  ];
}

/** The fields and elements that differ and that an undo compares. */
function differences(from: Task, to: Task): readonly string[] {
  if (from === to) return [];
  return [...changedFields(from, to).filter((field) => undoneAsOf(field) === 'compared'), ...changedParts(from, to)];
}

const isOfSameCommand = (a: EventMetadata, b: EventMetadata) =>
  a.actor === b.actor && a.correlationId === b.correlationId && a.causationId === b.causationId;

/** The event that represents an action: an undo is represented by `ActionUndone`, all others by their first event. */
export function headOf(steps: readonly UndoStep[]): RecordedEvent<TaskEvent> {
  return (steps.find(({ event }) => event.type === 'ActionUndone') ?? steps[0]!).event;
}

/** The fields and elements that the action changed, or that others change by acting upon it. */
export function concernedBy({ steps, after }: Pick<UndoScan, 'steps' | 'after'>): readonly string[] {
  const [{ before }] = steps as [UndoStep];
  if (before === null) return [];
  const changed = differences(before, after!);
  return changed.includes('solverId') ? [...changed, 'state'] : changed;
}

function prevents(scan: UndoScan, event: RecordedEvent<TaskEvent>, next: Task | null): boolean {
  const [{ before, event: first }] = scan.steps as [UndoStep];
  // A created task can be taken back until somebody else changes it.
  if (before === null) return countsAsRevision(event.type) && event.metadata.actor !== first.metadata.actor;
  const concerned = concernedBy(scan);
  return differences(scan.state!, next!).some((one) => concerned.includes(one));
}

function laterOf(scan: UndoScan, event: RecordedEvent<TaskEvent>, next: Task | null): UndoScan {
  const { type, data } = event as unknown as TaskEvent;
  const isUndone = scan.isUndone || (type === 'ActionUndone' && data.eventId === headOf(scan.steps).id);
  if (scan.later !== null || !prevents(scan, event, next)) return { ...scan, isUndone };
  const { actor: by, at } = event.metadata;
  return { ...scan, isUndone, later: { eventId: event.id, event: type, by, at } };
}

/** Finds the action of an event, from the events of its stream in order. */
export function scanUndo(scan: UndoScan, recorded: RecordedEvent, eventId: string): UndoScan {
  const event = recorded as RecordedEvent<TaskEvent>;
  const next = evolveTask(scan.state, event as unknown as EventWithTime<TaskEvent>);
  const [last] = scan.run.slice(-1);
  const goesOn = last !== undefined && isOfSameCommand(last.event.metadata, event.metadata);
  const run = [...(goesOn ? scan.run : []), { event, before: scan.state }];
  const isFound = scan.steps.length > 0;
  if (isFound && !(goesOn && scan.run === scan.steps)) return { ...laterOf(scan, event, next), run, state: next };
  const steps = isFound || event.id === eventId ? run : scan.steps;
  return { ...scan, run, steps, after: next, state: next };
}

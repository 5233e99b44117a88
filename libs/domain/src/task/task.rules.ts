import type { Actor } from '../kernel/actor';
import { localDay } from '../kernel/calendar';
import { limits } from '../kernel/limits';
import type { Day, Instant, Money } from '../kernel/message';
import type { Rank } from '../kernel/rank';
import type { FieldError } from '../kernel/refusal';
import { tooMany } from '../kernel/too-many';
import type { UndoFacts } from '../kernel/undo';
import type { FileReference, KnownComment, Task } from './task';
import { moneyFields, type PlainValues, personFields } from './task.fields';

/** The facts that a decision needs besides the task's own events. */
export interface TaskFacts extends UndoFacts<Task> {
  readonly actor: Actor;
  readonly at: Instant;
  /** IANA name of the installation's time zone, in which days are counted. */
  readonly zone: string;
  readonly currency: string;
  /**
   * The ids in the command that the actor may name: people who are known and active, no auditors; for a collaborator, only those
   * they see.
   */
  readonly nameable: Pick<readonly number[], 'includes'>;
  /** Ids of predecessors that are not solved. */
  readonly waitingFor: readonly number[];
  /** `name` is null when the actor may not see the subtask. */
  readonly openSubtasks: readonly { readonly id: number; readonly name: string | null }[];
  /** create: the parent task; null when the actor does not see it, undefined when the body names none. */
  readonly parent?: Task | null;
  /** create: ids of the named predecessors that the actor sees. */
  readonly knownPredecessors?: Pick<readonly number[], 'includes'>;
  /** create: how many tasks wait for each of the named predecessors. */
  readonly successors?: ReadonlyMap<number, number>;
  /** create, move: the wanted project, or that of the wanted board; null when the actor does not see it. */
  readonly project?: { readonly id: number; readonly active: boolean } | null;
  /** create, move: the wanted board; null when it is deleted or the actor does not see it. */
  readonly board?: {
    readonly id: number;
    readonly projectId: number;
    /** default solver of its tasks; null when there is none or that person is not active */
    readonly solverId: number | null;
  } | null;
  /**
   * create, move: the ranks in that board between which the task goes; null when the task `beforeId` is no longer in the board.
   */
  readonly gap?: { readonly before: Rank | null; readonly after: Rank | null } | null;
  /** create: the uploads that the body names, in its order; null for an id that is no upload of the actor. */
  readonly files?: readonly (FileReference | null)[];
  /** create, edit: the actor's uploads that the description shows; they become files of the task. */
  readonly shown?: readonly FileReference[];
  /** Commands on a comment, and replies: the comment that the body names; null when there is none. */
  readonly known?: KnownComment | null;
  /** endAutomatically: the project's finish date. */
  readonly projectFinishDate?: Day | null;
}

/** Rules of fields that depend on the moment, the installation or each other. */

export const hasPassed = (at: Instant, facts: TaskFacts) => Date.parse(at) < Date.parse(facts.at);

/** A deadline must be today or later; an hour of today that has passed is allowed. */
export function deadlineError(deadline: Instant | null | undefined, facts: TaskFacts): FieldError | null {
  if (deadline === null || deadline === undefined) return null;
  if (!hasPassed(deadline, facts)) return null;
  const onEarlierDay = localDay(deadline, facts.zone) < localDay(facts.at, facts.zone);
  return onEarlierDay ? { path: 'deadline', code: 'task.deadline.past' } : null;
}

/** Money is kept in the currency of the installation. */
export function currencyError(
  money: Money | null | undefined,
  path: string,
  { currency }: Pick<TaskFacts, 'currency'>,
): FieldError | null {
  const right = !money || money.currency === currency;
  return right ? null : { path, code: 'validation.money', params: { currency } };
}

export function meetingErrors(task: Pick<Task, 'type' | 'deadline' | 'estimateMinutes'>): FieldError[] {
  if (task.type !== 'meeting') return [];
  return [
    ...(task.deadline === null ? [{ path: 'deadline', code: 'task.deadline.required' } as const] : []),
    ...(task.estimateMinutes === null ? [{ path: 'estimateMinutes', code: 'task.estimate.required' } as const] : []),
  ];
}

const atMost = (what: 'participants' | 'files' | 'subtasks' | 'predecessors' | 'successors') => {
  const { max } = limits[what];
  return (count: number, path: string): FieldError | null => (count > max ? tooMany(path, what, max) : null);
};

/** Things above a lowered limit stay: the check runs only where something is added. */
export const participantsError = atMost('participants');
export const filesError = atMost('files');
export const subtasksError = atMost('subtasks');
export const predecessorsError = atMost('predecessors');
export const successorsError = atMost('successors');

/** Actors may always name themselves: they are active and no auditors. */
export const mayName = (id: number, facts: Pick<TaskFacts, 'actor' | 'nameable'>) =>
  id === facts.actor.id || facts.nameable.includes(id);

type Given = { readonly [F in keyof PlainValues]?: PlainValues[F] | null };

/** Errors of plain fields that need facts. A person who is named already stays. */
export const plainFieldErrors = (
  given: Given,
  was: Given,
  facts: Pick<TaskFacts, 'actor' | 'nameable' | 'currency'>,
): (FieldError | null)[] => [
  ...personFields.map((path): FieldError | null => {
    const id: number | null = given[path] ?? null;
    return id === null || id === was[path] || mayName(id, facts) ? null : { path, code: 'task.person.unknown' };
  }),
  ...moneyFields.map((path) => currencyError(given[path], path, facts)),
];

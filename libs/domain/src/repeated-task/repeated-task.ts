import { type EventTable, revisionedEvolveOf } from '../kernel/events';
import { limits } from '../kernel/limits';
import type { Day, Instant, Message } from '../kernel/message';
import type { Rank } from '../kernel/rank';
import type { ActionUndone } from '../kernel/undo';
import type { FileReference, TaskCreatedData } from '../task/task';
import {
  type EditedField,
  type EditedValues,
  type FieldOfKind,
  personFields,
  type SharedField,
  sharedFields,
} from '../task/task.fields';
import { isMoney } from '../task/task.money';
import type { DayOffMove, Period, Repeat, RepeatDay, Rule } from './recurrence';

export const createFors = ['user', 'position', 'meeting'] as const;
export type CreateFor = (typeof createFors)[number];

export const endRepeats = ['never', 'after', 'by-date'] as const;
export type EndRepeat = (typeof endRepeats)[number];

/** The initial values of every occurrence's task. */
export interface TaskTemplate extends Pick<TaskCreatedData, SharedField> {
  /** null: the name of the definition */
  readonly name: string | null;
  /** the pictures in the description */
  readonly files: readonly FileReference[];
}

/** The times of occurrences, the times when they become tasks, and the people who get these. */
export interface RepeatedTaskFields extends Rule {
  readonly name: string;
  readonly repeat: Repeat;
  readonly period: Period;
  readonly repeatDay: RepeatDay;
  readonly onDayOff: DayOffMove;
  readonly endRepeat: EndRepeat;
  /** of all occurrences; null unless it ends after that many */
  readonly repeatCount: number | null;
  /** inclusive; null unless it ends by date */
  readonly endDate: Day | null;
  /** How long before its deadline an occurrence is shown, in minutes; null: at once. */
  readonly showFrom: number | null;
  /** When the first occurrence is shown; as many days earlier every other is. Wins over `showFrom`. */
  readonly firstPlannedDeadline: Instant | null;
  /** how many occurrences ahead are tasks at any time */
  readonly generateAhead: number;
  readonly createFor: CreateFor;
  /** null unless it is for one user, or for nobody yet */
  readonly solverId: number | null;
  /** null unless it is for the holders of a position */
  readonly positionId: number | null;
}

export const repeatedTaskFields = [
  'name',
  'firstDeadline',
  'zone',
  'repeat',
  'period',
  'repeatDay',
  'onDayOff',
  'endRepeat',
  'repeatCount',
  'endDate',
  'showFrom',
  'firstPlannedDeadline',
  'generateAhead',
  'createFor',
  'solverId',
  'positionId',
] as const satisfies readonly (keyof RepeatedTaskFields)[];

/** The fields whose edit moves occurrences. */
export const ruleFields = [
  'firstDeadline',
  'zone',
  'repeat',
  'period',
  'repeatDay',
  'onDayOff',
] as const satisfies readonly (keyof Rule | 'repeat')[];

export const templateFields = ['name', ...sharedFields, 'files'] as const satisfies readonly (keyof TaskTemplate)[];

export type RepeatedTaskField =
  | keyof RepeatedTaskFields
  | { [F in keyof TaskTemplate & string]: `template.${F}` }[keyof TaskTemplate & string];

/** The name in a task of a field of the template, or null. */
const inTemplate = (field: string) => (field.startsWith('template.') ? field.slice('template.'.length) : null);

export function isTemplateMoney(field: string): boolean {
  const name = inTemplate(field);
  return name !== null && isMoney(name);
}

/** Whether it is a plain field of the template that names a person. */
export const isTemplatePerson = (field: string): boolean => personFields.some((one) => one === inTemplate(field));

/** `from` is absent for descriptions and files: the old value can be folded from the history. */
export interface RepeatedTaskEdit {
  readonly field: RepeatedTaskField;
  readonly from?: unknown;
  readonly to: unknown;
}

/** One task of an occurrence. */
export interface OccurrenceTask {
  readonly taskId: number;
  readonly solverId: number | null;
  /** rank among the tasks of the board */
  readonly order: Rank | null;
}

/** The parts of the template that count for one occurrence: inactive people and a deleted board are left out. */
interface AsOfOccurrence extends Partial<Pick<EditedValues, FieldOfKind<'person'> & EditedField>> {
  readonly projectId: number | null;
  readonly boardId: number | null;
  readonly acknowledged: readonly number[];
  readonly passive: readonly number[];
}

interface Numbered {
  /** The occurrences of a definition are counted from 1 in the order in which they are generated or skipped. */
  readonly number: number;
  readonly deadline: Instant;
  /** Ahead of its turn: the occurrences before it are still to come. */
  readonly early: boolean;
}

export const skipReasons = ['missed', 'inactive', 'project-inactive', 'by-person'] as const;
export type SkipReason = (typeof skipReasons)[number];

/** An occurrence whose untouched tasks follow a changed rule. */
export interface Rearranged {
  readonly number: number;
  /** null: the changed rule has none for it */
  readonly deadline: Instant | null;
}

export interface Rearrangement {
  /** the day after which the next occurrence is looked for */
  readonly last: Day | null;
  /** deadlines of occurrences that exist */
  readonly latest: readonly Instant[];
  readonly occurrences: readonly Rearranged[];
}

/** Events of `repeatedTask-N`. */
export type RepeatedTaskEvent =
  | Message<
      'RepeatedTaskCreated',
      /** `onDayOff` is absent in older events: they keep their day. */
      Omit<RepeatedTaskFields, 'onDayOff'> & {
        readonly onDayOff?: DayOffMove;
        readonly repeatedTaskId: number;
        readonly active: boolean;
        readonly template: TaskTemplate;
      }
    >
  | Message<
      'RepeatedTaskEdited',
      {
        readonly changes: readonly RepeatedTaskEdit[];
        /** The untouched tasks of occurrences ahead are to follow. */
        readonly updateGenerated: boolean;
        /** With it, where a changed rule takes them. */
        readonly rearranged: Rearrangement | null;
      }
    >
  | Message<'RepeatedTaskActivated', Record<string, never>>
  | Message<'RepeatedTaskDeactivated', Record<string, never>>
  | Message<
      'OccurrenceGenerated',
      Numbered &
        AsOfOccurrence & {
          readonly day: Day;
          readonly shownDate: Day | null;
          readonly tasks: readonly OccurrenceTask[];
        }
    >
  /** `count` occurrences from one day to another, the last one with this number and deadline. */
  | Message<
      'OccurrenceSkipped',
      Numbered & {
        readonly count: number;
        readonly from: Day;
        readonly to: Day;
        readonly reason: SkipReason;
        /** tasks that were there already and go with it */
        readonly taskIds: readonly number[];
      }
    >
  | ActionUndone;

export type OccurrenceGenerated = Extract<RepeatedTaskEvent, { type: 'OccurrenceGenerated' }>['data'];
type OccurrenceSkipped = Extract<RepeatedTaskEvent, { type: 'OccurrenceSkipped' }>['data'];

export interface RepeatedTask extends RepeatedTaskFields {
  readonly id: number;
  /** the number of events so far that a person decided, or that changed a part that people see */
  readonly revision: number;
  readonly active: boolean;
  readonly template: TaskTemplate;
  /** how many occurrences were generated or skipped so far */
  readonly handled: number;
  /** the day up to which they were */
  readonly last: Day | null;
  /** later days that were handled ahead of their turn */
  readonly early: readonly Day[];
  /** deadlines of the latest of them, in order, as many as may be generated ahead */
  readonly latest: readonly Instant[];
}

export function repeatedTaskStream(id: number): string {
  return `repeatedTask-${id}`;
}

/** @param day the last day that was handled */
function handled(one: RepeatedTask, { number, early }: Numbered, day: Day): RepeatedTask {
  const next = { ...one, handled: Math.max(one.handled, number) };
  return early
    ? { ...next, early: [...one.early, day].sort() }
    : { ...next, last: day, early: one.early.filter((other) => other > day) };
}

const withLatest = (one: RepeatedTask, deadline: Instant): RepeatedTask => ({
  ...one,
  latest: [...one.latest, deadline].sort().slice(-limits.generateAhead.max),
});

/** One that a person takes out leaves room for another ahead; one that was generated had been counted before. */
function skipped(one: RepeatedTask, data: OccurrenceSkipped): RepeatedTask {
  if (data.reason !== 'by-person') return withLatest(handled(one, data, data.to), data.deadline);
  if (data.number > one.handled) return handled(one, data, data.to);
  return { ...one, latest: one.latest.filter((deadline) => deadline !== data.deadline) };
}

function edited(one: RepeatedTask, changes: readonly RepeatedTaskEdit[]): RepeatedTask {
  const fields: Record<string, unknown> = {};
  const template: Record<string, unknown> = {};
  for (const { field, to } of changes) {
    const name = inTemplate(field);
    if (name === null) fields[field] = to;
    else template[name] = to;
  }
  return { ...one, ...fields, template: { ...one.template, ...template } };
}

const repeatedTaskEvents: EventTable<RepeatedTask, RepeatedTaskEvent> = {
  RepeatedTaskCreated: {
    begins: ({ data: { repeatedTaskId, ...data } }) => ({
      id: repeatedTaskId,
      revision: 1,
      onDayOff: 'keep',
      ...data,
      handled: 0,
      last: null,
      early: [],
      latest: [],
    }),
  },
  RepeatedTaskEdited: {
    fold(one, { data }) {
      const next = edited(one, data.changes);
      return data.rearranged
        ? { ...next, last: data.rearranged.last, latest: data.rearranged.latest, early: [] }
        : next;
    },
  },
  RepeatedTaskActivated: { fold: (one) => ({ ...one, active: true }) },
  RepeatedTaskDeactivated: { fold: (one) => ({ ...one, active: false }) },
  OccurrenceGenerated: { fold: (one, { data }) => withLatest(handled(one, data, data.day), data.deadline) },
  OccurrenceSkipped: { fold: (one, { data }) => skipped(one, data) },
  ActionUndone: { fold: (one) => one },
};

/** Occurrences raise no revision: nobody's edit is refused because one was generated meanwhile. */
export const evolveRepeatedTask = revisionedEvolveOf(
  repeatedTaskEvents,
  (type) => type !== 'OccurrenceGenerated' && type !== 'OccurrenceSkipped',
);

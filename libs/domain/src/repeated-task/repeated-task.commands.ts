import { aggregate, type CommandTable, type FieldValues } from '../kernel/aggregate';
import { addDays, localDay } from '../kernel/calendar';
import { limits } from '../kernel/limits';
import type { Instant } from '../kernel/message';
import { type Refusal, refuse, refuseField, refuseFields } from '../kernel/refusal';
import { pick, tableOf } from '../kernel/tables';
import { same } from '../kernel/values';
import {
  firstUpcoming,
  missedOf,
  type Schedule,
  type Upcoming,
  untouchedSchedule,
  upcomingDaysOf,
} from './occurrences';
import { deadlineOn } from './recurrence';
import {
  evolveRepeatedTask,
  type Rearrangement,
  type RepeatedTask,
  type RepeatedTaskEdit,
  type RepeatedTaskEvent,
  repeatedTaskFields,
  repeatedTaskStream,
  ruleFields,
  templateFields,
} from './repeated-task';
import type { NewRepeatedTask, RepeatedTaskBodies } from './repeated-task.bodies';
import { scheduleErrors } from './repeated-task.fields';
import { earlyOf, type Generation, generate, skipOf, skipOfOne } from './repeated-task.generation';
import { type RepeatedTaskRight, repeatedTaskRightRefusalOf } from './repeated-task.rights';
import { changedOf, newOf, refusalOf, scheduleOf, type Wanted, type WantedFacts } from './repeated-task.wanted';

/** An occurrence that is a task already, with a deadline ahead. */
export interface GeneratedAhead {
  readonly number: number;
  readonly deadline: Instant;
  /** Only the system has changed its tasks so far. */
  readonly untouched: boolean;
  /** those that are not solved */
  readonly taskIds: readonly number[];
}

export interface RepeatedTaskFacts extends WantedFacts {
  /** edit with `updateGenerated`, skip: what is ahead, in order */
  readonly ahead?: readonly GeneratedAhead[];
  /** generate, generateEarly: the facts from which an occurrence is generated now */
  readonly generation?: Generation;
}

type Decided = readonly RepeatedTaskEvent[] | Refusal;

function create(repeatedTaskId: number, given: NewRepeatedTask, facts: RepeatedTaskFacts): Decided {
  if (facts.actor.role === 'auditor') return refuse('task.auditor');
  const wanted = newOf(given, facts);
  const refused = refusalOf(wanted, null, facts);
  if (refused) return refused;
  const { template, ...fields } = wanted;
  return [{ type: 'RepeatedTaskCreated', data: { repeatedTaskId, ...fields, active: given.active ?? true, template } }];
}

function changesOf(one: RepeatedTask, wanted: Wanted): RepeatedTaskEdit[] {
  const isLong = (field: string) => field === 'description' || field === 'files';
  const fields = repeatedTaskFields
    .filter((field) => !same(one[field], wanted[field]))
    .map((field) => ({ field, from: one[field], to: wanted[field] }));
  const template = templateFields
    .filter((field) => !same(one.template[field], wanted.template[field]))
    .map((field) => ({
      field: `template.${field}` as const,
      ...(!isLong(field) && { from: one.template[field] }),
      to: wanted.template[field],
    }));
  return [...fields, ...template];
}

/** The occurrences ahead whose tasks are untouched take the days of the changed rule, in their order. Null: there are none. */
function rearrangedOf(
  one: RepeatedTask,
  wanted: Wanted,
  { ahead = [], at }: Pick<RepeatedTaskFacts, 'ahead' | 'at'>,
): Rearrangement | null {
  const moving = ahead.filter(({ untouched }) => untouched);
  if (moving.length === 0) return null;
  const moved = new Set(moving.map(({ deadline }) => deadline));
  const kept = one.latest.filter((deadline) => !moved.has(deadline));
  const yesterday = addDays(localDay(at, wanted.zone), -1);
  const after = kept.map((deadline) => localDay(deadline, wanted.zone)).reduce((a, b) => (a > b ? a : b), yesterday);
  const schedule: Schedule = { ...wanted, handled: one.handled - moving.length, last: after, early: one.early };
  const days = firstUpcoming(schedule, moving.length + 1).filter(({ deadline }) => deadline > at);
  const occurrences = moving.map(({ number }, index) => ({ number, deadline: days[index]?.deadline ?? null }));
  return {
    last: days.slice(0, moving.length).at(-1)?.day ?? after,
    latest: [...kept, ...occurrences.flatMap(({ deadline }) => deadline ?? [])].sort(),
    occurrences,
  };
}

function edit(one: RepeatedTask, given: RepeatedTaskBodies['edit'], facts: RepeatedTaskFacts): Decided {
  const wanted = changedOf(one, given, facts);
  const refused = refusalOf(wanted, one, facts);
  if (refused) return refused;
  const changes = changesOf(one, wanted);
  const updateGenerated = given.updateGenerated ?? false;
  const isMoved = changes.some(({ field }) => ruleFields.some((name) => name === field));
  const edited: RepeatedTaskEvent[] =
    changes.length === 0
      ? []
      : [
          {
            type: 'RepeatedTaskEdited',
            data: {
              changes,
              updateGenerated,
              rearranged: updateGenerated && isMoved ? rearrangedOf(one, wanted, facts) : null,
            },
          },
        ];
  const { active = one.active } = given;
  if (active === one.active) return edited;
  return [...edited, ...(active ? activate({ ...one, ...wanted }, facts) : deactivated)];
}

const deactivated: readonly RepeatedTaskEvent[] = [{ type: 'RepeatedTaskDeactivated', data: {} }];

/** Occurrences that were due while the definition was inactive are not generated later. */
function activate(one: RepeatedTask, { at }: Pick<RepeatedTaskFacts, 'at'>): readonly RepeatedTaskEvent[] {
  const { passed } = missedOf(one, at, 0);
  return [{ type: 'RepeatedTaskActivated', data: {} }, ...(passed === null ? [] : [skipOf(passed, 'inactive', false)])];
}

/** How far ahead one may be skipped or generated early. */
const lookAhead = limits.generateAhead.max;

/** The occurrence to come with this deadline, and whether others come before it. */
function comingAt(one: RepeatedTask, deadline: Instant): { readonly coming: Upcoming; readonly early: boolean } | null {
  const all = firstUpcoming(one, lookAhead);
  const index = all.findIndex((upcoming) => upcoming.deadline === deadline);
  return index < 0 ? null : { coming: { ...all[index]!, number: one.handled + 1 }, early: index > 0 };
}

const unknown = (path: 'number' | 'deadline') => refuseField(path, 'repeated-task.occurrence.unknown');

function skip(one: RepeatedTask, { number, deadline }: RepeatedTaskBodies['skip'], facts: RepeatedTaskFacts): Decided {
  if (deadline !== undefined) {
    const found = comingAt(one, deadline);
    return found ? [skipOfOne(found.coming, 'by-person', found.early)] : unknown('deadline');
  }
  const generated = facts.ahead?.find((occurrence) => occurrence.number === number);
  if (!generated || generated.taskIds.length === 0) return unknown('number');
  const day = localDay(generated.deadline, one.zone);
  return [skipOfOne({ ...generated, day }, 'by-person', false, generated.taskIds)];
}

function generateEarly(
  one: RepeatedTask,
  { deadline }: RepeatedTaskBodies['generateEarly'],
  { generation }: RepeatedTaskFacts,
): Decided {
  if (!one.active) return refuse('repeated-task.inactive');
  const found = comingAt(one, deadline);
  if (!found || !generation) return unknown('deadline');
  return generation.projectActive ? [earlyOf(one, found.coming, found.early, generation)] : refuse('project.inactive');
}

const valuesOf = (one: RepeatedTask): FieldValues => ({
  ...pick(one, repeatedTaskFields),
  active: one.active,
  template: one.template,
});

const repeatedTaskCommands: CommandTable<
  RepeatedTaskBodies,
  RepeatedTask,
  RepeatedTaskEvent,
  RepeatedTaskFacts,
  RepeatedTaskRight
> = {
  create: { begins: create },
  edit: {
    right: 'change',
    // Only the fields of the template that the edit names are compared.
    edits: (one, { template }) => ({
      ...valuesOf(one),
      template: tableOf(
        templateFields.filter((field) => template !== undefined && field in template),
        (field) => one.template[field],
      ),
    }),
    decide: edit,
  },
  activate: { right: 'change', decide: (one, _, facts) => (one.active ? [] : activate(one, facts)) },
  deactivate: { right: 'change', decide: (one) => (one.active ? deactivated : []) },
  skip: { right: 'change', decide: skip },
  generateEarly: { right: 'change', decide: generateEarly },
  generate: { right: 'generate', decide: (one, _, { at, generation }) => generate(one, at, generation) },
};

export const repeatedTaskAggregate = aggregate({
  name: 'repeatedTask',
  streamOf: repeatedTaskStream,
  initial: null,
  evolve: evolveRepeatedTask,
  commands: repeatedTaskCommands,
  missing: 'repeated-task.not-found',
  rightRefusalOf: (right, { template }, { actor }) => repeatedTaskRightRefusalOf(right, template, actor),
  revisionOf: ({ revision }) => revision,
  fields: valuesOf,
});

/** The next occurrences of a definition that is not saved yet, from today on, or why it can have none. */
export function previewOf(
  given: NewRepeatedTask,
  count: number,
  { at, zone }: Pick<RepeatedTaskFacts, 'at' | 'zone'>,
): readonly Instant[] | Refusal {
  const fields = scheduleOf(given, zone);
  const refused = refuseFields(scheduleErrors(fields));
  if (refused) return refused;
  const today = localDay(at, zone);
  // Those that are over are counted only where their number is limited.
  const begins = fields.repeatCount !== null || localDay(fields.firstDeadline, zone) >= today;
  const deadlines: Instant[] = [];
  for (const { day } of upcomingDaysOf({
    ...untouchedSchedule(fields),
    last: begins ? null : addDays(today, -1),
  })) {
    if (day >= today) deadlines.push(deadlineOn(fields, day));
    if (deadlines.length === count) break;
  }
  return deadlines;
}

import { aggregate, type CommandTable, type FieldValues } from '../kernel/aggregate';
import { addDays, localDay } from '../kernel/calendar';
import { limits } from '../kernel/limits';
import type { Instant } from '../kernel/message';
import { type Refusal, refuse, refuseField, refuseFields } from '../kernel/refusal';
import { pick, tableOf } from '../kernel/tables';
import { decideUndo } from '../kernel/undo';
import { type Upcoming, untouchedSchedule, upcomingDaysOf } from './occurrences';
import { deadlineOn, farthestMoveDays, type IsDayOff } from './recurrence';
import {
  evolveRepeatedTask,
  type RepeatedTask,
  type RepeatedTaskEvent,
  repeatedTaskFields,
  repeatedTaskStream,
  templateFields,
} from './repeated-task';
import type { NewRepeatedTask, RepeatedTaskBodies } from './repeated-task.bodies';
import { activate, deactivated, editTo, type RepeatedTaskFacts } from './repeated-task.changes';
import { scheduleErrors } from './repeated-task.fields';
import { earlyOf, generate, skipOfOne } from './repeated-task.generation';
import { type RepeatedTaskRight, repeatedTaskRightRefusalOf } from './repeated-task.rights';
import { repeatedTaskUndoing } from './repeated-task.undo';
import { changedOf, newOf, refusalOf, scheduleOf } from './repeated-task.wanted';

type Decided = readonly RepeatedTaskEvent[] | Refusal;

function create(repeatedTaskId: number, given: NewRepeatedTask, facts: RepeatedTaskFacts): Decided {
  if (facts.actor.role === 'auditor') return refuse('task.auditor');
  const wanted = newOf(given, facts);
  const refused = refusalOf(wanted, null, facts);
  if (refused) return refused;
  const { template, ...fields } = wanted;
  return [{ type: 'RepeatedTaskCreated', data: { repeatedTaskId, ...fields, active: given.active ?? true, template } }];
}

function edit(one: RepeatedTask, given: RepeatedTaskBodies['edit'], facts: RepeatedTaskFacts): Decided {
  const wanted = changedOf(one, given, facts);
  const refused = refusalOf(wanted, one, facts);
  if (refused) return refused;
  const edited = editTo(one, wanted, given.updateGenerated ?? false, facts);
  const { active = one.active } = given;
  if (active === one.active) return edited;
  return [...edited, ...(active ? activate({ ...one, ...wanted }, facts) : deactivated)];
}

/** How far ahead one may be skipped or generated early. */
const lookAhead = limits.generateAhead.max;

/** The occurrence to come with this deadline, and whether others come before it. */
function comingAt(
  one: RepeatedTask,
  deadline: Instant,
  isDayOff: IsDayOff,
): { readonly coming: Upcoming; readonly early: boolean } | null {
  let index = 0;
  for (const { day, on } of upcomingDaysOf(one, isDayOff)) {
    const coming = { number: one.handled + 1, day, deadline: deadlineOn(one, on) };
    if (coming.deadline === deadline) return { coming, early: index > 0 };
    if (coming.deadline > deadline || ++index === lookAhead) break;
  }
  return null;
}

const unknown = (path: 'number' | 'deadline') => refuseField(path, 'repeated-task.occurrence.unknown');

function skip(one: RepeatedTask, { number, deadline }: RepeatedTaskBodies['skip'], facts: RepeatedTaskFacts): Decided {
  if (deadline !== undefined) {
    const found = comingAt(one, deadline, facts.isDayOff);
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
  { generation, isDayOff }: RepeatedTaskFacts,
): Decided {
  if (!one.active) return refuse('repeated-task.inactive');
  const found = comingAt(one, deadline, isDayOff);
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
  RepeatedTaskRight | 'undo'
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
  generate: {
    right: 'generate',
    decide: (one, _, { at, isDayOff, generation }) => generate(one, at, isDayOff, generation),
  },
  undo: { right: 'undo', decide: (one, body, facts) => decideUndo(repeatedTaskUndoing, one, body, facts) },
};

export const repeatedTaskAggregate = aggregate({
  name: 'repeatedTask',
  streamOf: repeatedTaskStream,
  initial: null,
  evolve: evolveRepeatedTask,
  commands: repeatedTaskCommands,
  missing: 'repeated-task.not-found',
  // An undo checks the right to the action.
  rightRefusalOf: (right, { template }, { actor }) =>
    right === 'undo' ? null : repeatedTaskRightRefusalOf(right, template, actor),
  revisionOf: ({ revision }) => revision,
  fields: valuesOf,
});

/** The next occurrences of a definition that is not saved yet, from today on, or why it can have none. */
export function previewOf(
  given: NewRepeatedTask,
  count: number,
  { at, zone, isDayOff }: Pick<RepeatedTaskFacts, 'at' | 'zone' | 'isDayOff'>,
): readonly Instant[] | Refusal {
  const fields = scheduleOf(given, zone);
  const refused = refuseFields(scheduleErrors(fields, isDayOff));
  if (refused) return refused;
  const today = localDay(at, zone);
  // Those that are over are counted only where their number is limited.
  const begins = fields.repeatCount !== null || localDay(fields.firstDeadline, zone) >= today;
  const deadlines: Instant[] = [];
  const last = begins ? null : addDays(today, -1 - farthestMoveDays);
  for (const { on } of upcomingDaysOf({ ...untouchedSchedule(fields), last }, isDayOff)) {
    if (on >= today) deadlines.push(deadlineOn(fields, on));
    if (deadlines.length === count) break;
  }
  return deadlines;
}

import type { CommandOf, EmptyBody } from '../kernel/aggregate';
import {
  choice,
  component,
  day,
  described,
  flag,
  id,
  instant,
  integer,
  object,
  optional,
  optionalOrNull,
  orNull,
  partial,
  type Shape,
  type TypeOf,
  text,
} from '../kernel/shape';
import type { UndoBody } from '../kernel/undo';
import { sharedTaskFields } from '../task/task.bodies';
import { taskFieldChecks } from '../task/task.fields';
import { dayOffMoves, periods, type RepeatDay, repeats } from './recurrence';
import { createFors, endRepeats } from './repeated-task';
import { repeatedTaskFieldChecks as checks } from './repeated-task.fields';

const name = text(taskFieldChecks.name);

const repeatDay: Shape<RepeatDay, false> = {
  schema: {
    oneOf: [
      { type: 'integer', minimum: 1 },
      { type: 'string', pattern: '^\\d\\d-\\d\\d$' },
    ],
    description: 'Weekly 1 to 7 from Monday, monthly 1 to 31, yearly MM-DD; by default that of the first deadline',
  },
  optional: false,
  nullable: false,
  maxBytes: 64,
  errorsOf(value, path) {
    if (typeof value !== 'number' && typeof value !== 'string') return [{ path, code: 'validation.type' }];
    const error = checks.repeatDay(value, path);
    return error ? [error] : [];
  },
  normalize: (value) => value,
};

/** The fields of a new task that all occurrences share. */
export const templateFieldShapes = {
  name: described(optionalOrNull(name), { description: 'By default the name of the definition' }),
  ...sharedTaskFields,
};
const template = component('RepeatedTaskTemplateDto', object(templateFieldShapes));

const fields = {
  name,
  active: flag,
  firstDeadline: instant,
  firstPlannedDeadline: orNull(instant),
  repeat: choice(repeats),
  repeatDay: orNull(repeatDay),
  onDayOff: described(choice(dayOffMoves), {
    description:
      'On a weekend or holiday: keep the day, move to a working day, or skip; the last working day of a month is repeatDay 31 with previous',
  }),
  period: choice(periods),
  endRepeat: choice(endRepeats),
  repeatCount: orNull(integer(checks.repeatCount)),
  endDate: orNull(day),
  showFrom: described(orNull(integer(checks.showFrom)), { description: 'Minutes before the deadline' }),
  generateAhead: integer(checks.generateAhead),
  createFor: choice(createFors),
  solverId: orNull(id),
  positionId: orNull(id),
  template,
};

/** The request bodies of the commands on repeated tasks, by command type; `create` is that of a preview too. */
export const repeatedTaskBodies = {
  create: object({
    name,
    active: optional(fields.active),
    firstDeadline: instant,
    firstPlannedDeadline: optionalOrNull(instant),
    repeat: fields.repeat,
    repeatDay: optional(fields.repeatDay),
    onDayOff: optional(fields.onDayOff),
    period: optionalOrNull(fields.period),
    endRepeat: optionalOrNull(fields.endRepeat),
    repeatCount: optional(fields.repeatCount),
    endDate: optional(fields.endDate),
    showFrom: optional(fields.showFrom),
    generateAhead: optionalOrNull(fields.generateAhead),
    createFor: optionalOrNull(fields.createFor),
    solverId: optional(fields.solverId),
    positionId: optional(fields.positionId),
    template: optional(template),
  }),
  edit: object({
    ...partial(object(fields)).fields,
    updateGenerated: described(optional(flag), { description: 'Untouched tasks of occurrences ahead follow' }),
  }),
  /** one that is a task already by its number, one to come by its deadline */
  skip: object({ number: optional(id), deadline: optional(instant) }, ({ number, deadline }) =>
    (number === undefined) === (deadline === undefined) ? { path: 'deadline', code: 'validation.required' } : null,
  ),
  generateEarly: object({ deadline: instant }),
};

type Wire = { readonly [N in keyof typeof repeatedTaskBodies]: TypeOf<(typeof repeatedTaskBodies)[N]> };

export interface RepeatedTaskBodies extends Wire {
  readonly activate: EmptyBody;
  readonly deactivate: EmptyBody;
  /** by the system, for whatever is due */
  readonly generate: EmptyBody;
  readonly undo: UndoBody;
}
export type RepeatedTaskCommand = CommandOf<RepeatedTaskBodies>;
export type NewRepeatedTask = Wire['create'];

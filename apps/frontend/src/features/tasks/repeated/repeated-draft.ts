import type { NamedRef, PersonRef, RepeatedTaskAnswer } from '@gos/contract';
import {
  type CreateFor,
  type DayOffMove,
  dayOffMovesOf,
  type EndRepeat,
  editedFieldNames,
  type FieldError,
  type Instant,
  localDay,
  noDaysOff,
  normalizeText,
  type Period,
  periodsOf,
  type Repeat,
  type RepeatDay,
  repeatDayOf,
  repeatedTaskFieldChecks,
  scheduleErrors,
  scheduleOf,
  taskFieldChecks,
} from '@gos/domain';
import { pick } from '@gos/domain/kernel/tables';
import type { RepeatedTaskBody } from '../../../entities/repeated-task/repeated-tasks.api';
import { timeZone } from '../../../lib/installation';
import { typedNumber } from '../../../lib/typed-number';
import type { MoreField } from '../form/more-fields';
import { plainValuesOf } from '../form/plain-draft';
import { detailsDraftOf, detailsErrors, detailsOf, emptyDraft, given, type TaskDraft } from '../form/task-draft';

type OfTask = MoreField | 'name' | 'description' | 'solver' | 'contractor' | 'project' | 'board';

/** The values of the form; texts are as they are typed. */
export interface RepeatedDraft extends Pick<TaskDraft, OfTask> {
  readonly active: boolean;
  readonly createFor: CreateFor;
  readonly position: NamedRef | null;
  readonly firstDeadline: Instant | null;
  readonly firstPlannedDeadline: Instant | null;
  readonly repeat: Repeat;
  readonly period: Period;
  /** null: that of the first deadline */
  readonly repeatDay: RepeatDay;
  readonly onDayOff: DayOffMove;
  readonly endRepeat: EndRepeat;
  readonly repeatCount: string;
  readonly endDate: string | null;
  readonly generateAhead: string;
  readonly showFrom: string;
  readonly showFromUnit: 'days' | 'hours';
  /** Existing tasks that nobody touched are changed too. */
  readonly updateGenerated: boolean;
}
export type RepeatedField = keyof RepeatedDraft;
export type RepeatedErrors = Partial<Record<RepeatedField, FieldError>>;
type Body = Omit<RepeatedTaskBody, 'template'> & NonNullable<RepeatedTaskBody['template']> & { updateGenerated?: true };

export function emptyRepeated(reader: PersonRef): RepeatedDraft {
  const { deadline: _, shownDate: __, ...task } = emptyDraft(reader);
  return {
    ...task,
    active: true,
    createFor: 'user',
    position: null,
    firstDeadline: null,
    firstPlannedDeadline: null,
    repeat: 'weekly',
    period: 'week',
    repeatDay: null,
    onDayOff: 'keep',
    endRepeat: 'never',
    repeatCount: '',
    endDate: null,
    generateAhead: '1',
    showFrom: '',
    showFromUnit: 'days',
    updateGenerated: false,
  };
}

const minutesOfUnit = { days: 1_440, hours: 60 } as const;

export function draftOfRepeated(one: RepeatedTaskAnswer): RepeatedDraft {
  const { template } = one;
  const unit = one.showFrom === null || one.showFrom % minutesOfUnit.days === 0 ? 'days' : 'hours';
  return {
    name: one.name,
    description: template.description,
    active: one.active,
    createFor: one.createFor,
    solver: one.solver,
    position: one.position,
    contractor: one.contractor,
    project: template.project,
    board: template.board,
    ...detailsDraftOf(template, template),
    firstDeadline: one.firstDeadline,
    firstPlannedDeadline: one.firstPlannedDeadline,
    repeat: one.repeat,
    period: one.period,
    repeatDay: one.repeatDay,
    onDayOff: one.onDayOff,
    endRepeat: one.endRepeat,
    repeatCount: one.repeatCount === null ? '' : String(one.repeatCount),
    endDate: one.endDate,
    generateAhead: String(one.generateAhead),
    showFrom: one.showFrom === null ? '' : String(one.showFrom / minutesOfUnit[unit]),
    showFromUnit: unit,
    updateGenerated: false,
  };
}

/** NaN of what is no number; null of nothing. */
const numberIn = (text: string) => (given(text) ? Number(typedNumber(text)) : null);

export const isMeeting = ({ createFor, type }: RepeatedDraft) => createFor === 'meeting' || type === 'meeting';

/** The day that is meant: the chosen one, or that of the first deadline. */
export function effectiveDay({ repeat, repeatDay, firstDeadline }: RepeatedDraft): RepeatDay {
  if (repeatDay !== null || !firstDeadline) return repeatDay;
  return repeatDayOf(repeat, localDay(firstDeadline, timeZone()));
}

/** A day that was that of the first deadline goes with it. */
export function withFirstDeadline(draft: RepeatedDraft, firstDeadline: Instant | null): Partial<RepeatedDraft> {
  const follows =
    draft.firstDeadline !== null &&
    draft.repeatDay === repeatDayOf(draft.repeat, localDay(draft.firstDeadline, timeZone()));
  return { firstDeadline, ...(follows && { repeatDay: null }) };
}

export const withRepeat = ({ onDayOff }: RepeatedDraft, repeat: Repeat): Partial<RepeatedDraft> => ({
  repeat,
  period: periodsOf(repeat)[0]!,
  repeatDay: null,
  ...(!dayOffMovesOf(repeat).includes(onDayOff) && { onDayOff: 'keep' }),
});

export function minutesShown({ showFrom, showFromUnit }: RepeatedDraft): number | null {
  const number = numberIn(showFrom);
  return number === null ? null : Math.round(number * minutesOfUnit[showFromUnit]);
}

/** When it repeats, as it is sent; null while there is no first deadline. @param name of at least three characters */
export function scheduleBody(draft: RepeatedDraft, name: string): RepeatedTaskBody | null {
  const { firstDeadline, firstPlannedDeadline, repeat, period, onDayOff, endRepeat, endDate } = draft;
  if (firstDeadline === null) return null;
  return {
    name,
    firstDeadline,
    firstPlannedDeadline,
    repeat,
    period,
    repeatDay: effectiveDay(draft),
    onDayOff,
    endRepeat,
    repeatCount: endRepeat === 'after' ? numberIn(draft.repeatCount) : null,
    endDate: endRepeat === 'by-date' ? endDate : null,
    showFrom: minutesShown(draft),
    generateAhead: numberIn(draft.generateAhead) ?? 1,
  };
}

function templateBody(draft: RepeatedDraft) {
  return {
    description: draft.description,
    ...plainValuesOf(draft, editedFieldNames),
    ...(draft.createFor === 'meeting' && { type: 'meeting' as const }),
    contractorId: draft.contractor.id,
    projectId: draft.project?.id ?? null,
    boardId: draft.board?.id ?? null,
    ...detailsOf(draft),
  };
}

/** The whole definition with the fields of its tasks among its own. */
export function bodyOfRepeated(draft: RepeatedDraft): Body {
  const { createFor, solver, position } = draft;
  return {
    ...scheduleBody({ ...draft, firstDeadline: draft.firstDeadline ?? '' }, normalizeText(draft.name))!,
    active: draft.active,
    createFor,
    solverId: createFor === 'user' ? (solver?.id ?? null) : null,
    positionId: createFor === 'user' ? null : (position?.id ?? null),
    ...templateBody(draft),
    ...(draft.updateGenerated && { updateGenerated: true as const }),
  };
}

const templateNames = Object.keys(templateBody(emptyRepeated({ id: 0, name: '' })));
export const templateOf = (body: object): readonly string[] =>
  Object.keys(body).filter((name) => templateNames.includes(name));

/** The body as it is sent: the fields of the tasks are in the template. */
export function nestedBody(body: Partial<Body>): Partial<RepeatedTaskBody> {
  const template = pick(body, templateOf(body) as (keyof Body)[]);
  const own = (Object.keys(body) as (keyof Body)[]).filter((name) => !templateNames.includes(name));
  return { ...pick(body, own), ...(Object.keys(template).length > 0 && { template }) } as Partial<RepeatedTaskBody>;
}

/** When it repeats: the domain's own checks, once there is a first deadline. */
function ruleErrors(draft: RepeatedDraft): readonly (FieldError | null)[] {
  const checks = repeatedTaskFieldChecks;
  const body = scheduleBody(draft, draft.name);
  if (body === null) return [{ path: 'firstDeadline', code: 'validation.required' }];
  const { repeatCount = null, generateAhead, showFrom = null } = body;
  const numbers = [
    repeatCount === null ? null : checks.repeatCount(repeatCount),
    given(draft.generateAhead) ? checks.generateAhead(generateAhead ?? 1) : null,
    showFrom === null ? null : checks.showFrom(showFrom),
  ];
  return numbers.some((error) => error !== null) ? numbers : scheduleErrors(scheduleOf(body, timeZone()), noDaysOff);
}

/** A first deadline that has passed may stay on its day. */
function firstDeadlineError({ firstDeadline }: RepeatedDraft, saved: RepeatedDraft | null, now: number) {
  if (firstDeadline === null) return null;
  const day = (at: Instant | number) => localDay(at, timeZone());
  const stays = saved !== null && saved.firstDeadline !== null && day(saved.firstDeadline) === day(firstDeadline);
  return day(firstDeadline) < day(now) && !stays
    ? ({ path: 'firstDeadline', code: 'task.deadline.past' } as const)
    : null;
}

/** Returns violations of the domain's limits by field. @param saved the saved values of an edit */
export function repeatedErrors(draft: RepeatedDraft, saved: RepeatedDraft | null, now: number): RepeatedErrors {
  const { createFor, position } = draft;
  const all: readonly (FieldError | null)[] = [
    given(draft.name) ? taskFieldChecks.name(draft.name) : { path: 'name', code: 'validation.required' },
    taskFieldChecks.description(draft.description),
    repeatedTaskFieldChecks.person({ createFor, positionId: position?.id ?? null }),
    firstDeadlineError(draft, saved, now),
    ...ruleErrors(draft),
    ...Object.values(detailsErrors(draft, isMeeting(draft))),
  ];
  const errors: RepeatedErrors = {};
  for (const error of all) {
    const field = error && fieldOfRepeatedPath(error.path);
    if (field) errors[field] ??= error;
  }
  return errors;
}

const pathFields: Readonly<Record<string, RepeatedField>> = {
  solverId: 'solver',
  positionId: 'position',
  contractorId: 'contractor',
  projectId: 'project',
  boardId: 'board',
  estimateMinutes: 'estimate',
};

/** The form's field of a path in the server's answer. */
export function fieldOfRepeatedPath(path: string): RepeatedField | null {
  const [head = ''] = path.replace(/^template\./, '').split('.');
  return pathFields[head] ?? (head in emptyRepeated({ id: 0, name: '' }) ? (head as RepeatedField) : null);
}

/** All fields of a path: the template has many, and the days before a deadline have their unit. */
export function fieldsOfRepeatedPath(path: string): readonly RepeatedField[] {
  const names = path === 'template' ? templateNames : [path];
  const fields = names.flatMap((name) => fieldOfRepeatedPath(name) ?? []);
  return fields.includes('showFrom') ? [...fields, 'showFromUnit'] : fields;
}

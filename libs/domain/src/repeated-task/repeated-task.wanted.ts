import type { Actor } from '../kernel/actor';
import { localDay } from '../kernel/calendar';
import type { Instant } from '../kernel/message';
import { type FieldError, type Refusal, type RefusalCode, refuse, refuseFields } from '../kernel/refusal';
import { pick } from '../kernel/tables';
import { normalizedOrNull, normalizeText } from '../kernel/text';
import type { FileReference } from '../task/task';
import { fieldsOfNew } from '../task/task.fields';
import { placeOf } from '../task/task.place';
import {
  currencyError,
  filesError,
  mayName,
  meetingErrors,
  participantsError,
  plainFieldErrors,
  type TaskFacts,
} from '../task/task.rules';
import { dayOffMovesOf, type IsDayOff, periodSteps, periodsOf, repeatDayOf } from './recurrence';
import { type RepeatedTask, type RepeatedTaskFields, repeatedTaskFields, type TaskTemplate } from './repeated-task';
import type { NewRepeatedTask, RepeatedTaskBodies } from './repeated-task.bodies';
import { repeatedTaskFieldChecks as checks, scheduleErrors } from './repeated-task.fields';

/** The facts that the check of a definition needs in addition to it. */
export interface WantedFacts extends Pick<TaskFacts, 'project' | 'board' | 'nameable' | 'currency'> {
  readonly actor: Actor;
  readonly at: Instant;
  readonly zone: string;
  readonly isDayOff: IsDayOff;
  /** whether the named position is there */
  readonly positionKnown?: boolean;
  /** the actor's uploads that the description shows */
  readonly shown?: readonly FileReference[];
}

/** A definition as it is to be. */
export interface Wanted extends RepeatedTaskFields {
  readonly template: TaskTemplate;
}

const unique = (ids: readonly number[] | null | undefined) => [...new Set(ids ?? [])];

/** Sets dependent fields that do not apply to null. */
function settled(fields: RepeatedTaskFields): RepeatedTaskFields {
  const forUser = fields.createFor === 'user';
  return {
    ...fields,
    repeatCount: fields.endRepeat === 'after' ? fields.repeatCount : null,
    endDate: fields.endRepeat === 'by-date' ? fields.endDate : null,
    solverId: forUser ? fields.solverId : null,
    positionId: forUser ? null : fields.positionId,
  };
}

type Schedule = Omit<NewRepeatedTask, 'template' | 'active'>;

/** The fields of a new definition with their defaults. */
export function scheduleOf(given: Schedule, zone: string): RepeatedTaskFields {
  const { repeat, repeatCount = null, endDate = null, solverId = null, positionId = null } = given;
  return settled({
    name: normalizeText(given.name),
    firstDeadline: given.firstDeadline,
    zone,
    repeat,
    period: given.period ?? periodsOf(repeat)[0]!,
    repeatDay: given.repeatDay ?? repeatDayOf(repeat, localDay(given.firstDeadline, zone)),
    onDayOff: given.onDayOff ?? 'keep',
    endRepeat: given.endRepeat ?? (repeatCount !== null ? 'after' : endDate !== null ? 'by-date' : 'never'),
    repeatCount,
    endDate,
    showFrom: given.showFrom ?? null,
    firstPlannedDeadline: given.firstPlannedDeadline ?? null,
    generateAhead: given.generateAhead ?? 1,
    createFor: given.createFor ?? (positionId !== null && solverId === null ? 'position' : 'user'),
    solverId,
    positionId,
  });
}

type GivenTemplate = NonNullable<NewRepeatedTask['template']>;

function templateOf(
  given: GivenTemplate,
  createFor: RepeatedTaskFields['createFor'],
  facts: WantedFacts,
): TaskTemplate {
  const acknowledged = unique(given.acknowledged);
  const { name: _, ...texts } = fieldsOfNew({ ...given, name: '' });
  return {
    ...texts,
    name: normalizedOrNull(given.name),
    type: createFor === 'meeting' ? 'meeting' : texts.type,
    contractorId: given.contractorId ?? facts.actor.id ?? 0,
    projectId: given.projectId ?? facts.board?.projectId ?? null,
    boardId: given.boardId ?? null,
    estimateMinutes: given.estimateMinutes ?? null,
    budget: given.budget ?? null,
    acknowledged,
    passive: unique(given.passive).filter((id) => !acknowledged.includes(id)),
    files: [...(facts.shown ?? [])],
  };
}

export function newOf(given: NewRepeatedTask, facts: WantedFacts): Wanted {
  const fields = scheduleOf(given, facts.zone);
  return { ...fields, template: templateOf(given.template ?? {}, fields.createFor, facts) };
}

/** Pictures that the description shows no more stay: earlier versions of it show them. */
function filesOf({ template }: RepeatedTask, shown: readonly FileReference[] = []): readonly FileReference[] {
  return [...template.files, ...shown.filter(({ fileId }) => !template.files.some((one) => one.fileId === fileId))];
}

/**
 * Returns the definition after an edit. A day that belongs to another repeat or first deadline is chosen again, unless
 * it is given.
 */
export function changedOf(one: RepeatedTask, given: RepeatedTaskBodies['edit'], facts: WantedFacts): Wanted {
  const { template: changed, active: _, updateGenerated: __, ...fields } = given;
  const repeat = fields.repeat ?? one.repeat;
  const firstDeadline = fields.firstDeadline ?? one.firstDeadline;
  const isMoved = repeat !== one.repeat || firstDeadline !== one.firstDeadline;
  const zone = isMoved ? facts.zone : one.zone;
  const isChosen =
    repeat === one.repeat && one.repeatDay !== repeatDayOf(repeat, localDay(one.firstDeadline, one.zone));
  const ownDay = isMoved && !isChosen ? repeatDayOf(repeat, localDay(firstDeadline, zone)) : one.repeatDay;
  const repeatDay = fields.repeatDay ?? ownDay;
  const period = fields.period ?? (periodSteps[one.period].repeat === repeat ? one.period : periodsOf(repeat)[0]!);
  const onDayOff = dayOffMovesOf(repeat).find((move) => move === (fields.onDayOff ?? one.onDayOff));
  const next = settled({
    ...pick(one, repeatedTaskFields),
    ...fields,
    name: normalizeText(fields.name ?? one.name),
    zone,
    repeat,
    repeatDay,
    period,
    onDayOff: fields.onDayOff ?? onDayOff ?? 'keep',
  });
  const { contractorId = null, ...content } = changed ?? {};
  const template = templateOf(
    { ...one.template, ...content, contractorId: contractorId ?? one.template.contractorId },
    next.createFor,
    facts,
  );
  return { ...next, template: { ...template, files: filesOf(one, facts.shown) } };
}

/** The first deadline is today or later; once it has passed it stays on its day. */
function firstDeadlineError(wanted: Wanted, before: RepeatedTask | null, facts: WantedFacts): FieldError | null {
  const day = localDay(wanted.firstDeadline, facts.zone);
  const stays = before !== null && day === localDay(before.firstDeadline, before.zone);
  const isOver = day < localDay(facts.at, facts.zone);
  return isOver && !stays ? { path: 'firstDeadline', code: 'task.deadline.past' } : null;
}

/** Why there can be no such definition, or null. @param before null for a new one */
export function refusalOf(wanted: Wanted, before: RepeatedTask | null, facts: WantedFacts): Refusal | null {
  const { template } = wanted;
  const was = before?.template ?? null;
  const stays = was !== null && was.projectId === template.projectId && was.boardId === template.boardId;
  const place = stays
    ? null
    : placeOf({ projectId: template.projectId ?? undefined, boardId: template.boardId }, was, facts);
  if (place && 'refused' in place && !place.errors) return refuse(place.refused);
  const wrong = (right: boolean, path: string, code: RefusalCode): FieldError | null => (right ? null : { path, code });
  const people = (field: 'acknowledged' | 'passive') =>
    template[field].map((id, index) =>
      wrong(
        (was?.[field].includes(id) ?? false) || mayName(id, facts),
        `template.${field}.${index}`,
        'task.participant.unknown',
      ),
    );
  const inTemplate = (errors: readonly (FieldError | null)[]) =>
    errors.map((error) => error && { ...error, path: `template.${error.path}` });
  const positionStays = before?.positionId === wanted.positionId;
  return refuseFields([
    firstDeadlineError(wanted, before, facts),
    ...scheduleErrors(wanted, facts.isDayOff),
    checks.person(wanted),
    wrong(
      wanted.solverId === null || wanted.solverId === before?.solverId || mayName(wanted.solverId, facts),
      'solverId',
      'task.solver.unknown',
    ),
    wrong(
      wanted.positionId === null || positionStays || facts.positionKnown === true,
      'positionId',
      'position.unknown',
    ),
    ...inTemplate([
      wrong(
        template.contractorId === was?.contractorId || mayName(template.contractorId, facts),
        'contractorId',
        'task.contractor.unknown',
      ),
      ...(place && 'refused' in place ? (place.errors ?? []) : []),
      currencyError(template.budget, 'budget', facts),
      ...plainFieldErrors(template, was ?? {}, facts),
      participantsError(template.acknowledged.length + template.passive.length, 'acknowledged'),
      template.files.length > (was?.files.length ?? 0) ? filesError(template.files.length, 'description') : null,
      ...meetingErrors({ ...template, deadline: wanted.firstDeadline }),
    ]),
    ...people('acknowledged'),
    ...people('passive'),
  ]);
}

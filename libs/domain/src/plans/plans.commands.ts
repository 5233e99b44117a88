import { aggregate, type CommandTable } from '../kernel/aggregate';
import type { Day } from '../kernel/message';
import { type FieldError, type Refusal, type RefusalCode, refuse, refuseField, refuseFields } from '../kernel/refusal';
import { normalizeText } from '../kernel/text';
import { decideUndo } from '../kernel/undo';
import { same } from '../kernel/values';
import { keepsAttendance } from '../worklog/attendance.rights';
import {
  approve,
  changesAbsence,
  decisionRefusalOf,
  decline,
  needsRequest,
  requestOf,
  withdraw,
} from './absence-requests';
import { timesOfHalf, wholeDay } from './absences';
import { breakError, usualBreakOf } from './breaks';
import { daysOf, isDayOf, weekdaysOff } from './plan-days';
import {
  evolvePlans,
  isWork,
  type Plan,
  type PlanEvent,
  type PlanFields,
  type Plans,
  type PlanType,
  planFields,
  plansStream,
  withFieldsOfType,
} from './plans';
import type { PlanBodies } from './plans.bodies';
import { planFieldChecks } from './plans.fields';
import {
  contentOf,
  editsOf,
  othersOf,
  overlapRefusalOf,
  type PlanFacts,
  positionError,
  type Wanted,
} from './plans.rules';
import { plansUndoing, undeletionOf } from './plans.undo';
import { withoutWork, yieldingWork } from './yielding-work';

type Decided = readonly PlanEvent[] | Refusal;

/** Why the actor may not change these plans, or null. */
export function planRightRefusalOf({ userId, actor }: Pick<PlanFacts, 'userId' | 'actor'>): RefusalCode | null {
  if (actor.role === 'auditor') return 'task.auditor';
  return actor.id === userId || keepsAttendance(actor) ? null : 'plan.forbidden';
}

const weekendOf = (excluded: boolean, { workingDays }: PlanFacts) => (excluded ? weekdaysOff(workingDays) : []);

const shapeRefusalOf = (wanted: Wanted) =>
  refuseFields([planFieldChecks.span(wanted), planFieldChecks.repeat(wanted), breakError(wanted)]);

function noDaysError(wanted: Wanted): FieldError | null {
  return daysOf(wanted).length === 0 ? { path: 'repeatUntil', code: 'plan.no-days' } : null;
}

/** A break is refused for a type that has none. */
const breakOfTypeError = (type: PlanType, breakMinutes = 0) => breakError({ ...wholeDay, type, breakMinutes });

function add(
  plans: Plans,
  {
    userId: _,
    location = '',
    repeatUntil = null,
    excludeWeekends = false,
    positionId = null,
    kind = null,
    half = null,
    breakMinutes,
    replacesWork = false,
    ...given
  }: PlanBodies['add'],
  facts: PlanFacts,
): Decided {
  const wrong = planFieldChecks.absence({ ...given, kind, half }) ?? breakOfTypeError(given.type, breakMinutes);
  if (wrong) return refuseField(wrong.path, wrong.code);
  if (replacesWork && given.type !== 'day_off') return refuseField('replacesWork', 'plan.replaces-work');
  const { userId, newId, today } = facts;
  const times = { ...wholeDay, ...given, ...(half !== null && timesOfHalf(half)) };
  const wanted: Wanted = withFieldsOfType({
    ...times,
    breakMinutes: breakMinutes ?? usualBreakOf(times, facts.breaks),
    repeatUntil,
    excludeWeekends,
    weekend: weekendOf(excludeWeekends, facts),
    location: normalizeText(location),
    positionId,
    kind,
    half,
    without: [],
  });
  const others = othersOf(plans, null);
  const refused =
    shapeRefusalOf(wanted) ??
    overlapRefusalOf(wanted, replacesWork ? withoutWork(others) : others) ??
    refuseFields([
      facts.plannable ? null : { path: 'userId', code: 'plan.user.unknown' },
      planFieldChecks.date(wanted.date, today),
      noDaysError(wanted),
      planFieldChecks.place(wanted.location, wanted.type),
      positionError(wanted, facts),
    ]);
  return (
    refused ?? [
      {
        type: 'PlanAdded',
        data: { planId: newId, userId, ...wanted, cutFrom: null, ...(replacesWork && { replacesWork }) },
      },
      ...(needsRequest(wanted, facts)
        ? requestOf(newId, facts)
        : replacesWork
          ? yieldingWork(wanted, others, facts, 1)
          : []),
    ]
  );
}

/** The fields as they are to be; what is given as it is counts as not given. */
function changedFields(
  plan: Plan,
  { planId: _, onlyDate: __, location, ...given }: PlanBodies['change'],
  facts: PlanFacts,
): Partial<PlanFields> {
  const excluded = given.excludeWeekends;
  const half = given.half === undefined ? plan.half : given.half;
  const isNewWork = given.type !== undefined && isWork(given.type) && !isWork(plan.type);
  const breakMinutes =
    given.breakMinutes ?? (isNewWork ? usualBreakOf({ ...plan, ...given }, facts.breaks) : plan.breakMinutes);
  const next = withFieldsOfType({ ...plan, ...given, breakMinutes });
  const fields: Partial<PlanFields> = {
    ...(half !== plan.half && timesOfHalf(half)),
    ...given,
    ...(next.half !== null && timesOfHalf(next.half)),
    kind: next.kind,
    half: next.half,
    breakMinutes: next.breakMinutes,
    ...(location !== undefined && { location: normalizeText(location) }),
    ...(excluded !== undefined && excluded !== plan.excludeWeekends && { weekend: weekendOf(excluded, facts) }),
  };
  const changed = planFields.filter((field) => fields[field] !== undefined && !same(fields[field], plan[field]));
  return Object.fromEntries(changed.map((field) => [field, fields[field]]));
}

/** Whether a change keeps a plan a day off that takes the place of work. */
const staysInPlaceOfWork = ({ replacesWork }: Plan, { type }: Wanted) => replacesWork && type === 'day_off';

function changeRefusalOf(
  plan: Plan,
  wanted: Wanted,
  changed: Partial<PlanFields>,
  others: readonly Plan[],
  facts: PlanFacts,
): Refusal | null {
  const needsMore = changed.type !== undefined;
  return (
    shapeRefusalOf(wanted) ??
    overlapRefusalOf(wanted, staysInPlaceOfWork(plan, wanted) ? withoutWork(others) : others) ??
    refuseFields([
      changed.date === undefined ? null : planFieldChecks.date(wanted.date, facts.today),
      changed.repeatUntil ? planFieldChecks.date(changed.repeatUntil, facts.today, 'repeatUntil') : null,
      noDaysError(wanted),
      needsMore || changed.location !== undefined ? planFieldChecks.place(wanted.location, wanted.type) : null,
      needsMore || changed.positionId !== undefined ? positionError(wanted, facts) : null,
    ])
  );
}

/** A plan of its own for days that were the plan's. A request stays one. */
const cut = (plan: Plan, { without, ...wanted }: Wanted, { userId, newId }: PlanFacts): PlanEvent[] => [
  {
    type: 'PlanAdded',
    data: {
      ...{ planId: newId, userId, ...contentOf(wanted), without, cutFrom: plan.id },
      ...(plan.replacesWork && { replacesWork: true }),
    },
  },
  ...(isRequested(plan) && wanted.type === 'day_off'
    ? [{ type: 'AbsenceRequested', data: { planId: newId } } as const]
    : []),
];

const isRequested = ({ approval }: Plan) => approval === 'requested';

/** The request that a change of a day off needs; one that was requested before stays so. */
const requestAgain = (plan: Plan, wanted: Wanted, changed: object, planId: number, facts: PlanFacts): PlanEvent[] =>
  needsRequest(wanted, facts) && changesAbsence(Object.keys(changed)) && !isRequested(plan)
    ? requestOf(planId, facts)
    : [];

/** The request that a change of a day off needs; without one, the work that gives way to it. */
function requestOrYielding(
  plan: Plan,
  wanted: Wanted,
  changed: object,
  others: readonly Plan[],
  { planId, used }: { readonly planId: number; readonly used: number },
  facts: PlanFacts,
): PlanEvent[] {
  const request = requestAgain(plan, wanted, changed, planId, facts);
  const yields = request.length === 0 && !isRequested(plan) && staysInPlaceOfWork(plan, wanted);
  return yields ? yieldingWork(wanted, others, facts, used) : request;
}

/** The refusal when the plan has no such day, or one that is over. */
function dayRefusalOf(plan: Plan, day: Day, { today }: PlanFacts): Refusal | null {
  if (!isDayOf(plan, day)) return refuseField('onlyDate', 'plan.day.unknown');
  return day < today ? refuseField('onlyDate', 'plan.date.past') : null;
}

function changeDay(plans: Plans, plan: Plan, day: Day, body: PlanBodies['change'], facts: PlanFacts): Decided {
  const changed = changedFields({ ...plan, date: day }, body, facts);
  if (Object.keys(changed).length === 0) return [];
  const once = { repeatUntil: null, excludeWeekends: false, weekend: [], without: [] };
  const wanted: Wanted = { ...contentOf(plan), ...once, date: day, ...changed };
  const rest = { ...plan, without: [...plan.without, day] };
  const others = [...othersOf(plans, plan.id), rest];
  return (
    changeRefusalOf(plan, wanted, changed, others, facts) ?? [
      { type: 'PlanDayRemoved', data: { planId: plan.id, day } },
      ...cut(plan, wanted, facts),
      ...requestOrYielding(plan, wanted, changed, others, { planId: facts.newId, used: 1 }, facts),
    ]
  );
}

/** Days that are over stay as they were, in a plan of their own. */
function changeAll(plans: Plans, plan: Plan, body: PlanBodies['change'], facts: PlanFacts): Decided {
  const changed = changedFields(plan, body, facts);
  const names = Object.keys(changed);
  if (names.length === 0) return [];
  const days = daysOf(plan);
  const over = days.filter((day) => day < facts.today);
  const next = days[over.length];
  if (next === undefined) return refuse('plan.past');
  const isCut = over.length > 0 && !(names.length === 1 && changed.repeatUntil);
  // Where it began with days that it leaves out, they are over too, and do not become days of it.
  const begins = isCut || (over.length === 0 && plan.date < facts.today) ? next : plan.date;
  const wanted: Wanted = { ...contentOf(plan), without: plan.without, date: begins, ...changed };
  const others = othersOf(plans, plan.id);
  const refused = changeRefusalOf(plan, wanted, changed, others, facts);
  if (refused) return refused;
  const change: PlanEvent = { type: 'PlanChanged', data: { planId: plan.id, changes: editsOf(plan, wanted) } };
  const numbers = { planId: plan.id, used: isCut ? 1 : 0 };
  const changes = [change, ...requestOrYielding(plan, wanted, changed, others, numbers, facts)];
  if (!isCut) return changes;
  const last = over.at(-1)!;
  const past = { ...plan, date: over[0]!, repeatUntil: over.length === 1 ? null : last };
  return [...changes, ...cut(plan, { ...past, without: plan.without.filter((day) => day < last) }, facts)];
}

function change(plans: Plans, body: PlanBodies['change'], facts: PlanFacts): Decided {
  const { planId, onlyDate } = body;
  const plan = plans[planId]!;
  const wrong =
    planFieldChecks.absence({ type: plan.type, ...body }) ??
    breakOfTypeError(body.type ?? plan.type, body.breakMinutes);
  if (wrong) return refuseField(wrong.path, wrong.code);
  if (onlyDate === undefined) return changeAll(plans, plan, body, facts);
  const refused = dayRefusalOf(plan, onlyDate, facts);
  if (refused) return refused;
  return daysOf(plan).length === 1
    ? changeAll(plans, plan, body, facts)
    : changeDay(plans, plan, onlyDate, body, facts);
}

function remove(plans: Plans, { planId, onlyDate }: PlanBodies['remove'], facts: PlanFacts): Decided {
  const plan = plans[planId]!;
  const days = daysOf(plan);
  const refused = onlyDate === undefined ? null : dayRefusalOf(plan, onlyDate, facts);
  if (refused) return refused;
  if (onlyDate !== undefined && days.length > 1) {
    return [{ type: 'PlanDayRemoved', data: { planId, day: onlyDate } }];
  }
  if (days.at(-1)! < facts.today) return refuse('plan.past');
  const from = days[0]! < facts.today ? facts.today : plan.date;
  return [{ type: 'PlanRemoved', data: { planId, from } }];
}

function bringBackDay(plans: Plans, plan: Plan, day: Day, facts: PlanFacts): Decided {
  if (plan.deleted || !plan.without.includes(day)) return refuse('plan.not-deleted');
  const once = { ...plan, date: day, repeatUntil: null, without: [] };
  if (day < facts.today) return refuseField('onlyDate', 'plan.date.past');
  return (
    overlapRefusalOf(once, othersOf(plans, plan.id)) ?? [{ type: 'PlanDayUndeleted', data: { planId: plan.id, day } }]
  );
}

/** Days that passed meanwhile stay away. */
function undelete(plans: Plans, { planId, onlyDate }: PlanBodies['undelete'], facts: PlanFacts): Decided {
  const plan = plans[planId]!;
  const { removed } = plan;
  if (onlyDate !== undefined) return bringBackDay(plans, plan, onlyDate, facts);
  if (removed === null) return refuse('plan.not-deleted');
  const { whole, back, passed } = undeletionOf(plan, removed, facts.today);
  if (passed.length === back.length) return refuse('plan.past');
  const wanted = { ...whole, without: [...plan.without, ...passed] };
  return (
    overlapRefusalOf(wanted, othersOf(plans, planId)) ?? [{ type: 'PlanUndeleted', data: { planId, without: passed } }]
  );
}

function valuesOf(plans: Plans, planId: number) {
  const { id: _, userId: __, revision: ___, ...values } = plans[planId]!;
  return values;
}

const missing = (plans: Plans, { planId }: { readonly planId: number }): RefusalCode | null =>
  Object.hasOwn(plans, planId) && !plans[planId]!.deleted ? null : 'plan.not-found';

/** Deleted ones are known. */
const unknown = (plans: Plans, { planId }: { readonly planId: number }): RefusalCode | null =>
  Object.hasOwn(plans, planId) ? null : 'plan.not-found';

type PlanRight = 'change' | 'decide';

const planCommands: CommandTable<PlanBodies, Plans, PlanEvent, PlanFacts, PlanRight> = {
  add: { right: 'change', decide: add },
  change: { right: 'change', notFound: missing, edits: (plans, { planId }) => valuesOf(plans, planId), decide: change },
  remove: { right: 'change', notFound: missing, decide: remove },
  undelete: { right: 'change', notFound: unknown, decide: undelete },
  approve: { right: 'decide', notFound: unknown, decide: approve },
  decline: { right: 'decide', notFound: unknown, decide: decline },
  withdraw: { right: 'change', notFound: unknown, decide: withdraw },
  undo: { right: 'change', decide: (plans, body, facts) => decideUndo(plansUndoing, plans, body, facts) },
};

export const plansAggregate = aggregate({
  name: 'plans',
  streamOf: plansStream,
  initial: {},
  evolve: evolvePlans,
  commands: planCommands,
  rightRefusalOf: (right, _, facts) => (right === 'decide' ? decisionRefusalOf(facts) : planRightRefusalOf(facts)),
  revisionOf: (plans, command) =>
    command && 'planId' in command.body ? (plans[command.body.planId]?.revision ?? null) : null,
  fields: (plans, command) => (command && 'planId' in command.body ? valuesOf(plans, command.body.planId) : {}),
});

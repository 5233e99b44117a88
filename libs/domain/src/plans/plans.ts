import { addDays, nearestDay } from '../kernel/calendar';
import { type EventTable, revisionedEvolveOf } from '../kernel/events';
import type { Day, Message } from '../kernel/message';
import type { ActionUndone } from '../kernel/undo';

export const planTypes = ['at_work', 'remote_work', 'available', 'day_off', 'at_client'] as const;
export type PlanType = (typeof planTypes)[number];

/** The types whose time counts as planned work. Only they have a break. */
const work: ReadonlySet<PlanType> = new Set(['at_work', 'remote_work', 'at_client']);
export const isWork = (type: PlanType): boolean => work.has(type);

/** Reasons of a day off. */
export const absenceKinds = ['vacation', 'sickness', 'doctor', 'care', 'unpaid', 'compensatory', 'other'] as const;
export type AbsenceKind = (typeof absenceKinds)[number];

/** Parts of a day off; they meet at noon. */
export const dayHalves = ['morning', 'afternoon'] as const;
export type DayHalf = (typeof dayHalves)[number];

/** States of a request for a day off. A declined or withdrawn one has no days. */
export const approvals = ['requested', 'approved', 'declined', 'withdrawn'] as const;
export type Approval = (typeof approvals)[number];

/** Local time of day, `HH:MM`; `24:00` is the end of the day. */
export type TimeOfDay = string;

export interface PlanFields {
  readonly type: PlanType;
  /** the first day */
  readonly date: Day;
  readonly from: TimeOfDay;
  readonly to: TimeOfDay;
  /** The last day of a plan that repeats daily, inclusive; null for a plan of one day. */
  readonly repeatUntil: Day | null;
  readonly excludeWeekends: boolean;
  /** The weekdays (1 to 7 from Monday) that a repeat leaves out: the weekend at the time of the decision. */
  readonly weekend: readonly number[];
  /** empty only for a day off */
  readonly location: string;
  readonly positionId: number | null;
  /** the reason of a day off; null for all other types */
  readonly kind: AbsenceKind | null;
  /** the half of a day off; null for a whole one and for all other types */
  readonly half: DayHalf | null;
  /** 0 for types that are no work */
  readonly breakMinutes: number;
}
/** Fields that events of earlier versions lack. */
type LaterField = 'kind' | 'half' | 'breakMinutes';

export const planFields = [
  'type',
  'date',
  'from',
  'to',
  'repeatUntil',
  'excludeWeekends',
  'weekend',
  'location',
  'positionId',
  'kind',
  'half',
  'breakMinutes',
] as const satisfies readonly (keyof PlanFields)[];

export type PlanEdit = {
  [F in keyof PlanFields]: { readonly field: F; readonly from: PlanFields[F]; readonly to: PlanFields[F] };
}[keyof PlanFields];

interface OfPlan {
  readonly planId: number;
}

/** Events of one plan. */
export type OnePlanEvent =
  | Message<
      'PlanAdded',
      OfPlan &
        Omit<PlanFields, LaterField> &
        Partial<Pick<PlanFields, LaterField>> & {
          readonly userId: number;
          /** days of the repeat that it leaves out */
          readonly without: readonly Day[];
          /** the plan that these days belonged to before; null for one that a person added */
          readonly cutFrom: number | null;
          /** Whether a day off takes the place of planned work; not unless said otherwise. */
          readonly replacesWork?: boolean;
        }
    >
  | Message<'PlanChanged', OfPlan & { readonly changes: readonly PlanEdit[] }>
  /** Takes away the days beginning with `from`; earlier ones stay. */
  | Message<'PlanRemoved', OfPlan & { readonly from: Day }>
  /** `without`: the days that passed meanwhile and stay away. */
  | Message<'PlanUndeleted', OfPlan & { readonly without: readonly Day[] }>
  | Message<'PlanDayRemoved', OfPlan & { readonly day: Day }>
  | Message<'PlanDayUndeleted', OfPlan & { readonly day: Day }>
  | Message<'AbsenceRequested', OfPlan>
  | Message<'AbsenceApproved', OfPlan>
  | Message<'AbsenceDeclined', OfPlan & { readonly reason: string }>
  | Message<'AbsenceWithdrawn', OfPlan>;

export type AbsenceNews = 'absence-requested' | 'absence-approved' | 'absence-declined';
type AbsenceNotified = Message<
  'UsersNotified',
  OfPlan & { readonly kind: AbsenceNews; readonly userIds: readonly number[] }
>;

/** Events of `plans-USER`, the plans of one person. */
export type PlanEvent = OnePlanEvent | AbsenceNotified | ActionUndone;

export interface Plan extends PlanFields {
  readonly id: number;
  readonly userId: number;
  /** The number of events of this plan so far. */
  readonly revision: number;
  readonly without: readonly Day[];
  /** The removed days, so that they can be restored. */
  readonly removed: { readonly from: Day; readonly repeatUntil: Day | null } | null;
  /** No day is left of it. */
  readonly deleted: boolean;
  /** Whether it is a day off that takes the place of planned work. */
  readonly replacesWork: boolean;
  /** null for all plans that nobody had to approve */
  readonly approval: Approval | null;
  /** of a declined request */
  readonly declineReason: string | null;
}

/** All plans of one person by id, deleted ones too. */
export type Plans = Readonly<Record<number, Plan>>;

export function plansStream(userId: number): string {
  return `plans-${userId}`;
}

/** Only days off have a kind and a half; one of an earlier version has the kind `other`. Only work has a break. */
export function withFieldsOfType<P extends Pick<PlanFields, 'type' | LaterField>>(plan: P): P {
  const breakMinutes = isWork(plan.type) ? plan.breakMinutes : 0;
  return plan.type === 'day_off'
    ? { ...plan, breakMinutes, kind: plan.kind ?? 'other' }
    : { ...plan, breakMinutes, kind: null, half: null };
}

const isTurnedDown = ({ approval }: Plan) => approval === 'declined' || approval === 'withdrawn';

const planEvents: EventTable<Plan, OnePlanEvent> = {
  PlanAdded: {
    begins: ({ data: { planId, cutFrom: _, kind = null, half = null, breakMinutes = 0, ...data } }) =>
      withFieldsOfType({
        id: planId,
        revision: 1,
        removed: null,
        deleted: false,
        approval: null,
        declineReason: null,
        replacesWork: false,
        ...data,
        kind,
        half,
        breakMinutes,
      }),
  },
  PlanChanged: {
    fold(plan, { data }) {
      const next = withFieldsOfType({
        ...plan,
        ...Object.fromEntries(data.changes.map(({ field, to }) => [field, to])),
      });
      return next.type === 'day_off' ? next : { ...next, approval: null };
    },
  },
  PlanRemoved: {
    fold(plan, { data: { from } }) {
      const removed = { from, repeatUntil: plan.repeatUntil };
      if (from <= plan.date) return { ...plan, removed, deleted: true };
      const last = addDays(nearestDay(from), -1);
      return { ...plan, removed, repeatUntil: last === plan.date ? null : last };
    },
  },
  PlanUndeleted: {
    fold: ({ removed, ...plan }, { data }) => ({
      ...plan,
      repeatUntil: removed ? removed.repeatUntil : plan.repeatUntil,
      without: [...plan.without, ...data.without],
      removed: null,
      deleted: false,
    }),
  },
  PlanDayRemoved: { fold: (plan, { data }) => ({ ...plan, without: [...plan.without, data.day] }) },
  PlanDayUndeleted: {
    fold: (plan, { data }) => ({ ...plan, without: plan.without.filter((day) => day !== data.day) }),
  },
  AbsenceRequested: {
    fold: (plan) => ({
      ...plan,
      approval: 'requested',
      declineReason: null,
      deleted: plan.deleted && !isTurnedDown(plan),
    }),
  },
  AbsenceApproved: { fold: (plan) => ({ ...plan, approval: 'approved' }) },
  AbsenceDeclined: {
    fold: (plan, { data }) => ({ ...plan, approval: 'declined', declineReason: data.reason, deleted: true }),
  },
  AbsenceWithdrawn: { fold: (plan) => ({ ...plan, approval: 'withdrawn', deleted: true }) },
};

export const evolvePlan = revisionedEvolveOf(planEvents);

const isOfPlan = (event: PlanEvent): event is OnePlanEvent => Object.hasOwn(planEvents, event.type);

export function evolvePlans(plans: Plans, event: PlanEvent): Plans {
  if (!isOfPlan(event)) return plans;
  const { planId } = event.data;
  const plan = evolvePlan(plans[planId] ?? null, event);
  return plan === null ? plans : { ...plans, [planId]: plan };
}

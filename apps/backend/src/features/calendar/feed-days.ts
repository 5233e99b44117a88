import {
  type AbsenceKind,
  addDays,
  type Day,
  daysOf,
  firstUpcoming,
  type Instant,
  type IsDayOff,
  instantAt,
  type Language,
  type PlanType,
  spanOn,
  wholeDay,
} from '@gos/domain';
import type { PlanDocument, RepeatedTaskDocument } from '@gos/projections';
import { mapInPieces } from '../../kernel/pieces';
import { type FeedSetting, occurrenceUid } from './feed';
import { type Component, date, property, text, utc } from './icalendar';

/** How many occurrences to come a feed shows of each repeated task. */
const upcoming = 10;

const words = {
  cs: {
    at_work: 'V práci',
    remote_work: 'Práce z domova',
    available: 'Pohotovost',
    day_off: 'Volno',
    at_client: 'U klienta',
  },
  en: {
    at_work: 'At work',
    remote_work: 'Home office',
    available: 'On call',
    day_off: 'Day off',
    at_client: 'At a client',
  },
} as const satisfies Record<Language, Record<PlanType, string>>;

const absenceWords = {
  cs: {
    vacation: 'Dovolená',
    sickness: 'Nemoc',
    doctor: 'Lékař',
    care: 'Ošetřování',
    unpaid: 'Neplacené volno',
    compensatory: 'Náhradní volno',
    other: words.cs.day_off,
  },
  en: {
    vacation: 'Vacation',
    sickness: 'Sickness',
    doctor: 'Doctor',
    care: 'Care',
    unpaid: 'Unpaid leave',
    compensatory: 'Compensatory leave',
    other: words.en.day_off,
  },
} as const satisfies Record<Language, Record<AbsenceKind, string>>;

/** The rest leaves room for appointments. */
const busy: ReadonlySet<PlanType> = new Set(['day_off', 'at_client']);

/** One of either is so many days, and takes about as long as so many characters of text. */
const effort = 5_000;

interface Beginning {
  readonly uid: string;
  readonly summary: string;
  readonly from: Instant;
  readonly to: Instant | null;
  /** the day of an event that has no times */
  readonly wholeDay?: Day;
  readonly sequence: number;
  readonly changedAt: Instant;
  readonly isBusy: boolean;
}

const event = (
  { uid, summary, from, to, wholeDay, sequence, changedAt, isBusy }: Beginning,
  { feedId }: FeedSetting,
): Component => ({
  name: 'VEVENT',
  properties: [
    property('UID', `${uid}-${feedId}`),
    property('DTSTAMP', utc(changedAt)),
    property('LAST-MODIFIED', utc(changedAt)),
    property('SEQUENCE', String(sequence)),
    property('SUMMARY', text(summary)),
    ...(wholeDay === undefined
      ? [property('DTSTART', utc(from)), ...(to === null ? [] : [property('DTEND', utc(to))])]
      : [
          property('DTSTART', date(wholeDay), { VALUE: 'DATE' }),
          property('DTEND', date(addDays(wholeDay, 1)), { VALUE: 'DATE' }),
        ]),
    property('TRANSP', isBusy ? 'OPAQUE' : 'TRANSPARENT'),
  ],
});

/** The occurrences that are no tasks yet, up to a day. */
export async function occurrencesIn(
  definitions: readonly Pick<RepeatedTaskDocument, 'state' | 'changedAt'>[],
  until: Day,
  isDayOff: IsDayOff,
  setting: FeedSetting,
): Promise<Component[]> {
  const each = await mapInPieces(
    definitions,
    () => effort,
    ({ state: one, changedAt }) =>
      firstUpcoming(one, upcoming, isDayOff)
        .filter(({ day }) => day <= until)
        .map(({ day, deadline }) => {
          const isMeeting = one.template.type === 'meeting';
          const minutes = isMeeting ? (one.template.estimateMinutes ?? 0) : 0;
          const end = instantAt(Date.parse(deadline) + minutes * 60_000);
          return event(
            {
              uid: occurrenceUid(one.id, day),
              summary: `↻ ${one.template.name ?? one.name}`,
              from: deadline,
              to: minutes > 0 ? end : null,
              // The task that it becomes goes on from its own revision.
              sequence: 0,
              changedAt,
              isBusy: isMeeting,
            },
            setting,
          );
        }),
  );
  return each.flat();
}

const nameOf = ({ type, kind }: PlanDocument['plan'], language: Language): string =>
  kind === null ? words[language][type] : absenceWords[language][kind];

const isWholeDayOff = ({ type, from, to }: PlanDocument['plan']): boolean =>
  type === 'day_off' && from === wholeDay.from && to === wholeDay.to;

/** The days of plans, from one day to another. */
export async function plansIn(
  plans: readonly Pick<PlanDocument, 'plan' | 'changedAt'>[],
  from: Day,
  to: Day,
  setting: FeedSetting,
): Promise<Component[]> {
  const each = await mapInPieces(
    plans,
    () => effort,
    ({ plan, changedAt }) =>
      (plan.approval === 'requested' ? [] : daysOf(plan))
        .filter((day) => day >= from && day <= to)
        .map((day) =>
          event(
            {
              uid: `plan-${plan.id}-${day}`,
              summary: [nameOf(plan, setting.language), plan.location].filter(Boolean).join(' · '),
              ...spanOn(day, plan, setting.zone),
              ...(isWholeDayOff(plan) && { wholeDay: day }),
              sequence: plan.revision,
              changedAt,
              isBusy: busy.has(plan.type),
            },
            setting,
          ),
        ),
  );
  return each.flat();
}

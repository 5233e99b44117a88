import {
  type Day,
  daysOf,
  firstUpcoming,
  type Instant,
  type IsDayOff,
  instantAt,
  type Language,
  type PlanType,
  spanOn,
} from '@gos/domain';
import type { PlanDocument, RepeatedTaskDocument } from '@gos/projections';
import { mapInPieces } from '../../kernel/pieces';
import { type FeedSetting, occurrenceUid } from './feed';
import { type Component, property, text, utc } from './icalendar';

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

/** The rest leaves room for appointments. */
const busy: ReadonlySet<PlanType> = new Set(['day_off', 'at_client']);

/** One of either is so many days, and takes about as long as so many characters of text. */
const effort = 5_000;

interface Beginning {
  readonly uid: string;
  readonly summary: string;
  readonly from: Instant;
  readonly to: Instant | null;
  readonly sequence: number;
  readonly changedAt: Instant;
  readonly isBusy: boolean;
}

const event = (
  { uid, summary, from, to, sequence, changedAt, isBusy }: Beginning,
  { feedId }: FeedSetting,
): Component => ({
  name: 'VEVENT',
  properties: [
    property('UID', `${uid}-${feedId}`),
    property('DTSTAMP', utc(changedAt)),
    property('LAST-MODIFIED', utc(changedAt)),
    property('SEQUENCE', String(sequence)),
    property('SUMMARY', text(summary)),
    property('DTSTART', utc(from)),
    ...(to === null ? [] : [property('DTEND', utc(to))]),
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
      daysOf(plan)
        .filter((day) => day >= from && day <= to)
        .map((day) =>
          event(
            {
              uid: `plan-${plan.id}-${day}`,
              summary: `${words[setting.language][plan.type]} · ${plan.location}`,
              ...spanOn(day, plan, setting.zone),
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

import { type Day, daysLater, instantAt, instantOf, type Language, localDay, type Task } from '@gos/domain';
import type { ListedTaskDocument } from '@gos/projections';
import { mapInPieces } from '../../kernel/pieces';
import { type Component, date, iCalendar, type Property, property, text, utc } from './icalendar';

export interface FeedSetting {
  /** The person whose feed it is. */
  readonly userId: number;
  /** The product's name in this installation. */
  readonly brandName: string;
  readonly language: Language;
  readonly zone: string;
  /** URL origin of the links, without a final slash. */
  readonly origin: string;
  /** Part of every entry's UID, so that UIDs of different feeds never collide. */
  readonly feedId: string;
  /** Deadlines as VTODO, for calendar programs that show to-dos. */
  readonly asTodos: boolean;
}

const words = {
  cs: { tasks: 'úkoly', plan: (name: string) => `Plán: ${name}` },
  en: { tasks: 'tasks', plan: (name: string) => `Planned: ${name}` },
} as const satisfies Record<Language, unknown>;

/** The first part of the UID of an occurrence, by its day: numbers shift when one is skipped or generated early. */
export const occurrenceUid = (repeatedTaskId: number, day: Day) => `repeated-${repeatedTaskId}-${day}`;

/** A task goes on with the UID of the occurrence that it was, for its solver; other readers may see several tasks of one. */
function uidOf(
  { id, repeated, solverId }: Pick<Task, 'id' | 'repeated' | 'solverId'>,
  { feedId, userId, zone }: FeedSetting,
): string {
  const wasShown = repeated !== null && solverId === userId;
  return `${wasShown ? occurrenceUid(repeated.id, localDay(repeated.deadline, zone)) : `task-${id}`}-${feedId}`;
}

/** Our 10 is the highest priority; in iCalendar 1 is the highest and 9 the lowest (RFC 5545, 3.8.1.9). */
const priorityOf = ({ priority }: Pick<Task, 'priority'>) => String(Math.min(9, 11 - priority));

/** The day of a deadline at the last minute of a day, which means the whole day; otherwise null. */
function wholeDayOf(deadline: string, zone: string): string | null {
  const day = localDay(deadline, zone);
  return Date.parse(deadline) >= Date.parse(instantOf(day, '23:59', zone)) ? day : null;
}

function moment(name: string, deadline: string, zone: string): Property {
  const day = wholeDayOf(deadline, zone);
  return day === null ? property(name, utc(deadline)) : property(name, date(day), { VALUE: 'DATE' });
}

function common({ task, changedAt, excerpt }: ListedTaskDocument, { origin }: FeedSetting): Property[] {
  const link = `${origin}/tasks?taskId=${task.id}`;
  return [
    property('DTSTAMP', utc(changedAt)),
    property('CREATED', utc(task.createdAt)),
    property('LAST-MODIFIED', utc(changedAt)),
    property('SEQUENCE', String(task.revision)),
    property('DESCRIPTION', text([excerpt, link].filter(Boolean).join('\n\n'))),
    property('URL', link),
    property('PRIORITY', priorityOf(task)),
    ...(task.tags.length > 0 ? [property('CATEGORIES', task.tags.map(text).join(','))] : []),
  ];
}

function meeting(document: ListedTaskDocument, setting: FeedSetting): Component {
  const { task } = document;
  const start = task.deadline!;
  const end = instantAt(Date.parse(start) + (task.estimateMinutes ?? 0) * 60_000);
  return {
    name: 'VEVENT',
    properties: [
      property('UID', uidOf(task, setting)),
      ...common(document, setting),
      property('SUMMARY', text(task.name)),
      property('DTSTART', utc(start)),
      ...(end > start ? [property('DTEND', utc(end))] : []),
      property('STATUS', task.outcome === 'ended' ? 'CANCELLED' : 'CONFIRMED'),
    ],
  };
}

function deadline(document: ListedTaskDocument, setting: FeedSetting): Component {
  const { task } = document;
  const solved = task.state === 'solved';
  return {
    name: 'VEVENT',
    properties: [
      property('UID', uidOf(task, setting)),
      ...common(document, setting),
      property('SUMMARY', text(solved ? `✓ ${task.name}` : task.name)),
      moment('DTSTART', task.deadline!, setting.zone),
      property('TRANSP', 'TRANSPARENT'),
    ],
  };
}

const progress = {
  created: 'NEEDS-ACTION',
  assigned: 'NEEDS-ACTION',
  returned: 'NEEDS-ACTION',
  fulfilled: 'IN-PROCESS',
  solved: 'COMPLETED',
} as const satisfies Record<Task['state'], string>;

function todo(document: ListedTaskDocument, setting: FeedSetting): Component {
  const { task } = document;
  return {
    name: 'VTODO',
    properties: [
      property('UID', uidOf(task, setting)),
      ...common(document, setting),
      property('SUMMARY', text(task.name)),
      moment('DUE', task.deadline!, setting.zone),
      property('STATUS', progress[task.state]),
      ...(task.solvedAt === null ? [] : [property('COMPLETED', utc(task.solvedAt))]),
    ],
  };
}

function plan(document: ListedTaskDocument, setting: FeedSetting): Component {
  const { task } = document;
  const next = daysLater(task.shownDate!, 1);
  return {
    name: 'VEVENT',
    properties: [
      property('UID', `task-${task.id}-plan-${setting.feedId}`),
      ...common(document, setting),
      property('SUMMARY', text(words[setting.language].plan(task.name))),
      property('DTSTART', date(task.shownDate!), { VALUE: 'DATE' }),
      ...(next === null ? [] : [property('DTEND', date(next), { VALUE: 'DATE' })]),
      property('TRANSP', 'TRANSPARENT'),
    ],
  };
}

const isPlanned = ({ task }: ListedTaskDocument, userId: number) =>
  task.shownDate !== null && task.solverId === userId && task.state !== 'solved';

/** For a feed without entries: a calendar needs at least one component (RFC 5545, 3.6). */
const empty: Component = {
  name: 'VTIMEZONE',
  properties: [property('TZID', 'Etc/UTC')],
  components: [
    {
      name: 'STANDARD',
      properties: [
        property('DTSTART', '19700101T000000'),
        property('TZOFFSETFROM', '+0000'),
        property('TZOFFSETTO', '+0000'),
      ],
    },
  ],
};

/** A task takes about as long as so many characters of text: its days depend on the zone. */
const effort = 2_000;

/**
 * One person's meetings, deadlines and planned days as iCalendar (RFC 5545), and what else belongs to their days. Deterministic: the
 * same tasks give the same text.
 */
export async function feedOf(
  documents: readonly ListedTaskDocument[],
  more: readonly Component[],
  setting: FeedSetting,
): Promise<string> {
  const ofTasks = await mapInPieces(
    documents,
    () => effort,
    (document): Component[] => {
      const { task } = document;
      const due =
        task.deadline === null
          ? []
          : [(task.type === 'meeting' ? meeting : setting.asTodos ? todo : deadline)(document, setting)];
      return isPlanned(document, setting.userId) ? [...due, plan(document, setting)] : due;
    },
  );
  const components = [...ofTasks.flat(), ...more];
  const name = `${setting.brandName} – ${words[setting.language].tasks}`;
  return iCalendar({
    name: 'VCALENDAR',
    properties: [
      property('VERSION', '2.0'),
      property('PRODID', '-//Gos//Tasks//EN'),
      property('CALSCALE', 'GREGORIAN'),
      property('NAME', text(name)),
      property('X-WR-CALNAME', text(name)),
      property('X-WR-TIMEZONE', setting.zone),
      property('REFRESH-INTERVAL', 'PT30M', { VALUE: 'DURATION' }),
      property('X-PUBLISHED-TTL', 'PT30M'),
    ],
    components: components.length > 0 ? components : [empty],
  });
}

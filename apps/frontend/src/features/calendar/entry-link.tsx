import { IconCalendarClock, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { useIntl } from 'react-intl';
import { NamedStateRing } from '../../entities/task/state-ring';
import { Avatar } from '../../entities/user/avatar';
import { useT } from '../../i18n';
import { timeZone } from '../../lib/installation';
import { dayTexts } from '../../ui/day-text';
import pieces from '../../ui/pieces.module.css';
import type { CalendarEntry } from './calendar-entries';
import classes from './entry.module.css';

export const carryHelpId = 'calendar-carry-help';

/** From when, and of a meeting until when; nothing for the whole day. */
function entryTime({ kind, at, item }: CalendarEntry, locale: string): string | null {
  if (at === null) return null;
  const from = dayTexts.time(locale, at, timeZone());
  if (kind !== 'meeting' || item.estimateMinutes === null) return from;
  const end = new Date(Date.parse(at) + item.estimateMinutes * 60_000).toISOString();
  return `${from}–${dayTexts.time(locale, end, timeZone())}`;
}

function Sign({ entry: { kind, item } }: { readonly entry: CalendarEntry }) {
  const t = useT();
  const named = { size: 14, stroke: 1.75, role: 'img', 'aria-label': t(`calendar.kind.${kind}`) } as const;
  if (kind === 'plan') return <IconCalendarClock {...named} />;
  if (kind === 'meeting' && item.state !== 'solved') return <IconUsers {...named} />;
  return <NamedStateRing state={item.state} size={14} />;
}

interface EntryLinkProps {
  readonly entry: CalendarEntry;
  readonly now: number;
  /** a line of a day, a block of a timetable, or a row of an agenda */
  readonly look: 'line' | 'block' | 'row';
  /** of a block: it has one line only */
  readonly short?: boolean;
  readonly lifted?: boolean;
  readonly current?: boolean;
  readonly style?: CSSProperties;
}

/** An entry of the calendar; it opens its task, and is what one takes hold of. */
export function EntryLink({ entry, now, look, lifted, current, style, short }: EntryLinkProps) {
  const { locale } = useIntl();
  const { item, kind, at, can } = entry;
  const time = entryTime(entry, locale);
  const begins = (look === 'line' || short) && at !== null ? dayTexts.time(locale, at, timeZone()) : time;
  const done = item.state === 'solved';
  const late = kind === 'deadline' && !done && item.deadline !== null && Date.parse(item.deadline) < now;
  const other = item.solver ?? item.contractor;
  return (
    <Link
      to="."
      search={(previous: object) => ({ ...previous, taskId: item.id })}
      preload={false}
      className={classes.entry}
      style={style}
      title={[time, item.name, item.project?.name].filter(Boolean).join(' · ')}
      aria-describedby={can === true ? carryHelpId : undefined}
      draggable={false}
      data-entry={entry.key}
      data-look={look}
      data-kind={kind}
      data-short={short || undefined}
      data-done={done || undefined}
      data-late={late || undefined}
      data-movable={can === true || undefined}
      data-lifted={lifted || undefined}
      data-current={current || undefined}
    >
      <span className={`${pieces.icon} ${classes.sign}`}>
        <Sign entry={entry} />
      </span>{' '}
      {begins !== null && <span className={`${pieces.count} ${classes.time}`}>{begins}</span>}{' '}
      <span className={`${pieces.word} ${classes.name}`}>{item.name}</span>
      {look === 'row' && <Avatar person={other} size={24} />}
    </Link>
  );
}

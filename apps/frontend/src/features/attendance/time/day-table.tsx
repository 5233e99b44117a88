import type { AttendanceDay } from '@gos/contract';
import { localDay } from '@gos/domain';
import { ActionIcon } from '@mantine/core';
import { IconAlertTriangle, IconPencil, IconTrash } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { durationText } from '../../../entities/task/duration';
import { ByOther } from '../../../entities/work/by-other';
import { spanText } from '../../../entities/work/span-text';
import { timeZone } from '../../../lib/installation';
import pieces from '../../../ui/pieces.module.css';
import { Muted } from '../../../ui/quiet-text';
import table from '../../../ui/table.module.css';
import classes from './day.module.css';
import time from './time.module.css';
import { useTimeT } from './time-texts';
import type { DayEntry } from './use-day';
import { WorkedTask } from './worked-task';

interface RowProps {
  readonly entry: DayEntry;
  readonly date: string;
  readonly mayCorrect: boolean;
  readonly onOpen: (entry: DayEntry) => void;
  readonly onRemove: (entry: DayEntry) => void;
}

function Row({ entry, date, mayCorrect, onOpen, onRemove }: RowProps) {
  const t = useTimeT();
  const { locale } = useIntl();
  const { from, to } = spanText(locale, entry, timeZone(), localDay(entry.from, timeZone()) === date);
  const times = `${from}–${to ?? t('work.tab.running')}`;
  return (
    <tr data-entry={entry.id} data-flagged={entry.flagged || undefined}>
      <td className={classes.times}>{times}</td>
      <td className={classes.what}>
        <WorkedTask task={{ ...entry.task, project: entry.project, contractId: entry.contractId }} />
        <span className={classes.marks}>
          {entry.flagged && (
            <span className={classes.flagged} title={t('work.tab.flagged.help')}>
              <IconAlertTriangle size={12} aria-hidden /> {t('work.tab.flagged')}
            </span>
          )}
          {entry.added && <span className={pieces.badge}>{t('work.tab.added')}</span>}
          {entry.corrected && <span className={pieces.badge}>{t('work.tab.corrected')}</span>}
        </span>
        {entry.note !== null && <span className={classes.note}>{entry.note}</span>}
        <ByOther entry={entry} className={classes.note} />
      </td>
      <td className={classes.minutes}>{entry.to === null ? '…' : durationText(entry.dayMinutes)}</td>
      <td className={classes.actions}>
        {mayCorrect && (
          <>
            <ActionIcon size={28} aria-label={t('time.entry.correct', { times })} onClick={() => onOpen(entry)}>
              <IconPencil size={15} stroke={1.75} />
            </ActionIcon>
            {entry.to !== null && (
              <ActionIcon size={28} aria-label={t('time.entry.remove', { times })} onClick={() => onRemove(entry)}>
                <IconTrash size={15} stroke={1.75} />
              </ActionIcon>
            )}
          </>
        )}
      </td>
    </tr>
  );
}

interface DayTableProps extends Omit<RowProps, 'entry'> {
  readonly label: string;
  readonly entries: AttendanceDay['entries'];
}

/** The entries of a day. */
export function DayTable({ label, entries, ...row }: DayTableProps) {
  const t = useTimeT();
  if (entries.length === 0) return <Muted>{t('time.day.empty')}</Muted>;
  return (
    <table className={`${table.stacked} ${time.table} ${classes.table}`} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('time.times')}</th>
          <th scope="col">{t('time.task')}</th>
          <th scope="col" className={classes.minutes}>
            {t('time.worked')}
          </th>
          <th scope="col">
            <span className={pieces.hidden}>{t('time.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} {...row} />
        ))}
      </tbody>
    </table>
  );
}

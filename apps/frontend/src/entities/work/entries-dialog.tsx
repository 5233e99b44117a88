import type { WorkEntryAnswer } from '@gos/contract';
import { localDay, seesAttendance } from '@gos/domain';
import { Group, Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { timeZone } from '../../lib/installation';
import { SmallButton } from '../../ui/buttons';
import { dayTexts } from '../../ui/day-text';
import { Dialog } from '../../ui/dialog';
import { Failed } from '../../ui/empty-state';
import pieces from '../../ui/pieces.module.css';
import { durationText } from '../task/duration';
import { PersonLabel } from '../user/avatar';
import { useReader } from '../user/use-reader';
import { ByOther } from './by-other';
import { type EntryFilter, entriesQuery } from './entries.api';
import classes from './entries-dialog.module.css';
import { spanText } from './span-text';
import { workEntryQuery } from './work.api';
import { useWorkT, WorkTexts } from './work-texts';

function Entry({ entry }: { readonly entry: WorkEntryAnswer }) {
  const t = useWorkT();
  const { locale } = useIntl();
  const reader = useReader();
  const { id, name } = entry.task;
  const { from, to } = spanText(locale, entry, timeZone(), true);
  const date = localDay(entry.from, timeZone());
  const day = `${dayTexts.weekday(locale, date)} ${dayTexts.short(locale, date)}`;
  const own = entry.user.id === reader.id;
  const maySeeDay = own || seesAttendance(reader);
  return (
    <li className={classes.entry} data-entry={entry.id}>
      <span className={pieces.digits}>
        {maySeeDay ? (
          <Link to="/attendance/worked" search={{ date, ...(!own && { userId: entry.user.id }) }}>
            {day}
          </Link>
        ) : (
          day
        )}{' '}
        {from}–{to ?? t('work.tab.running')}
      </span>
      <Text span inherit fw={600} ta="end" className={pieces.digits}>
        {durationText(entry.minutes)}
      </Text>
      <Group component="span" gap="2px 8px" miw={0} style={{ overflowWrap: 'anywhere' }}>
        {id === null ? (
          t('work.hidden-task')
        ) : (
          <Link to="." search={(previous: object) => ({ ...previous, taskId: id, tab: 'monitoring' as const })}>
            #{id} {name}
          </Link>
        )}
        {entry.contractId !== null && <span className={pieces.nothing}>{entry.contractId}</span>}
        {entry.added && <span className={pieces.nothing}>{t('work.tab.added')}</span>}
        {entry.corrected && <span className={pieces.nothing}>{t('work.tab.corrected')}</span>}
      </Group>
      <PersonLabel person={entry.user} />
      {entry.note !== null && (
        <Text span inherit c="dimmed" style={{ gridColumn: '1 / -1', overflowWrap: 'anywhere' }}>
          {entry.note}
        </Text>
      )}
      <ByOther entry={entry} style={{ gridColumn: '1 / -1' }} />
    </li>
  );
}

const Waiting = () => (
  <div aria-hidden>
    {[80, 64, 72].map((width) => (
      <Skeleton key={width} height={14} width={`${width}%`} my={14} />
    ))}
  </div>
);

function One({ id }: { readonly id: number }) {
  const t = useWorkT();
  const { data, isError, isFetching, refetch } = useQuery(workEntryQuery(id));
  if (data !== undefined) {
    return (
      <ul className={pieces.list}>
        <Entry entry={data} />
      </ul>
    );
  }
  if (!isError) return <Waiting />;
  return <Failed text={t('work.tab.failed')} busy={isFetching} onRetry={() => void refetch()} />;
}

function Many({ filter }: { readonly filter: EntryFilter }) {
  const t = useWorkT();
  const query = useInfiniteQuery(entriesQuery(filter));
  const entries = query.data?.pages.flatMap(({ items }) => items);
  const total = query.data?.pages[0]?.total ?? 0;
  if (entries === undefined) {
    if (!query.isError) return <Waiting />;
    return <Failed text={t('work.tab.failed')} busy={query.isFetching} onRetry={() => void query.refetch()} />;
  }
  return (
    <>
      {entries.length === 0 && <p className={pieces.nothing}>{t('work.entries.none')}</p>}
      <ul className={pieces.list}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      {query.hasNextPage && (
        <SmallButton variant="default" onClick={() => void query.fetchNextPage()} loading={query.isFetchingNextPage}>
          {t('work.entries.more', { count: total - entries.length })}
        </SmallButton>
      )}
    </>
  );
}

interface EntriesDialogProps {
  readonly title: string;
  /** which entries, or the one */
  readonly filter: EntryFilter | number;
  readonly onClose: () => void;
}

/** The entries that make a number. */
export const EntriesDialog = ({ title, filter, onClose }: EntriesDialogProps) => (
  <WorkTexts>
    <Dialog title={title} size={560} onClose={onClose}>
      {typeof filter === 'number' ? <One id={filter} /> : <Many filter={filter} />}
    </Dialog>
  </WorkTexts>
);

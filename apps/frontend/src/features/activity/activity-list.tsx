import type { Happening } from '@gos/contract';
import { comparePositions, type Day, localDay } from '@gos/domain';
import { Skeleton } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { timeZone } from '../../lib/installation';
import { live } from '../../lib/live';
import { SmallButton } from '../../ui/buttons';
import { dayTexts } from '../../ui/day-text';
import { EmptyState, Failed } from '../../ui/empty-state';
import { Pager } from '../../ui/pager';
import pieces from '../../ui/pieces.module.css';
import { usePages } from '../../ui/use-pages';
import { usePhone } from '../../ui/use-phone';
import { activityQuery } from './activity.api';
import classes from './activity.module.css';
import {
  type ActivityAddress,
  activityPageSize,
  isFiltered,
  noFilters,
  validateActivityAddress,
} from './activity-address';
import { ActivityEntry } from './activity-entry';
import { ActivityFilters } from './activity-filters';
import { useActivityT } from './activity-texts';
import { ExportButton } from './export-button';
import { UndoRangeButton } from './undo-range-button';

/** Counts events that arrive while a list is shown. They do not move it. */
function useNews(newest: string | undefined) {
  const [positions, setPositions] = useState<ReadonlySet<string>>(new Set());
  useEffect(
    () =>
      live.hear((changes) => setPositions((known) => new Set([...known, ...changes.map(({ position }) => position)]))),
    [],
  );
  return [...positions].filter((one) => newest !== undefined && comparePositions(one, newest) > 0).length;
}

/** The order of the log is that of the list, so a day may come twice where clocks differ. */
function daysOf(items: readonly Happening[]): readonly (readonly [Day, readonly Happening[]])[] {
  const days: [Day, Happening[]][] = [];
  for (const item of items) {
    const day = localDay(item.at, timeZone());
    if (days.at(-1)?.[0] === day) days.at(-1)![1].push(item);
    else days.push([day, [item]]);
  }
  return days;
}

const skeletons = [62, 48, 70, 40, 56, 64];

const Skeletons = () => (
  <ul className={pieces.list} aria-hidden>
    {skeletons.map((width) => (
      <li key={width} className={classes.entry}>
        <Skeleton height={22} circle />
        <Skeleton height={44} width={`${width}%`} radius={4} />
      </li>
    ))}
  </ul>
);

interface ActivityListProps {
  readonly projectId: number | null;
  /** Draws the head of the screen. */
  readonly head: (total: number | undefined, actions: ReactNode) => ReactNode;
}

/** All events, or those of a project, newest first. */
export function ActivityList({ projectId, head }: ActivityListProps) {
  const t = useActivityT();
  const { locale } = useIntl();
  const phone = usePhone();
  const navigate = useNavigate();
  const address = useSearch({
    strict: false,
    select: (all) => validateActivityAddress(all as Record<string, unknown>),
  });
  const found = useQuery(activityQuery(address, projectId));
  const { page = 1 } = address;
  const items = found.data?.items;
  const total = found.data?.total;
  const pages = usePages(page, activityPageSize, found);
  const news = useNews(page === 1 ? items?.[0]?.position : undefined);
  const filtered = isFiltered(address);
  const settled = !found.isPlaceholderData && !found.isFetching;
  const change = useCallback(
    (part: Partial<ActivityAddress>) =>
      void navigate({
        to: '.',
        search: (previous: object) => ({ ...previous, page: undefined, ...part }),
        replace: part.page === undefined,
      }),
    [navigate],
  );
  const refreshText = news > 0 && !filtered ? t('activity.new', { count: news }) : t('activity.refresh');
  const refresh = (
    <SmallButton
      variant={news > 0 ? 'light' : 'default'}
      px={phone ? 8 : undefined}
      leftSection={phone ? undefined : <IconRefresh size={15} stroke={1.75} aria-hidden />}
      aria-label={refreshText}
      onClick={() => void found.refetch()}
    >
      {phone ? <IconRefresh size={16} stroke={1.75} aria-hidden /> : refreshText}
    </SmallButton>
  );
  return (
    <>
      {head(
        total,
        <>
          {refresh}
          {projectId === null && <UndoRangeButton address={address} />}
          {projectId === null && <ExportButton address={address} project={null} total={total} />}
        </>,
      )}
      <div className={pieces.hidden} role="status">
        {settled && total !== undefined && t('activity.count', { count: total })}
      </div>
      <ActivityFilters address={address} onChange={change} inProject={projectId !== null} />
      {found.isError && items === undefined ? (
        <Failed text={t('activity.failure')} busy={found.isFetching} onRetry={() => void found.refetch()} />
      ) : items === undefined ? (
        <Skeletons />
      ) : total === 0 ? (
        <EmptyState>
          <p>{t(filtered ? 'activity.empty.filtered' : 'activity.empty')}</p>
          {filtered && (
            <SmallButton variant="default" onClick={() => change(noFilters)}>
              {t('task.filter.clear-all')}
            </SmallButton>
          )}
        </EmptyState>
      ) : (
        <section aria-label={t('activity.list')} aria-busy={!settled}>
          {daysOf(items).map(([day, those]) => (
            <section key={those[0]!.position} aria-label={dayTexts.range(locale, { from: day, to: day })}>
              <h2 className={classes.day}>
                {dayTexts.weekday(locale, day, 'long')} {dayTexts.range(locale, { from: day, to: day })}
              </h2>
              <ol className={pieces.list}>
                {those.map((item) => (
                  <ActivityEntry key={item.position} item={item} projectId={projectId} />
                ))}
              </ol>
            </section>
          ))}
        </section>
      )}
      <Pager page={page} pages={pages} onPage={(next) => change({ page: next })} />
    </>
  );
}

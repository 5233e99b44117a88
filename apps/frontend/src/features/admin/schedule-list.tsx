import type { AdminSchedule } from '@gos/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { MomentText } from '../../entities/task/deadline-text';
import { FailedLine } from '../../ui/empty-state';
import pieces from '../../ui/pieces.module.css';
import { schedulesQuery } from './admin.api';
import classes from './admin.module.css';
import { Entry } from './admin-section';
import { useAdminT } from './admin-texts';
import { useScheduleAbout } from './queue-names';

const units = [
  ['day', 24 * 60 * 60_000],
  ['hour', 60 * 60_000],
  ['minute', 60_000],
] as const;

function Rule({ schedule: { everyMs, cron, timeZone } }: { readonly schedule: AdminSchedule }) {
  const t = useAdminT();
  const { formatNumber } = useIntl();
  if (everyMs === null) return t('admin.jobs.cron', { cron: cron ?? '', timeZone: timeZone ?? '' });
  const [unit, ms] = units.find(([, length]) => everyMs % length === 0) ?? (['second', 1_000] as const);
  return t('admin.jobs.every', { interval: formatNumber(everyMs / ms, { style: 'unit', unit, unitDisplay: 'long' }) });
}

/** The recurring jobs of a queue: rule and next run. */
export function ScheduleList({ queue }: { readonly queue: string }) {
  const t = useAdminT();
  const aboutOf = useScheduleAbout();
  const { data, isError, isFetching, refetch } = useQuery(schedulesQuery(queue));
  return (
    <>
      {isError && <FailedLine text={t('admin.jobs.error')} busy={isFetching} onRetry={() => void refetch()} />}
      {!data && !isError && [0, 1].map((row) => <Skeleton key={row} height={20} mt={12} />)}
      {data?.items.length === 0 && <p className={pieces.nothing}>{t('admin.jobs.none.schedules')}</p>}
      <ul className={pieces.list}>
        {data?.items.map((schedule) => {
          const { id, nextAt } = schedule;
          const about = aboutOf(id);
          return (
            <Entry
              key={id}
              title={
                <>
                  {about ?? id} {about !== null && <span className={classes.code}>{id}</span>}
                </>
              }
              about={
                nextAt !== null && (
                  <>
                    {t('admin.jobs.next')} <MomentText at={nextAt} />
                  </>
                )
              }
            >
              <span className={pieces.nothing}>
                <Rule schedule={schedule} />
              </span>
            </Entry>
          );
        })}
      </ul>
    </>
  );
}

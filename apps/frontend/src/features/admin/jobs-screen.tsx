import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Card } from '../../ui/card';
import { FailedLine } from '../../ui/empty-state';
import pieces from '../../ui/pieces.module.css';
import { PaddedScreen, ScreenHead } from '../../ui/screen';
import { overviewQuery } from './admin.api';
import classes from './admin.module.css';
import { Queues } from './admin-queues';
import { useAdminT } from './admin-texts';
import { AdminsOnly } from './admins-only';
import { validateJobsAddress } from './jobs-address';
import { QueueJobs } from './queue-jobs';

function Waiting() {
  return (
    <Card component="section" className={classes.section} aria-busy>
      <Skeleton height={18} width={140} />
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} height={20} mt={12} />
      ))}
    </Card>
  );
}

function JobsPage() {
  const t = useAdminT();
  const { queue, ...shown } = useSearch({
    strict: false,
    select: (all) => validateJobsAddress(all as Record<string, unknown>),
  });
  const { data, isError, isFetching, refetch } = useQuery(overviewQuery);
  const chosen = data?.queues?.find(({ name }) => name === queue);
  return (
    <PaddedScreen>
      <ScreenHead title={t('nav.jobs')}>
        <Link to="/admin" className={`${pieces.nothing} ${classes.wide}`} style={{ fontSize: 13 }}>
          {t('admin.jobs.back')}
        </Link>
      </ScreenHead>
      {isError && (
        <FailedLine
          text={data ? t('admin.stale') : t('admin.error')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      <div className={classes.jobsPage} data-chosen={chosen !== undefined || undefined}>
        {data ? <Queues overview={data} chosen={queue} /> : !isError && <Waiting />}
        {chosen && <QueueJobs key={chosen.name} queue={chosen} {...shown} />}
        {data?.queues && !chosen && (
          <Text inherit c="dimmed" p="12px 4px">
            {t(queue === undefined ? 'admin.jobs.choose' : 'admin.jobs.no-queue')}
          </Text>
        )}
      </div>
    </PaddedScreen>
  );
}

/** The background jobs of each queue, and what an admin can do about them. */
export function JobsScreen() {
  return (
    <AdminsOnly>
      <JobsPage />
    </AdminsOnly>
  );
}

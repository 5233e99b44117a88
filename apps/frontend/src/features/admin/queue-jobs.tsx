import type { AdminQueue } from '@gos/contract';
import { Button, Tabs } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { showProblem, showToast } from '../../ui/toast';
import { adminKeys, pauseQueue } from './admin.api';
import classes from './admin.module.css';
import { countOf } from './admin-queues';
import { useAdminT } from './admin-texts';
import { JobList } from './job-list';
import { type JobsAddress, jobTabs } from './jobs-address';
import { useQueueAbout, useQueueName } from './queue-names';
import { ScheduleList } from './schedule-list';

function PauseButton({ queue: { name, paused } }: { readonly queue: AdminQueue }) {
  const t = useAdminT();
  const title = useQueueName()(name);
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => pauseQueue(name, paused ? 'resume' : 'pause'),
    onSuccess: () => showToast({ message: t(paused ? 'admin.jobs.resumed' : 'admin.jobs.paused', { queue: title }) }),
    onError: (error) => showProblem(error),
    onSettled: () => client.invalidateQueries({ queryKey: adminKeys.all }),
  });
  const Icon = paused ? IconPlayerPlay : IconPlayerPause;
  return (
    <Button
      size="xs"
      variant={paused ? 'filled' : 'default'}
      leftSection={<Icon size={15} aria-hidden />}
      loading={isPending}
      onClick={() => mutate()}
    >
      {t(paused ? 'admin.jobs.resume' : 'admin.jobs.pause')}
    </Button>
  );
}

interface QueueJobsProps extends Pick<JobsAddress, 'jobs' | 'page'> {
  readonly queue: AdminQueue;
}

/** The jobs of a queue by state, its schedules, and its pause. */
export function QueueJobs({ queue, jobs = 'waiting', page = 1 }: QueueJobsProps) {
  const t = useAdminT();
  const { formatNumber } = useIntl();
  const navigate = useNavigate();
  const { name, paused } = queue;
  const title = useQueueName()(name);
  const about = useQueueAbout()(name);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const show = (address: Omit<JobsAddress, 'queue'>) =>
    void navigate({ to: '/admin/jobs', search: { queue: name, ...address }, replace: true });
  return (
    <section className={classes.section} aria-labelledby="admin-jobs">
      <p className={classes.toQueues}>
        <Link to="/admin/jobs" className={classes.back}>
          {t('admin.jobs.all')}
        </Link>
      </p>
      <div className={classes.sectionHead}>
        <h2 id="admin-jobs" ref={heading} tabIndex={-1} className={classes.heading}>
          {title} {title !== name && <span className={classes.code}>{name}</span>}
        </h2>
        <PauseButton queue={queue} />
      </div>
      {about !== null && <p className={classes.lag}>{about}</p>}
      <div role="status">{paused && <p className={classes.pausedNote}>{t('admin.jobs.paused-note')}</p>}</div>
      <Tabs
        value={jobs}
        onChange={(tab) => show({ jobs: jobTabs.find((one) => one === tab) ?? 'waiting' })}
        classNames={{ list: classes.jobTabs, tab: classes.jobTab }}
        keepMounted={false}
      >
        <Tabs.List aria-label={t('admin.jobs.tabs')}>
          {jobTabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`admin.jobs.${tab}`)}{' '}
              {tab !== 'schedules' && <span className={classes.quiet}>{formatNumber(countOf(queue, tab))}</span>}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {jobTabs.map((tab) => (
          <Tabs.Panel key={tab} value={tab} className={classes.jobPanel}>
            {tab === 'schedules' ? (
              <ScheduleList queue={name} />
            ) : (
              <JobList queue={name} state={tab} asked={page} onPage={(at) => show({ jobs: tab, page: at })} />
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  );
}

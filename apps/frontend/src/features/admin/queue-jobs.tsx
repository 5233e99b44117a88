import type { AdminQueue } from '@gos/contract';
import { Button, Paper, Tabs, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import pieces from '../../ui/pieces.module.css';
import { showProblem, showToast } from '../../ui/toast';
import { adminKeys, pauseQueue } from './admin.api';
import classes from './admin.module.css';
import { countOf } from './admin-queues';
import { AdminSection, Note } from './admin-section';
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
    <AdminSection
      id="admin-jobs"
      headingRef={heading}
      title={
        <>
          {title} {title !== name && <span className={classes.code}>{name}</span>}
        </>
      }
      action={<PauseButton queue={queue} />}
      back={
        <Text inherit hiddenFrom="md" fz={13} mb={2} c="dimmed">
          <Link to="/admin/jobs" className={pieces.nothing}>
            {t('admin.jobs.all')}
          </Link>
        </Text>
      }
    >
      {about !== null && <Note>{about}</Note>}
      <div role="status">
        {paused && (
          <Paper bd="1px solid var(--gos-returned)" bg="none" fz={13} p="7px 10px" m="4px 0 8px">
            {t('admin.jobs.paused-note')}
          </Paper>
        )}
      </div>
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
              {tab !== 'schedules' && <span className={pieces.nothing}>{formatNumber(countOf(queue, tab))}</span>}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {jobTabs.map((tab) => (
          <Tabs.Panel key={tab} value={tab} pt={8}>
            {tab === 'schedules' ? (
              <ScheduleList queue={name} />
            ) : (
              <JobList queue={name} state={tab} asked={page} onPage={(at) => show({ jobs: tab, page: at })} />
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
    </AdminSection>
  );
}

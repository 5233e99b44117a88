import type { AdminOverview } from '@gos/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../ui/card';
import { FailedLine } from '../../ui/empty-state';
import { PaddedScreen, ScreenHead } from '../../ui/screen';
import { overviewQuery } from './admin.api';
import classes from './admin.module.css';
import { Misfit, WithoutAccount } from './admin-misfit';
import { Models } from './admin-models';
import { Parts } from './admin-parts';
import { Problem } from './admin-problem';
import { Processes } from './admin-processes';
import { Proof } from './admin-proof';
import { PausedMark, Queues } from './admin-queues';
import { SelfCheck } from './admin-self-check';
import { SetAside } from './admin-set-aside';
import { SetAsideEvents } from './admin-set-aside-events';
import { useAdminT } from './admin-texts';
import { AdminsOnly } from './admins-only';

function Overview({ overview }: { readonly overview: AdminOverview }) {
  const t = useAdminT();
  return (
    <div className={classes.sections}>
      {overview.misfit !== null && <Misfit misfit={overview.misfit} />}
      {overview.withoutAccount !== null && overview.withoutAccount.count > 0 && (
        <WithoutAccount withoutAccount={overview.withoutAccount} />
      )}
      {overview.untrustedProxies.length > 0 && (
        <Problem>
          {t('admin.proxies', {
            count: overview.untrustedProxies.length,
            addresses: overview.untrustedProxies.join(', '),
          })}
        </Problem>
      )}
      {overview.setAside !== null && overview.setAside.length > 0 && (
        <SetAside overview={overview} models={overview.setAside} />
      )}
      {(overview.setAsideEvents ?? 0) > 0 && <SetAsideEvents />}
      <Parts parts={overview.parts} />
      <Processes processes={overview.processes} />
      <Models overview={overview} />
      <Queues overview={overview} />
      {overview.selfCheck !== null && <SelfCheck overview={overview} check={overview.selfCheck} />}
      {overview.proof !== null && <Proof proof={overview.proof} />}
    </div>
  );
}

function Waiting() {
  return (
    <div className={classes.sections} aria-busy>
      {['parts', 'processes', 'models', 'queues'].map((section) => (
        <Card component="section" key={section} className={classes.section}>
          <Skeleton height={18} width={140} />
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} height={20} mt={12} />
          ))}
        </Card>
      ))}
    </div>
  );
}

function AdminPage() {
  const t = useAdminT();
  const { data, isError, isFetching, refetch } = useQuery(overviewQuery);
  const runs = data?.ready && data.parts.every(({ ok }) => ok);
  const isWhole = data?.misfit === null && (data.withoutAccount?.count ?? 0) === 0;
  const paused = (data?.queues ?? []).filter((queue) => queue.paused).length;
  const isFine =
    runs &&
    isWhole &&
    !data.proof?.refused &&
    !data.selfCheck?.differing &&
    (data.setAside ?? []).length === 0 &&
    (data.setAsideEvents ?? 0) === 0;
  return (
    <PaddedScreen>
      <ScreenHead title={t('nav.admin')}>
        {data && (
          <span role="status" className={classes.verdict} data-fine={isFine || undefined}>
            {isFine ? t('admin.running') : runs ? t('admin.degraded') : t('admin.failing')}
          </span>
        )}
        {paused > 0 && <PausedMark text={t('admin.queues.paused-count', { count: paused })} />}
      </ScreenHead>
      {isError && (
        <FailedLine
          text={data ? t('admin.stale') : t('admin.error')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data ? <Overview overview={data} /> : !isError && <Waiting />}
    </PaddedScreen>
  );
}

/** How the installation fares, and what an admin can do about it. */
export function AdminScreen() {
  return (
    <AdminsOnly>
      <AdminPage />
    </AdminsOnly>
  );
}

import type { AdminOverview } from '@gos/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../../entities/user/users.api';
import { FailedLine } from '../../ui/instead';
import { PaddedScreen, ScreenHead } from '../../ui/screen';
import { ScreenMessage } from '../../ui/screen-message';
import { overviewQuery } from './admin.api';
import classes from './admin.module.css';
import { Misfit, WithoutAccount } from './admin-misfit';
import { Models } from './admin-models';
import { Parts } from './admin-parts';
import { Processes } from './admin-processes';
import { Queues } from './admin-queues';
import { SetAside } from './admin-set-aside';
import { SetAsideEvents } from './admin-set-aside-events';
import { AdminTexts, useAdminT } from './admin-texts';
import { DeadLetters } from './dead-letters';

function Overview({ overview }: { readonly overview: AdminOverview }) {
  const t = useAdminT();
  const [queue, setQueue] = useState<string | null>(null);
  return (
    <div className={classes.sections}>
      {overview.misfit !== null && <Misfit misfit={overview.misfit} />}
      {overview.withoutAccount !== null && overview.withoutAccount.count > 0 && (
        <WithoutAccount withoutAccount={overview.withoutAccount} />
      )}
      {overview.untrustedProxies.length > 0 && (
        <p role="alert" className={`${classes.problem} ${classes.whole}`}>
          {t('admin.proxies', {
            count: overview.untrustedProxies.length,
            addresses: overview.untrustedProxies.join(', '),
          })}
        </p>
      )}
      {overview.setAside !== null && overview.setAside.length > 0 && (
        <SetAside overview={overview} models={overview.setAside} />
      )}
      {(overview.setAsideEvents ?? 0) > 0 && <SetAsideEvents />}
      <Parts parts={overview.parts} />
      <Processes processes={overview.processes} />
      <Models overview={overview} />
      <Queues overview={overview} shown={queue} onShow={setQueue} />
      {queue !== null && <DeadLetters key={queue} queue={queue} onClose={() => setQueue(null)} />}
    </div>
  );
}

function Waiting() {
  return (
    <div className={classes.sections} aria-busy>
      {['parts', 'processes', 'models', 'queues'].map((section) => (
        <section key={section} className={classes.section}>
          <Skeleton height={18} width={140} />
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} height={20} mt={12} />
          ))}
        </section>
      ))}
    </div>
  );
}

function AdminPage() {
  const t = useAdminT();
  const { data, isError, isFetching, refetch } = useQuery(overviewQuery);
  const runs = data?.ready && data.parts.every(({ ok }) => ok);
  const isWhole = data?.misfit === null && (data.withoutAccount?.count ?? 0) === 0;
  const isFine = runs && isWhole && (data.setAside ?? []).length === 0 && (data.setAsideEvents ?? 0) === 0;
  return (
    <PaddedScreen>
      <ScreenHead title={t('nav.admin')}>
        {data && (
          <span role="status" className={classes.verdict} data-fine={isFine || undefined}>
            {isFine ? t('admin.running') : runs ? t('admin.degraded') : t('admin.failing')}
          </span>
        )}
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

function AdminsOnly() {
  const t = useAdminT();
  const { role } = useMe();
  if (role !== 'admin') return <ScreenMessage title={t('admin.forbidden')} text={t('admin.forbidden-text')} />;
  return <AdminPage />;
}

/** How the installation fares, and what an admin can do about it. */
export function AdminScreen() {
  return (
    <AdminTexts>
      <AdminsOnly />
    </AdminTexts>
  );
}

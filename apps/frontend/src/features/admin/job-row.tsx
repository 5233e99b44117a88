import type { AdminJob } from '@gos/contract';
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { MomentText } from '../../entities/task/deadline-text';
import pieces from '../../ui/pieces.module.css';
import classes from './admin.module.css';
import { Entry } from './admin-section';
import { useAdminT } from './admin-texts';

function Facts({ facts }: Pick<AdminJob, 'facts'>) {
  const t = useAdminT();
  if (facts.length === 0) return null;
  const texts = facts.map(({ name, value }) =>
    name === 'digest' ? t('admin.fact.digest') : t(`admin.fact.${name}`, { value }),
  );
  return <span className={pieces.nothing}>{texts.join(' · ')}</span>;
}

interface JobRowProps {
  readonly job: AdminJob;
  readonly busy: boolean;
  readonly onRetry: () => void;
  readonly onRemove: () => void;
  /** The box that chooses it. */
  readonly children?: ReactNode;
}

/** A job: its id, its instant, what it is about, why it failed, and what can be done. */
export function JobRow({ job, busy, onRetry, onRemove, children }: JobRowProps) {
  const t = useAdminT();
  const { id, state, facts, reason, attempts, at, scheduled } = job;
  const mayRetry = state === 'failed' || (state === 'delayed' && attempts > 0);
  return (
    <Entry
      box={children}
      title={id}
      about={
        <>
          {t(`admin.jobs.at.${state}`)} <MomentText at={at} />
          {attempts > 0 && ` · ${t('admin.jobs.attempts', { count: attempts })}`}
        </>
      }
    >
      <Facts facts={facts} />
      {reason !== null && <span>{reason}</span>}
      <Group component="span" gap={6} className={classes.actions}>
        {scheduled && <span className={pieces.badge}>{t('admin.jobs.scheduled')}</span>}
        {mayRetry && (
          <Button
            size="compact-xs"
            variant="default"
            disabled={busy}
            aria-label={t('admin.jobs.retry-one', { id })}
            onClick={onRetry}
          >
            {t('admin.jobs.retry')}
          </Button>
        )}
        {state !== 'active' && !scheduled && (
          <Button
            size="compact-xs"
            variant="default"
            disabled={busy}
            aria-label={t('admin.jobs.remove-one', { id })}
            onClick={onRemove}
          >
            {t('admin.jobs.remove')}
          </Button>
        )}
      </Group>
    </Entry>
  );
}

import type { ActivityItem } from '@gos/projections';
import { Skeleton } from '@mantine/core';
import { IconArrowBackUp, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { fullMoment } from '../../../components/task/moment-format';
import { useT } from '../../../i18n';
import { FromTo } from '../activity-sentence';
import { useFieldName } from '../field-value';
import { SmallButton } from '../fields/buttons';
import { taskDiffQuery } from '../tasks.api';
import { classes } from './panel-classes';

interface MomentBannerProps {
  readonly taskId: number;
  readonly item: ActivityItem;
  readonly onBack: () => void;
}

/** Says that the past is shown, what is different now, and leads back. */
export function MomentBanner({ taskId, item, onBack }: MomentBannerProps) {
  const t = useT();
  const { locale } = useIntl();
  const fieldName = useFieldName();
  const [now] = useState(() => new Date().toISOString());
  const { data, isPending, isError } = useQuery(taskDiffQuery(taskId, item.at, now));
  return (
    <section className={classes.moment} aria-label={t('task.moment.title')}>
      <div className={classes.momentHead}>
        <IconHistory size={16} stroke={1.75} aria-hidden />
        <p>
          {t('task.moment.as-of')} <strong>{fullMoment(locale, item.at)}</strong>
        </p>
        <SmallButton
          variant="default"
          leftSection={<IconArrowBackUp size={14} stroke={1.75} />}
          onClick={onBack}
          data-autofocus
        >
          {t('task.moment.back')}
        </SmallButton>
      </div>
      {isPending && <Skeleton height={12} width="60%" />}
      {isError && <p className={classes.note}>{t('task.activity.failed-to-load')}</p>}
      {data && (
        <>
          <p className={classes.note}>
            {t(data.changes.length === 0 ? 'task.moment.nothing-changed' : 'task.moment.changed-since')}
          </p>
          <ul className={classes.diff}>
            {data.changes.map((change) => (
              <li key={change.field}>
                <span className={classes.diffField}>{fieldName(change.field)}</span>
                <FromTo change={change} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

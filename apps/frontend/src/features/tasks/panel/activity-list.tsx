import { mentionsIn } from '@gos/domain';
import type { ActivityItem } from '@gos/projections';
import { Skeleton, UnstyledButton } from '@mantine/core';
import { IconHistory, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MomentText } from '../../../components/task/deadline-text';
import { PersonCircle } from '../../../components/task/person-circle';
import { useT } from '../../../i18n';
import { ActivitySentence, createdForOf } from '../activity-sentence';
import { taskActivityQuery } from '../tasks.api';
import { MentionText, useNames } from './mention-text';
import { classes } from './panel-classes';
import { usePanelTask } from './panel-task';

/** Events whose text a person wrote; a file's name stands in its sentence already. */
const spoken: ReadonlySet<string> = new Set([
  'CommentAdded',
  'TaskCompleted',
  'TaskReturned',
  'TaskAccepted',
  'TaskEndedByContractor',
]);

/** A long history begins with its end; the rest is one click away. */
const shownAtOnce = 30;

interface ActivityListProps {
  readonly momentId: string | null;
  readonly onMoment: (item: ActivityItem) => void;
}

export function ActivityList({ momentId, onMoment }: ActivityListProps) {
  const t = useT();
  const { task } = usePanelTask();
  const { data, isPending, isError } = useQuery(taskActivityQuery(task.id));
  const [all, setAll] = useState(false);
  const items = data?.items ?? [];
  const shown = all ? items : items.slice(-shownAtOnce);
  const createdFor = createdForOf(task, items);
  const names = useNames(
    task,
    items.some(({ text }) => text !== null && mentionsIn(text).length > 0),
  );
  return (
    <section className={classes.section} aria-label={t('task.activity.title')}>
      <h3 className={classes.heading}>{t('task.activity.title')}</h3>
      {isPending && <Skeleton height={48} radius={7} />}
      {isError && <p className={classes.note}>{t('task.activity.failed-to-load')}</p>}
      {shown.length < items.length && (
        <UnstyledButton className={classes.older} onClick={() => setAll(true)}>
          {t('task.activity.older', { count: items.length - shown.length })}
        </UnstyledButton>
      )}
      <ol className={classes.plainList}>
        {shown.map((item) => (
          <li key={item.id} className={classes.activity} aria-current={item.id === momentId || undefined}>
            {item.by === null ? (
              <span className={classes.system}>
                <IconSettings size={14} stroke={1.75} aria-hidden />
              </span>
            ) : (
              <PersonCircle person={item.by} size={22} decorative />
            )}
            <div className={classes.grow}>
              <div className={classes.activityLine}>
                <span>
                  <ActivitySentence item={item} createdFor={createdFor} />{' '}
                  <span className={classes.when}>
                    <MomentText at={item.at} />
                  </span>
                </span>
                <UnstyledButton
                  className={classes.atMoment}
                  aria-label={t('task.moment.show')}
                  title={t('task.moment.show')}
                  onClick={() => onMoment(item)}
                >
                  <IconHistory size={14} stroke={1.75} />
                </UnstyledButton>
              </div>
              {item.text !== null && item.text !== '' && spoken.has(item.event) && (
                <div className={classes.bubble}>
                  <MentionText text={item.text} names={names} />
                </div>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

import type { ActivityItem } from '@gos/contract';
import { Box, Group, Skeleton, UnstyledButton } from '@mantine/core';
import { IconHistory, IconPlayerPlay, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ActivitySentence, createdForOf } from '../../../entities/task/activity-sentence';
import { MomentText } from '../../../entities/task/deadline-text';
import { earlierThan } from '../../../entities/task/loaded-part';
import { isUnsent, taskActivity, taskActivityQuery } from '../../../entities/task/tasks.api';
import { Avatar } from '../../../entities/user/avatar';
import { useReader } from '../../../entities/user/use-reader';
import { useT } from '../../../i18n';
import { announce } from '../../../lib/announce';
import { ChipButton } from '../../../ui/buttons';
import { FailedLine } from '../../../ui/empty-state';
import pieces from '../../../ui/pieces.module.css';
import { ActivityFilter } from './activity-filter';
import { type ActivityKind, kindOf } from './activity-kinds';
import { Earlier, earlierPage, focusList } from './earlier';
import { MentionText, useNames } from './mention-text';
import { classes } from './panel-classes';
import { MoreButton, Note } from './panel-pieces';
import { usePanelTask } from './panel-task';
import { useFirstActivity } from './use-activity';
import { useKeptPlace } from './use-kept-place';

/** Events with a text by a person; sentences of files contain the file's name already. */
const spoken: ReadonlySet<string> = new Set([
  'CommentAdded',
  'CommentEdited',
  'TaskCompleted',
  'TaskReturned',
  'TaskAccepted',
  'TaskEndedByContractor',
]);

/** A long history begins with its end; the rest is one click away. */
const shownAtOnce = 30;

/** Announces entries of other people in the words of the list. */
function useArrivals(items: readonly ActivityItem[]) {
  const list = useRef<HTMLDivElement>(null);
  const reader = useReader();
  const last = items.at(-1);
  const before = useRef<string | undefined>(undefined);
  useEffect(() => {
    const known = before.current;
    before.current = last?.id;
    if (known === undefined || last === undefined || known === last.id || last.by?.id === reader.id) return;
    const sentence = list.current?.querySelector(`[data-item="${last.id}"] [data-sentence]`)?.textContent;
    if (sentence) announce(sentence);
  }, [last, reader.id]);
  return list;
}

interface ActivityListProps {
  readonly momentId: string | null;
  readonly onMoment: (item: ActivityItem, how?: { readonly playing: boolean }) => void;
}

export function ActivityList({ momentId, onMoment }: ActivityListProps) {
  const t = useT();
  const { task } = usePanelTask();
  const { data, isPending, isError, isFetching, refetch } = useQuery(taskActivityQuery(task.id));
  const [all, setAll] = useState(false);
  const [kind, setKind] = useState<ActivityKind | 'all'>('all');
  const items = data?.items ?? [];
  const list = useArrivals(items);
  const keepPlace = useKeptPlace(list, kind);
  const earlier = data ? earlierThan(data) : 0;
  const chosen = kind === 'all' ? items : items.filter((item) => kindOf(item) === kind);
  const shown = all ? chosen : chosen.slice(-shownAtOnce);
  const hidden = chosen.length - shown.length;
  const first = useFirstActivity(task.id);
  const createdFor = createdForOf(task, items);
  const names = useNames(
    task,
    shown.map(({ text }) => text),
  );
  function showAll() {
    keepPlace();
    setAll(true);
  }
  function unfold() {
    showAll();
    focusList(list);
  }
  return (
    <section className={classes.section} aria-label={t('task.activity.title')}>
      <Group gap={2} mb={6}>
        <Box component="h3" className={classes.heading} flex={1} mb={0}>
          {t('task.activity.title')}
        </Box>
        <ActivityFilter items={items} total={items.length + earlier} kind={kind} onKind={setKind} />
        {items.length > 1 && first && (
          <ChipButton
            variant="subtle"
            color="gray"
            leftSection={<IconPlayerPlay size={14} stroke={1.75} />}
            onClick={() => onMoment(first, { playing: true })}
          >
            {t('task.activity.replay')}
          </ChipButton>
        )}
      </Group>
      {isPending && <Skeleton height={48} radius={7} />}
      {isError && data === undefined && (
        <FailedLine text={t('task.activity.failed-to-load')} busy={isFetching} onRetry={() => void refetch()} />
      )}
      <div ref={list}>
        {hidden > 0 ? (
          <MoreButton onClick={unfold}>
            {earlier > 0 && kind === 'all'
              ? t('task.earlier', { count: hidden, more: hidden + earlier })
              : t('task.activity.older', { count: hidden })}
          </MoreButton>
        ) : (
          earlier > 0 && (
            <Earlier
              source={taskActivity(task.id)}
              text={t(kind === 'all' ? 'task.earlier' : 'task.activity.search-earlier', earlierPage(earlier))}
              failed={t('task.activity.failed-to-load')}
              frame={list}
              onLoad={showAll}
            />
          )
        )}
        {chosen.length === 0 && earlier > 0 && (
          <Note>{t('task.activity.none-of-latest', { count: items.length })}</Note>
        )}
        <ol className={classes.plainList} tabIndex={-1} aria-label={t('task.activity.title')}>
          {shown.map((item) => (
            <li
              key={item.id}
              className={classes.activity}
              data-item={item.id}
              aria-current={item.id === momentId || undefined}
            >
              {item.by === null ? (
                <span className={`${pieces.icon} ${classes.system}`}>
                  <IconSettings size={14} stroke={1.75} aria-hidden />
                </span>
              ) : (
                <Avatar person={item.by} size={22} decorative />
              )}
              <div>
                <div className={classes.activityLine}>
                  <span data-sentence>
                    <ActivitySentence item={item} createdFor={createdFor} />{' '}
                    <span className={classes.when}>
                      <MomentText at={item.at} />
                    </span>
                  </span>
                  {isUnsent(item) ? (
                    <span className={`${pieces.arrives} ${classes.unsent}`}>{t('task.comment.unsent')}</span>
                  ) : (
                    <UnstyledButton
                      className={`${pieces.iconButton} ${classes.atMoment}`}
                      aria-label={t('task.moment.show')}
                      title={t('task.moment.show')}
                      onClick={() => onMoment(item)}
                    >
                      <IconHistory size={14} stroke={1.75} />
                    </UnstyledButton>
                  )}
                </div>
                {item.text !== null && item.text !== '' && spoken.has(item.event) && (
                  <div className={`${pieces.typed} ${classes.bubble}`}>
                    <MentionText text={item.text} names={names} />
                  </div>
                )}
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

import type { ActivityItem, TaskFileAnswer } from '@gos/contract';
import { may, taskRolesOf } from '@gos/domain';
import { Skeleton } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { useState } from 'react';
import { MomentText } from '../../../entities/task/deadline-text';
import { type Reference, referencesOf } from '../../../entities/task/field-value';
import { subjectOf } from '../../../entities/task/task-subject';
import { deletedFileAddress } from '../../../entities/task/tasks.api';
import { PersonName } from '../../../entities/user/person-name';
import { useReader } from '../../../entities/user/use-reader';
import { useT } from '../../../i18n';
import { ChipButton } from '../../../ui/buttons';
import { FailedLine } from '../../../ui/empty-state';
import pieces from '../../../ui/pieces.module.css';
import { renewFirst } from '../common/file-access';
import { classes } from './panel-classes';
import { MoreButton } from './panel-pieces';
import { usePanelTask } from './panel-task';
import { useActivity, useWholeActivity } from './use-activity';

interface Removed extends Reference {
  readonly item: ActivityItem;
}

/** Returns files that the history removed and the task still lacks, the last first. */
function removedFiles(items: readonly ActivityItem[], present: readonly TaskFileAnswer[]): Removed[] {
  const gone = new Map<number, Removed>();
  for (const item of items) {
    if (item.event !== 'DocumentRemoved') continue;
    const change = item.changes.find(({ field }) => field === 'files');
    const left = new Set(referencesOf(change?.to).map(({ id }) => id));
    for (const file of referencesOf(change?.from)) if (!left.has(file.id)) gone.set(file.id, { ...file, item });
  }
  for (const { id } of present) gone.delete(id);
  return [...gone.values()].reverse();
}

/** Whether the reader may read removed files of the shown task and its history may hold any. */
export function useShowsRemovedFiles(): boolean {
  const { task, atMoment } = usePanelTask();
  const reader = useReader();
  const { items, incomplete } = useActivity(task.id);
  if (atMoment || !may(taskRolesOf(subjectOf(task), reader), 'seeRemovedFiles')) return false;
  return incomplete || items.some(({ event }) => event === 'DocumentRemoved');
}

export function RemovedFiles({ may: mayRestore }: { readonly may: boolean }) {
  const t = useT();
  const { task, actions } = usePanelTask();
  const [open, setOpen] = useState(false);
  // The rest of a long history loads on request only.
  const { incomplete } = useActivity(task.id);
  const { data, isError, isFetching, refetch } = useWholeActivity(task.id, open);
  const removed = removedFiles(data?.items ?? [], task.files);
  if (removed.length === 0 && !incomplete) return null;
  return (
    <>
      <MoreButton aria-expanded={open} onClick={() => setOpen(!open)}>
        {data === undefined ? t('task.files.removed-any') : t('task.files.removed', { count: removed.length })}
      </MoreButton>
      {open && data === undefined && isFetching && <Skeleton height={36} radius={7} />}
      {open && data === undefined && isError && (
        <FailedLine text={t('task.activity.failed-to-load')} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {open && (
        <ul className={classes.lines}>
          {removed.map(({ id, name, item }) => (
            <li key={id} className={`${classes.line} ${classes.file}`}>
              <span className={`${pieces.icon} ${classes.thumbnail}`}>
                <IconFile size={18} stroke={1.75} aria-hidden />
              </span>
              <span className={classes.fileText}>
                <a
                  className={classes.lineName}
                  href={deletedFileAddress(task.id, id)}
                  download={name}
                  onClick={(event) => renewFirst(event, t('task.files.download-failed'))}
                >
                  <s>{name}</s>
                </a>
                <span className={classes.fileNote}>
                  {item.by ? <PersonName person={item.by} /> : t('task.activity.system')} · <MomentText at={item.at} />
                </span>
              </span>
              {mayRestore && (
                <ChipButton
                  variant="default"
                  aria-label={t('task.files.bring-back', { name })}
                  onClick={() => void actions.run({ type: 'restoreFile', body: { fileId: id } })}
                >
                  {t('task.files.bring-back-short')}
                </ChipButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

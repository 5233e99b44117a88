import type { ActivityItem, TaskFileAnswer } from '@gos/contract';
import { UnstyledButton } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MomentText } from '../../../entities/task/deadline-text';
import { type Reference, referencesOf } from '../../../entities/task/field-value';
import { taskActivityQuery } from '../../../entities/task/tasks.api';
import { PersonName } from '../../../entities/user/person-name';
import { useT } from '../../../i18n';
import { ChipButton } from '../../../ui/buttons';
import { classes } from './panel-classes';
import { usePanelTask } from './panel-task';

interface Removed extends Reference {
  readonly item: ActivityItem;
}

/** What the history took away and the task does not have now, the last first. */
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

export function RemovedFiles() {
  const t = useT();
  const { task, actions } = usePanelTask();
  const { data } = useQuery(taskActivityQuery(task.id));
  const [open, setOpen] = useState(false);
  const removed = removedFiles(data?.items ?? [], task.files);
  if (removed.length === 0) return null;
  return (
    <>
      <UnstyledButton className={classes.older} aria-expanded={open} onClick={() => setOpen(!open)}>
        {t('task.files.removed', { count: removed.length })}
      </UnstyledButton>
      {open && (
        <ul className={classes.lines}>
          {removed.map(({ id, name, item }) => (
            <li key={id} className={`${classes.line} ${classes.file}`}>
              <span className={classes.thumbnail}>
                <IconFile size={18} stroke={1.75} aria-hidden />
              </span>
              <span className={classes.fileText}>
                <s className={classes.lineName}>{name}</s>
                <span className={classes.fileNote}>
                  {item.by ? <PersonName person={item.by} /> : t('task.activity.system')} · <MomentText at={item.at} />
                </span>
              </span>
              <ChipButton
                variant="default"
                aria-label={t('task.files.bring-back', { name })}
                onClick={() => void actions.run({ type: 'restoreFile', body: { fileId: id } })}
              >
                {t('task.files.bring-back-short')}
              </ChipButton>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

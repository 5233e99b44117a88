import { Tooltip } from '@mantine/core';
import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { useWork } from '../../../entities/work/use-work';
import { clockText, minutesAt } from '../../../entities/work/work-clock';
import { useT } from '../../../i18n';
import { SmallButton } from '../../../ui/buttons';
import pieces from '../../../ui/pieces.module.css';
import { useNow } from '../../../ui/use-now';
import { classes } from './panel-classes';
import { usePanelTask } from './panel-task';

export const workKey = 't';

/** Starts and stops one's work on the open task; what cannot be started says why. */
export function WorkButton() {
  const t = useT();
  const { task, past } = usePanelTask();
  const { active, activeTaskId, toggle } = useWork();
  const now = useNow();
  const allowed = task.can.work;
  const running = activeTaskId === task.id && active ? minutesAt(active, now) : null;
  // To whom the task is only shown it is nothing to work on.
  if (past || (running === null && (allowed === 'task.forbidden' || allowed === 'task.auditor'))) return null;
  const may = running !== null || allowed === true;
  const label = t(running === null ? 'work.start' : 'work.stop');
  return (
    <Tooltip label={may ? label : t(allowed as Exclude<typeof allowed, true>)}>
      <SmallButton
        variant={running === null ? 'default' : 'light'}
        className={`${classes.work} ${may ? '' : pieces.unavailable}`}
        aria-disabled={!may || undefined}
        aria-keyshortcuts={workKey.toUpperCase()}
        aria-label={label}
        leftSection={running === null ? <IconPlayerPlayFilled size={13} /> : <IconPlayerStopFilled size={13} />}
        onClick={() => toggle(task, allowed === true ? null : allowed)}
      >
        <span className={classes.workLabel}>{label}</span>
        {running !== null && <span className={classes.workTime}>{clockText(running.current)}</span>}
      </SmallButton>
    </Tooltip>
  );
}

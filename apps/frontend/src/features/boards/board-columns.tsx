import type { TaskRowAnswer } from '@gos/contract';
import { type TaskState, taskStates } from '@gos/domain';
import { Group, Skeleton, Text } from '@mantine/core';
import { useId, useMemo } from 'react';
import { StateRing, stateMessages } from '../../entities/task/state-ring';
import { useT } from '../../i18n';
import pieces from '../../ui/pieces.module.css';
import { Muted } from '../../ui/quiet-text';
import { useListKeys } from '../../ui/use-list-keys';
import classes from './boards.module.css';
import { TaskCard } from './task-card';
import { focusNext, useTaskLinks } from './use-task-links';

interface StateColumnProps {
  readonly state: TaskState;
  readonly rows: readonly TaskRowAnswer[] | undefined;
}

function StateColumn({ state, rows }: StateColumnProps) {
  const t = useT();
  const titleId = useId();
  return (
    <section className={classes.column} aria-labelledby={titleId}>
      <Group component="header" wrap="nowrap" flex="none" gap={8} h={40} px={14}>
        <StateRing state={state} />
        <Text component="h3" fw={600} lh="inherit" id={titleId}>
          {t(stateMessages[state])}
        </Text>
        <span className={pieces.count}>{rows?.length}</span>
      </Group>
      <div className={classes.columnBody}>
        {rows === undefined ? (
          <Skeleton height={106} radius={7} />
        ) : rows.length === 0 ? (
          <Muted m={4}>{t('board.empty.state')}</Muted>
        ) : (
          <ul className={`${pieces.rows} ${classes.tasks}`} aria-labelledby={titleId}>
            {rows.map((row) => (
              <TaskCard key={row.id} row={row} lifted={false} movable={false} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

/** The tasks of a board by their states, each in the board's order. */
export function BoardColumns({ rows }: { readonly rows: readonly TaskRowAnswer[] | undefined }) {
  const byState = useMemo(
    () => rows && new Map(taskStates.map((state) => [state, rows.filter((row) => row.state === state)])),
    [rows],
  );

  const openTask = useTaskLinks();
  useListKeys({
    move: (by) => focusNext([...document.querySelectorAll<HTMLElement>('main [data-card]')], by),
    open: () => undefined,
  });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what one acts on; this hears their clicks together
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on the link opens the task
    <div className={classes.fill} data-states onClick={openTask}>
      <div className={classes.columns}>
        {taskStates.map((state) => (
          <StateColumn key={state} state={state} rows={byState?.get(state)} />
        ))}
      </div>
    </div>
  );
}

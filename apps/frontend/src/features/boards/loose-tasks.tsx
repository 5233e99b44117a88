import type { NamedRef, TaskRowAnswer } from '@gos/contract';
import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { noBoard } from '../../entities/board/boards.api';
import { useT } from '../../i18n';
import classes from './boards.module.css';
import { useCarry } from './drag/carry';
import { QuickAdd } from './quick-add';
import { TaskCards, TaskCardsSkeleton } from './task-cards';

/** A project may have thousands of tasks in no board. */
const atOnce = 100;

interface LooseTasksProps {
  readonly project: NamedRef;
  /** undefined while they are on their way */
  readonly rows: readonly TaskRowAnswer[] | undefined;
  /** The project takes new tasks from the reader. */
  readonly mayAdd: boolean;
  readonly mayMove: (row: TaskRowAnswer) => boolean;
}

/** The tasks of the project that are in no board: the first of them, then more on wish; what comes meanwhile is seen at once. */
export function LooseTasks({ project, rows, mayMove, mayAdd }: LooseTasksProps) {
  const t = useT();
  const titleId = useId();
  const card = useRef<HTMLLIElement>(null);
  const asked = useRef<number | null>(null);
  const [waiting, setWaiting] = useState<ReadonlySet<number> | null>(null);
  if (waiting === null && rows !== undefined) setWaiting(new Set(rows.slice(atOnce).map(({ id }) => id)));
  const shown = useMemo(() => rows?.filter(({ id }) => !waiting?.has(id)), [rows, waiting]);
  const left = (rows?.length ?? 0) - (shown?.length ?? 0);
  const taken = useCarry((carried) => carried?.lifted.kind === 'task' && carried.place.container === noBoard);

  function showMore() {
    const ids = (rows ?? []).flatMap(({ id }) => (waiting?.has(id) ? [id] : []));
    asked.current = ids[0] ?? null;
    setWaiting(new Set(ids.slice(atOnce)));
  }

  useEffect(() => {
    if (asked.current === null) return;
    card.current?.querySelector<HTMLElement>(`[data-task="${asked.current}"] [data-card]`)?.focus();
    asked.current = null;
  });

  return (
    <li ref={card} className={classes.boardItem} data-board={noBoard} data-flip="board-none">
      <article className={classes.loose} aria-labelledby={titleId} data-taken={taken || undefined}>
        <header className={classes.boardHead}>
          <h3 className={classes.looseName} id={titleId}>
            {t('board.none')}
          </h3>
          <span className={classes.boardCount}>{rows?.length}</span>
        </header>
        {shown === undefined ? (
          <TaskCardsSkeleton count={2} />
        ) : (
          <TaskCards place={noBoard} label={t('board.none')} rows={shown} mayMove={mayMove} />
        )}
        {left > 0 && (
          <div className={classes.add}>
            <UnstyledButton className={classes.addButton} onClick={showMore}>
              <IconChevronDown size={14} stroke={1.75} aria-hidden />
              {t('board.none.more', { count: Math.min(left, atOnce) })}
            </UnstyledButton>
          </div>
        )}
        {mayAdd && <QuickAdd project={project} board={null} lastOrder={null} />}
      </article>
    </li>
  );
}

import type { NamedRef, TaskRowAnswer } from '@gos/contract';
import { Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, useId, useMemo, useState } from 'react';
import { noBoard } from '../../entities/board/boards.api';
import { useT } from '../../i18n';
import pieces from '../../ui/pieces.module.css';
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

/** The tasks of the project that are in no board. */
export function LooseTasks({ project, rows, mayMove, mayAdd }: LooseTasksProps) {
  const t = useT();
  const titleId = useId();
  const taken = useCarry((carried) => carried?.lifted.kind === 'task' && carried.place.container === noBoard);
  return (
    <li className={classes.boardItem} data-board={noBoard} data-flip="board-none">
      <article
        className={`${classes.board} ${classes.loose}`}
        aria-labelledby={titleId}
        data-taken={taken || undefined}
      >
        <header className={classes.boardHead}>
          <Text component="h3" className={pieces.word} flex={1} fz={13.5} fw={500} lh="inherit" c="dimmed" id={titleId}>
            {t('board.none')}
          </Text>
          <span className={`${pieces.small} ${pieces.digits}`}>{rows?.length}</span>
        </header>
        {rows === undefined ? <TaskCardsSkeleton count={2} /> : <LooseCards rows={rows} mayMove={mayMove} />}
        {mayAdd && <QuickAdd project={project} board={null} />}
      </article>
    </li>
  );
}

/** The first of them, then more on wish; what comes meanwhile is seen at once. */
function LooseCards({ rows, mayMove }: { readonly rows: readonly TaskRowAnswer[] } & Pick<LooseTasksProps, 'mayMove'>) {
  const t = useT();
  const [waiting, setWaiting] = useState<ReadonlySet<number>>(() => new Set(rows.slice(atOnce).map(({ id }) => id)));
  const shown = useMemo(() => rows.filter(({ id }) => !waiting.has(id)), [rows, waiting]);
  const left = rows.length - shown.length;
  const [asked, setAsked] = useState<number | undefined>();

  function showMore() {
    const ids = rows.flatMap(({ id }) => (waiting.has(id) ? [id] : []));
    setAsked(ids[0]);
    setWaiting(new Set(ids.slice(atOnce)));
  }

  // In state and not in a reference: an effect of a drawing before this one would look for a card that is not there yet.
  useEffect(() => {
    if (asked === undefined) return;
    document.querySelector<HTMLElement>(`[data-board="${noBoard}"] [data-task="${asked}"] [data-card]`)?.focus();
  }, [asked]);

  return (
    <>
      <TaskCards place={noBoard} label={t('board.none')} rows={shown} mayMove={mayMove} />
      {left > 0 && (
        <div className={`${pieces.rows} ${classes.tasks} ${classes.add}`}>
          <UnstyledButton className={classes.addButton} onClick={showMore}>
            <IconChevronDown size={14} stroke={1.75} aria-hidden />
            {t('board.none.more', { count: Math.min(left, atOnce) })}
          </UnstyledButton>
        </div>
      )}
    </>
  );
}

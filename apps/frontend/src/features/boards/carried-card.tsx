import type { BoardAnswer } from '@gos/contract';
import { IconChevronDown } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import { Avatar } from '../../entities/user/avatar';
import { useT } from '../../i18n';
import pieces from '../../ui/pieces.module.css';
import { BoardTitle } from './board-card';
import { BoardProgress } from './board-progress';
import classes from './boards.module.css';
import { type Carried, type Face, instructionsId, useCarry } from './drag/carry';
import { totalOf } from './model/board-model';
import { TaskFace } from './task-card';

interface CarriedCardProps {
  readonly overlay: RefObject<HTMLDivElement | null>;
  readonly root: HTMLElement | null;
  readonly find: (item: Carried) => Face | undefined;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onBlur: () => void;
}

function BoardFace({ board }: { readonly board: BoardAnswer }) {
  return (
    <>
      <div className={classes.boardHead}>
        <span className={`${pieces.iconButton} ${classes.chevron}`}>
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </span>
        <BoardTitle component="span">{board.name}</BoardTitle>
        <span className={`${pieces.small} ${pieces.digits}`}>{totalOf(board.taskCounts)}</span>
        {board.assignedUser && <Avatar person={board.assignedUser} size={20} />}
      </div>
      <BoardProgress counts={board.taskCounts} />
    </>
  );
}

/** The lifted card: under the pointer, or over the place where the keys have taken it. */
export function CarriedCard({ overlay, root, find, onKeyDown, onBlur }: CarriedCardProps) {
  const t = useT();
  const carried = useCarry((present) => present);
  const byKeys = carried?.by === 'keyboard';

  useLayoutEffect(() => {
    const element = overlay.current;
    if (carried === null || element === null) return;
    if (carried.by === 'pointer') {
      if (element.style.transform === '')
        element.style.transform = `translate(${carried.box.left}px, ${carried.box.top}px)`;
      return;
    }
    const place = root?.querySelector('[data-place]') ?? root?.querySelector('[data-taken]');
    if (!place) return;
    place.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const follow = () => {
      const { left, top } = place.getBoundingClientRect();
      element.style.transform = `translate(${left}px, ${top}px)`;
    };
    follow();
    document.addEventListener('scroll', follow, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', follow, { capture: true });
  });

  useEffect(() => {
    if (byKeys) overlay.current?.focus({ preventScroll: true });
  }, [byKeys, overlay]);

  if (carried === null) return null;
  // Others may take it out of sight meanwhile: what is held stays in the hand until it is let go.
  const face = find(carried) ?? carried.face;
  const { lifted, box } = carried;
  return createPortal(
    <div
      ref={overlay}
      className={classes.carried}
      data-by={carried.by}
      style={{ width: box.width }}
      {...(byKeys
        ? {
            role: 'application',
            tabIndex: -1,
            'aria-label': t('board.carry.held', { name: lifted.name }),
            'aria-describedby': instructionsId,
            onKeyDown,
            onBlur,
          }
        : { 'aria-hidden': true })}
    >
      <div className={`${lifted.kind === 'task' ? classes.task : classes.board} ${classes.carriedCard}`}>
        {'taskCounts' in face ? <BoardFace board={face} /> : <TaskFace row={face} link={false} />}
      </div>
    </div>,
    document.body,
  );
}

import type { BoardAcceptAnswer, BoardAnswer, NamedRef } from '@gos/contract';
import type { BoardSection } from '@gos/domain';
import { Button, Modal, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { deletedBoardsQuery } from '../../entities/board/boards.api';
import { StateRing } from '../../entities/task/state-ring';
import { useT } from '../../i18n';
import { useFocusReturn } from '../../lib/use-focus-return';
import { SmallButton } from '../../ui/buttons';
import classes from './board-dialogs.module.css';
import { BoardForm } from './board-form';
import { totalOf } from './board-model';
import { useBoardActions } from './use-board-actions';

export type OpenDialog =
  | { readonly kind: 'create'; readonly projectId: number; readonly section: BoardSection }
  | { readonly kind: 'edit'; readonly board: BoardAnswer }
  | { readonly kind: 'delete'; readonly board: BoardAnswer }
  | { readonly kind: 'accept'; readonly board: BoardAnswer }
  | { readonly kind: 'deleted'; readonly projectId: number };

interface FrameProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function Frame({ title, onClose, children }: FrameProps) {
  useFocusReturn();
  const t = useT();
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('app.close') }}>
      {children}
    </Modal>
  );
}

interface OfBoardProps {
  readonly board: BoardAnswer;
  readonly onClose: () => void;
}

function DeleteDialog({ board, onClose }: OfBoardProps) {
  const t = useT();
  const navigate = useNavigate();
  const { boardId } = useParams({ strict: false }) as { readonly boardId?: string };
  const { remove } = useBoardActions();
  const total = totalOf(board.taskCounts);
  async function confirm() {
    onClose();
    const removed = await remove(board);
    if (!removed || boardId === undefined) return;
    await navigate({ to: '/tasks/project/$projectId', params: { projectId: board.projectId } });
  }
  return (
    <Frame title={t('board.delete.title', { name: board.name })} onClose={onClose}>
      <p className={classes.text}>{t('board.delete.text', { count: total })}</p>
      <div className={classes.answers}>
        <Button variant="default" onClick={onClose}>
          {t('task.action.cancel')}
        </Button>
        <Button color="red" data-autofocus onClick={() => void confirm()}>
          {t('board.delete.confirm')}
        </Button>
      </div>
    </Frame>
  );
}

interface OutcomeProps {
  readonly title: string;
  readonly tasks: readonly NamedRef[];
  readonly state: 'solved' | 'returned';
  readonly why?: (id: number) => string;
}

function Outcome({ title, tasks, state, why }: OutcomeProps) {
  if (tasks.length === 0) return null;
  return (
    <section className={classes.outcome} aria-label={title}>
      <h3>
        {title} <span>{tasks.length}</span>
      </h3>
      <ul>
        {tasks.map(({ id, name }) => (
          <li key={id}>
            <StateRing state={state} />
            <span className={classes.outcomeName}>{name}</span>
            {why && <span className={classes.why}>{why(id)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function AcceptDialog({ board, onClose }: OfBoardProps) {
  const t = useT();
  const { accept } = useBoardActions();
  const [sending, setSending] = useState(false);
  const [answer, setAnswer] = useState<BoardAcceptAnswer | null>(null);
  const { fulfilled } = board.taskCounts;

  async function confirm() {
    setSending(true);
    const said = await accept(board);
    setSending(false);
    if (said === null || said.refused.length === 0) onClose();
    else setAnswer(said);
  }

  if (answer !== null) {
    return (
      <Frame title={t('board.accept.outcome', { name: board.name })} onClose={onClose}>
        <Outcome title={t('board.accept.accepted')} tasks={answer.accepted} state="solved" />
        <Outcome
          title={t('board.accept.refused')}
          tasks={answer.refused}
          state="returned"
          why={(id) => t(answer.refused.find((task) => task.id === id)!.code)}
        />
        <div className={classes.answers}>
          <Button onClick={onClose} data-autofocus>
            {t('task.action.close')}
          </Button>
        </div>
      </Frame>
    );
  }
  if (fulfilled === 0) {
    return (
      <Frame title={t('board.accept')} onClose={onClose}>
        <p className={classes.text}>
          {totalOf(board.taskCounts) === 0 ? t('board.no-tasks') : t('board.accept.nothing')}
        </p>
        <div className={classes.answers}>
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('task.action.close')}
          </Button>
        </div>
      </Frame>
    );
  }
  return (
    <Frame title={t('board.accept.title', { name: board.name })} onClose={onClose}>
      <p className={classes.text}>{t('board.accept.text', { count: fulfilled })}</p>
      <div className={classes.answers}>
        <Button variant="default" onClick={onClose}>
          {t('task.action.cancel')}
        </Button>
        <Button data-autofocus loading={sending} onClick={() => void confirm()}>
          {t('board.accept.confirm')}
        </Button>
      </div>
    </Frame>
  );
}

function DeletedDialog({ projectId, onClose }: { readonly projectId: number; readonly onClose: () => void }) {
  const t = useT();
  const { data, isError, refetch } = useQuery(deletedBoardsQuery(projectId));
  const { bringBack } = useBoardActions();
  const [busy, setBusy] = useState<number | null>(null);
  async function restore(board: BoardAnswer) {
    setBusy(board.id);
    await bringBack(board);
    setBusy(null);
  }
  return (
    <Frame title={t('board.deleted')} onClose={onClose}>
      {isError && data === undefined ? (
        <div role="alert">
          <p className={classes.text}>{t('board.failure.fetch')}</p>
          <SmallButton variant="default" onClick={() => void refetch()}>
            {t('app.error.retry')}
          </SmallButton>
        </div>
      ) : data === undefined ? (
        <Skeleton height={30} />
      ) : data.length === 0 ? (
        <p className={classes.text}>{t('board.deleted.none')}</p>
      ) : (
        <ul className={classes.deleted}>
          {data.map((board) => (
            <li key={board.id}>
              <span className={classes.outcomeName}>{board.name}</span>
              <SmallButton variant="default" loading={busy === board.id} onClick={() => void restore(board)}>
                {t('board.undelete')}
                <span className={classes.hidden}> {board.name}</span>
              </SmallButton>
            </li>
          ))}
        </ul>
      )}
    </Frame>
  );
}

interface BoardDialogsProps {
  readonly dialog: OpenDialog;
  readonly onDialog: (dialog: OpenDialog | null) => void;
}

/** Everything about boards that is asked over the screen. */
export function BoardDialogs({ dialog, onDialog }: BoardDialogsProps) {
  const close = () => onDialog(null);
  switch (dialog.kind) {
    case 'create':
      return <BoardForm projectId={dialog.projectId} section={dialog.section} board={null} onClose={close} />;
    case 'edit':
      return (
        <BoardForm
          projectId={dialog.board.projectId}
          section={dialog.board.section}
          board={dialog.board}
          onClose={close}
        />
      );
    case 'delete':
      return <DeleteDialog board={dialog.board} onClose={close} />;
    case 'accept':
      return <AcceptDialog board={dialog.board} onClose={close} />;
    case 'deleted':
      return <DeletedDialog projectId={dialog.projectId} onClose={close} />;
  }
}

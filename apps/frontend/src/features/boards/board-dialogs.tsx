import type { BoardAcceptAnswer, BoardAnswer } from '@gos/contract';
import type { BoardSection } from '@gos/domain';
import { Box, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { deletedBoardsQuery } from '../../entities/board/boards.api';
import { TaskOutcomes } from '../../entities/task/task-outcomes';
import { useT } from '../../i18n';
import { AskDialog } from '../../ui/ask-dialog';
import { SmallButton } from '../../ui/buttons';
import { Dialog, DialogAnswers } from '../../ui/dialog';
import { FailedLine } from '../../ui/empty-state';
import pieces from '../../ui/pieces.module.css';
import { BoardForm } from './board-form';
import { totalOf } from './model/board-model';
import { useBoardActions } from './use-board-actions';

export type OpenDialog =
  | { readonly kind: 'create'; readonly projectId: number; readonly section: BoardSection }
  | { readonly kind: 'edit'; readonly board: BoardAnswer }
  | { readonly kind: 'delete'; readonly board: BoardAnswer }
  | { readonly kind: 'accept'; readonly board: BoardAnswer }
  | { readonly kind: 'deleted'; readonly projectId: number };

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
    <AskDialog
      title={t('board.delete.title', { name: board.name })}
      text={t('board.delete.text', { count: total })}
      answer={t('board.delete.confirm')}
      onAnswer={() => void confirm()}
      onClose={onClose}
    />
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
      <Dialog title={t('board.accept.outcome', { name: board.name })} onClose={onClose}>
        <TaskOutcomes
          title={t('board.accept.accepted')}
          count={answer.accepted.length}
          tasks={answer.accepted.map((task) => ({ ...task, state: 'solved' as const }))}
        />
        <TaskOutcomes
          title={t('board.accept.refused')}
          count={answer.refused.length}
          tasks={answer.refused.map((task) => ({ ...task, state: 'returned' as const, why: t(task.code) }))}
        />
        <DialogAnswers>
          <SmallButton onClick={onClose} data-autofocus>
            {t('task.action.close')}
          </SmallButton>
        </DialogAnswers>
      </Dialog>
    );
  }
  if (fulfilled === 0) {
    return (
      <Dialog title={t('board.accept')} onClose={onClose}>
        <Text inherit mb={4}>
          {totalOf(board.taskCounts) === 0 ? t('board.no-tasks') : t('board.accept.nothing')}
        </Text>
        <DialogAnswers>
          <SmallButton variant="default" data-autofocus onClick={onClose}>
            {t('task.action.close')}
          </SmallButton>
        </DialogAnswers>
      </Dialog>
    );
  }
  return (
    <AskDialog
      title={t('board.accept.title', { name: board.name })}
      text={t('board.accept.text', { count: fulfilled })}
      answer={t('board.accept.confirm')}
      final={false}
      busy={sending}
      onAnswer={() => void confirm()}
      onClose={onClose}
    />
  );
}

function DeletedDialog({ projectId, onClose }: { readonly projectId: number; readonly onClose: () => void }) {
  const t = useT();
  const { data, isError, isFetching, refetch } = useQuery(deletedBoardsQuery(projectId));
  const { bringBack } = useBoardActions();
  const [busy, setBusy] = useState<number | null>(null);
  async function restore(board: BoardAnswer) {
    setBusy(board.id);
    await bringBack(board);
    setBusy(null);
  }
  return (
    <Dialog title={t('board.deleted')} onClose={onClose}>
      {isError && data === undefined ? (
        <FailedLine text={t('board.failure.fetch')} busy={isFetching} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height={30} />
      ) : data.length === 0 ? (
        <Text inherit mb={4}>
          {t('board.deleted.none')}
        </Text>
      ) : (
        <Box component="ul" className={pieces.rows} mah="40vh" style={{ gap: 2, overflowY: 'auto' }}>
          {data.map((board) => (
            <Group component="li" key={board.id} wrap="nowrap" gap={12} mih={40}>
              <Text inherit span className={pieces.word} flex={1}>
                {board.name}
              </Text>
              {board.can.undelete === true && (
                <SmallButton variant="default" loading={busy === board.id} onClick={() => void restore(board)}>
                  {t('board.undelete')}
                  <span className={pieces.hidden}> {board.name}</span>
                </SmallButton>
              )}
            </Group>
          ))}
        </Box>
      )}
    </Dialog>
  );
}

interface BoardDialogsProps {
  readonly dialog: OpenDialog;
  readonly onDialog: (dialog: OpenDialog | null) => void;
}

/** The dialogs of boards. */
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

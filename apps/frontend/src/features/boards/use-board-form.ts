import type { BoardAnswer } from '@gos/contract';
import { type BoardSection, normalizeText } from '@gos/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { boardKeys, createBoard, deleteBoard, editBoard, moveBoard } from '../../entities/board/boards.api';
import { useMe } from '../../entities/user/users.api';
import { useT } from '../../i18n';
import { ApiProblem } from '../../lib/api';
import { useKeyed } from '../../lib/use-keyed';
import { fullMoment } from '../../ui/moment-format';
import { showProblem, showToast } from '../../ui/toast';
import {
  type BoardDraft,
  type BoardField,
  begunBoard,
  changesOf,
  errorsOf,
  fieldOfPath,
  forgetBoard,
  keepBoard,
  sameDraft,
} from './board-draft';
import { useBoardActions } from './use-board-actions';

export interface BoardFormProps {
  readonly projectId: number;
  readonly section: BoardSection;
  /** null makes a new one */
  readonly board: BoardAnswer | null;
  readonly onClose: () => void;
}

/** What is written about a board, what is wrong with it, and how it is sent. */
export function useBoardForm({ projectId, section, board, onClose }: BoardFormProps) {
  const t = useT();
  const me = useMe();
  const { locale } = useIntl();
  const client = useQueryClient();
  const { refresh } = useBoardActions();
  const keptKey = `gos-board-draft-${me.id}-${board === null ? `new-${projectId}` : board.id}`;
  const [begun, setBegun] = useState(() => begunBoard(keptKey, board, section));
  const { before, revision, draft } = begun;
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Partial<Record<BoardField, string>>>({});
  const [sending, setSending] = useState(false);
  const keyed = useKeyed();

  useEffect(() => keepBoard(keptKey, begun), [begun, keptKey]);

  const errors = errorsOf(draft, before);
  function errorOf(field: BoardField): string | undefined {
    const error = errors[field];
    if (error !== undefined && (tried || /too-long$/.test(error.code))) return t(error.code, error.params);
    return refused[field];
  }

  function change(part: Partial<BoardDraft>) {
    setBegun((present) => ({ ...present, draft: { ...present.draft, ...part } }));
    setRefused((present) => {
      const rest = { ...present };
      for (const field of Object.keys(part)) delete rest[field as BoardField];
      return rest;
    });
  }

  function leave() {
    forgetBoard(keptKey);
    onClose();
  }

  async function send(key: string): Promise<void> {
    if (board === null) {
      const { id } = await createBoard(
        projectId,
        {
          name: normalizeText(draft.name),
          section: draft.section,
          ...(normalizeText(draft.description) !== '' && { description: normalizeText(draft.description) }),
          ...(draft.deadline !== null && { deadline: draft.deadline }),
          ...(draft.person !== null && { assignedUserId: draft.person.id }),
        },
        { idempotencyKey: key },
      );
      showToast({
        message: t('board.done.create', { name: normalizeText(draft.name) }),
        undo: () => void deleteBoard(id).then(refresh, (error) => showProblem(error, t('board.failure.change'))),
      });
      return;
    }
    const fields = changesOf(draft, before);
    if (Object.keys(fields).length > 0) {
      await editBoard(board.id, fields, { idempotencyKey: key, ifMatch: revision });
    }
    if (draft.section !== before.section) await moveBoard(board.id, { section: draft.section, beforeId: null });
    showToast({ message: t('board.done.edit', { name: normalizeText(draft.name) }) });
  }

  /** What another person wrote meanwhile is said beside the field; sent once more, the reader's own value stands. */
  function told(problem: ApiProblem): Partial<Record<BoardField, string>> {
    const found: Partial<Record<BoardField, string>> = {};
    for (const { path, code, params, message } of problem.errors) {
      const field = fieldOfPath(path);
      if (field !== null) found[field] ??= t(code, params) || message;
    }
    for (const { path, theirs } of problem.problem.conflicts ?? []) {
      const field = fieldOfPath(path);
      const known = field === 'person' ? null : theirs;
      const value =
        field === 'deadline' && typeof known === 'string' ? fullMoment(locale, known) : String(known ?? '–');
      if (field !== null) found[field] = t('task.edit.changed-meanwhile', { value });
    }
    return found;
  }

  /** Answers the first field that is wrong. */
  async function submit(): Promise<string | null> {
    if (sending) return null;
    setTried(true);
    const [wrong] = Object.keys(errors);
    if (wrong !== undefined) return wrong;
    setSending(true);
    try {
      await keyed([draft, revision], send);
      leave();
      void refresh();
    } catch (error) {
      showProblem(error, t(board === null ? 'board.failure.create' : 'board.failure.edit'));
      if (!(error instanceof ApiProblem)) return null;
      setRefused(told(error));
      const { revision: present } = error.problem;
      if (error.code === 'conflict' && present !== undefined) setBegun((state) => ({ ...state, revision: present }));
      void client.invalidateQueries({ queryKey: boardKeys.list(projectId) });
    } finally {
      setSending(false);
    }
    return null;
  }

  return { draft, change, errorOf, submit, sending, untouched: sameDraft(draft, before), leave };
}

import type { BoardAnswer } from '@gos/contract';
import { type BoardSection, boardSections } from '@gos/domain';
import { Select, Text, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { boardKeys, createBoard, editBoard, moveBoard } from '../../entities/board/boards.api';
import { DeadlineField } from '../../entities/task/deadline-field';
import { DeadlineText } from '../../entities/task/deadline-text';
import { undoOf } from '../../entities/undo/undo.api';
import { PersonLabel } from '../../entities/user/avatar';
import { PersonField } from '../../entities/user/person-field';
import { useMe } from '../../entities/user/users.api';
import { useT } from '../../i18n';
import { SmallButton } from '../../ui/buttons';
import { Dialog, DialogAnswers } from '../../ui/dialog';
import { useDraftForm } from '../../ui/form/use-draft-form';
import formClasses from '../../ui/form.module.css';
import { LazyConflictDialog } from '../../ui/lazy-dialogs';
import { fullMoment } from '../../ui/moment-format';
import { SendButton, SendForm } from '../../ui/send-form';
import { showProblem, showToast } from '../../ui/toast';
import { boardBody, boardErrors, draftOf, fieldOfPath, fitsBoard } from './board-draft';
import { useBoardActions } from './use-board-actions';

const fieldMessages = {
  name: 'board.field.name',
  description: 'board.field.description',
  deadline: 'board.field.deadline',
  assignedUserId: 'board.field.person',
} as const;

interface BoardFormProps {
  readonly projectId: number;
  readonly section: BoardSection;
  /** null makes a new one */
  readonly board: BoardAnswer | null;
  readonly onClose: () => void;
}

function useBoardForm({ projectId, section, board, onClose }: BoardFormProps) {
  const t = useT();
  const me = useMe();
  const client = useQueryClient();
  const { refresh } = useBoardActions();
  return useDraftForm({
    values: draftOf(board, section),
    revision: board?.revision,
    draft: {
      key: `gos-board-draft-${me.id}-${board === null ? `new-${projectId}` : board.id}`,
      place: 'tab',
      fits: fitsBoard,
    },
    body: boardBody,
    check: (draft) => boardErrors(draft, board?.deadline ?? null),
    atOnce: (code) => code.endsWith('too-long'),
    fieldOf: fieldOfPath,
    async send({ section: moved, ...changed }, { body: { name, section: into }, revision, idempotencyKey }) {
      if (board === null)
        return [await createBoard(projectId, { ...changed, name, section: into }, { idempotencyKey })];
      const isEdited = Object.keys(changed).length > 0;
      return [
        ...(isEdited ? [await editBoard(board.id, changed, { idempotencyKey, ifMatch: revision })] : []),
        ...(moved ? [await moveBoard(board.id, { section: moved, beforeId: null })] : []),
      ];
    },
    onSent(answers, { name = board?.name ?? '' }) {
      const message = t(board === null ? 'board.done.create' : 'board.done.edit', { name });
      showToast({ message, ...undoOf(answers, { refresh }) });
      onClose();
      void refresh();
    },
    onConflict: () => void client.invalidateQueries({ queryKey: boardKeys.list(projectId) }),
    onRefused(error) {
      showProblem(error, t(board === null ? 'board.failure.create' : 'board.failure.edit'));
      void client.invalidateQueries({ queryKey: boardKeys.list(projectId) });
      return undefined;
    },
  });
}

/** A new board, or the fields of one that is there. */
export function BoardForm(props: BoardFormProps) {
  const t = useT();
  const { locale } = useIntl();
  const { board, onClose } = props;
  const form = useBoardForm(props);
  const { draft, change, field, errorOf } = form;

  function valueText(path: string, value: unknown): string {
    if (value === null || value === undefined || value === '') return t('task.value.none');
    if (path === 'deadline') return fullMoment(locale, String(value));
    if (path !== 'assignedUserId') return String(value);
    return [draft.person, board?.assignedUser].find((person) => person?.id === value)?.name ?? `#${String(value)}`;
  }

  return (
    <Dialog
      onClose={onClose}
      title={t(board === null ? 'board.new' : 'board.edit.title')}
      closeOnClickOutside={!form.dirty}
    >
      <SendForm {...form.props} className={formClasses.dialog}>
        <TextInput label={t('board.field.name')} required data-autofocus {...field('name')} />
        <div className={formClasses.pair} data-stacks>
          <Select
            label={t('board.field.section')}
            allowDeselect={false}
            data={boardSections.map((one) => ({ value: one, label: t(`board.section.${one}`) }))}
            {...field('section')}
          />
          <DeadlineField
            label={t('board.field.deadline')}
            value={draft.deadline}
            error={errorOf('deadline')}
            onChange={(deadline) => change({ deadline })}
          >
            {draft.deadline === null ? (
              <span className={formClasses.placeholder}>{t('board.field.no-deadline')}</span>
            ) : (
              <DeadlineText deadline={draft.deadline} />
            )}
          </DeadlineField>
        </div>
        <PersonField
          label={t('board.field.person')}
          name="person"
          value={draft.person}
          none={t('board.field.nobody')}
          error={errorOf('person')}
          onChange={(person) => change({ person })}
        >
          {draft.person === null ? (
            <span className={formClasses.placeholder}>{t('board.field.nobody')}</span>
          ) : (
            <PersonLabel person={draft.person} />
          )}
        </PersonField>
        <Text mt={-8} fz={12} lh="inherit" c="dimmed">
          {t('board.field.person-help')}
        </Text>
        <Textarea label={t('board.field.description')} autosize minRows={3} maxRows={12} {...field('description')} />
        <DialogAnswers>
          <SmallButton
            variant="default"
            onClick={() => {
              form.discard();
              onClose();
            }}
          >
            {t('task.action.cancel')}
          </SmallButton>
          <SendButton loading={form.busy}>{t(board === null ? 'board.create' : 'task.action.save')}</SendButton>
        </DialogAnswers>
      </SendForm>
      <LazyConflictDialog
        form={form}
        nameOf={(path) => (path in fieldMessages ? t(fieldMessages[path as keyof typeof fieldMessages]) : path)}
        render={valueText}
      />
    </Dialog>
  );
}

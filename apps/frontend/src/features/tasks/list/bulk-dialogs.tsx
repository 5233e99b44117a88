import type { TaskRowAnswer } from '@gos/contract';
import { limits, normalizeText, taskFieldChecks } from '@gos/domain';
import { Box, Group, TagsInput, Textarea } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { editOf, moveTo, type TaskChange, type TaskPlacing } from '../../../entities/task/task-changes';
import { TaskOutcomes } from '../../../entities/task/task-outcomes';
import { type MessageId, problemText, useT } from '../../../i18n';
import { SmallButton } from '../../../ui/buttons';
import { Dialog, DialogAnswers } from '../../../ui/dialog';
import { PlaceFields } from '../form/place-fields';
import classes from './bulk.module.css';
import type { BulkKind } from './bulk-rights';
import type { BulkReport } from './use-bulk';

export type BulkQuestion = Exclude<BulkKind, 'assign' | 'deadline' | 'priority' | 'plan'>;
type ChangeOf = (row: TaskRowAnswer) => TaskChange | null;

interface QuestionProps {
  readonly rows: readonly TaskRowAnswer[];
  /** How many of them take it, as far as is known here. */
  readonly allowed: number;
  readonly onClose: () => void;
  readonly onRun: (change: ChangeOf) => void;
}

const titles: Record<BulkQuestion, MessageId> = {
  accept: 'task.bulk.ask.accept',
  tags: 'task.bulk.ask.tags',
  move: 'task.bulk.ask.move',
  return: 'task.bulk.ask.return',
  end: 'task.bulk.ask.end',
  delete: 'task.bulk.ask.delete',
};

const submits: Record<BulkQuestion, MessageId> = {
  accept: 'task.action.accept',
  tags: 'task.action.save',
  move: 'task.move.submit',
  return: 'task.action.return',
  end: 'task.bulk.end',
  delete: 'task.bulk.delete',
};

interface FrameProps extends Pick<QuestionProps, 'rows' | 'allowed' | 'onClose'> {
  readonly kind: BulkQuestion;
  readonly onSubmit: () => void;
  readonly children?: ReactNode;
  readonly disabled?: boolean;
}

function Frame({ kind, rows, allowed: now, onClose, onSubmit, children, disabled = false }: FrameProps) {
  const t = useT();
  // The number stays, so that live changes move no button under the pointer; the result shows the real one.
  const [allowed] = useState(now);
  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit();
  }
  return (
    <Dialog onClose={onClose} title={t(titles[kind], { count: rows.length })} size="sm">
      <Box component="form" display="grid" style={{ gap: 14 }} onSubmit={submit} noValidate>
        {allowed < rows.length && (
          <Box component="p" m={0} c="dimmed" fz={13}>
            {t('task.bulk.some', { allowed, count: rows.length })}
          </Box>
        )}
        {children}
        <DialogAnswers>
          <SmallButton variant="default" onClick={onClose}>
            {t('task.action.cancel')}
          </SmallButton>
          <SmallButton
            type="submit"
            disabled={disabled}
            color={kind === 'delete' || kind === 'end' ? 'red' : undefined}
            data-autofocus={children === undefined || undefined}
          >
            {t(submits[kind])}
          </SmallButton>
        </DialogAnswers>
      </Box>
    </Dialog>
  );
}

function ReasonQuestion({ kind, onRun, ...frame }: QuestionProps & { readonly kind: 'return' | 'end' }) {
  const t = useT();
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const missing = kind === 'return' && normalizeText(text) === '';
  const long = taskFieldChecks.text(text);
  const error = long ?? (tried && missing ? { code: 'task.reason.required' as const, params: undefined } : null);
  function submit() {
    setTried(true);
    if (missing || long !== null) return;
    const reason = normalizeText(text);
    onRun(() =>
      kind === 'return' ? { type: kind, body: { reason } } : { type: kind, body: reason ? { reason } : {} },
    );
  }
  return (
    <Frame {...frame} kind={kind} onSubmit={submit}>
      <Textarea
        data-autofocus
        label={t(kind === 'return' ? 'task.ask.reason' : 'task.ask.end-reason')}
        description={kind === 'return' ? t('task.bulk.one-reason') : undefined}
        required={kind === 'return'}
        withAsterisk={kind === 'return'}
        autosize
        minRows={2}
        maxRows={12}
        value={text}
        error={error && t(error.code, error.params)}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          submit();
        }}
      />
    </Frame>
  );
}

/** Tags added to those that a task has, or taken from them. */
function tagsOf(row: TaskRowAnswer, added: readonly string[], removed: readonly string[]): string[] {
  return [...new Set([...row.tags, ...added])].filter((tag) => !removed.includes(tag));
}

function TagsQuestion({ onRun, ...frame }: QuestionProps) {
  const t = useT();
  const [added, setAdded] = useState<string[]>([]);
  const [removed, setRemoved] = useState<string[]>([]);
  const present = [...new Set(frame.rows.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b));
  const error = taskFieldChecks.tags(added);
  const changes = added.length > 0 || removed.length > 0;
  function submit() {
    if (error !== null || !changes) return;
    const clean = added.map(normalizeText).filter((tag) => tag !== '');
    onRun((row) => {
      const tags = tagsOf(row, clean, removed);
      const same = tags.length === row.tags.length && tags.every((tag) => row.tags.includes(tag));
      return same ? null : editOf({ tags }, row.revision);
    });
  }
  return (
    <Frame {...frame} kind="tags" onSubmit={submit} disabled={!changes || error !== null}>
      <TagsInput
        data-autofocus
        size="sm"
        label={t('task.bulk.tags.add')}
        placeholder={added.length === 0 ? t('task.tags.hint') : undefined}
        value={added}
        onChange={setAdded}
        acceptValueOnBlur
        maxTags={limits.tags.max}
        error={error && t(error.code, error.params)}
      />
      {present.length > 0 && (
        <Group component="fieldset" className={classes.present} gap="6px 14px" mah="30vh" m={0} p={0} bd={0}>
          <Box component="legend" p={0} mb={6} fz={13} fw={500}>
            {t('task.bulk.tags.remove')}
          </Box>
          {present.map((tag) => (
            <label key={tag}>
              <input
                type="checkbox"
                checked={removed.includes(tag)}
                onChange={({ currentTarget }) =>
                  setRemoved(currentTarget.checked ? [...removed, tag] : removed.filter((one) => one !== tag))
                }
              />
              <span>{tag}</span>
            </label>
          ))}
        </Group>
      )}
    </Frame>
  );
}

function MoveQuestion({ onRun, ...frame }: QuestionProps) {
  const [first] = frame.rows;
  const together = frame.rows.every((row) => row.project?.id === first?.project?.id);
  const [{ project, board }, setPlace] = useState<TaskPlacing>({
    project: together ? (first?.project ?? null) : null,
    board: null,
  });
  function submit() {
    onRun((row) =>
      row.project?.id === project?.id && row.board?.id === board?.id ? null : moveTo({ project, board }),
    );
  }
  return (
    <Frame {...frame} kind="move" onSubmit={submit}>
      <PlaceFields project={project} board={board} onChange={setPlace} first />
    </Frame>
  );
}

/** The dialog of a bulk action: its parameters or a confirmation. */
export function BulkDialog({ kind, ...props }: QuestionProps & { readonly kind: BulkQuestion }) {
  const t = useT();
  switch (kind) {
    case 'return':
    case 'end':
      return <ReasonQuestion {...props} kind={kind} />;
    case 'tags':
      return <TagsQuestion {...props} />;
    case 'move':
      return <MoveQuestion {...props} />;
    case 'delete':
      return (
        <Frame {...props} kind={kind} onSubmit={() => props.onRun(() => ({ type: kind, body: {} }))}>
          <Box component="p" m={0} fz={13}>
            {t('task.bulk.delete-text')}
          </Box>
        </Frame>
      );
    case 'accept':
      return <Frame {...props} kind={kind} onSubmit={() => props.onRun(() => ({ type: kind, body: {} }))} />;
  }
}

/** How many it was done to, and to which it was not, each with the reason. */
export function BulkTold({ told, onClose }: { readonly told: BulkReport; readonly onClose: () => void }) {
  const t = useT();
  const { undo } = told;
  return (
    <Dialog onClose={onClose} title={t('task.bulk.told')} size="md">
      <Box component="p" m={0} fz={13}>
        {told.message}
      </Box>
      <TaskOutcomes
        title={t('task.bulk.refused', { count: told.refused.length })}
        tasks={told.refused.map(({ row, problem }) => ({
          ...row,
          why: problem === null ? t('task.failure.action') : problemText(problem, t),
        }))}
      />
      <DialogAnswers>
        {undo && (
          <SmallButton
            variant="default"
            onClick={() => {
              onClose();
              undo();
            }}
          >
            {t('toast.undo')}
          </SmallButton>
        )}
        <SmallButton data-autofocus onClick={onClose}>
          {t('task.action.close')}
        </SmallButton>
      </DialogAnswers>
    </Dialog>
  );
}

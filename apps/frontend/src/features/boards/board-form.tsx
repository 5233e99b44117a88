import type { BoardAnswer, PersonRef } from '@gos/contract';
import {
  type BoardFields,
  type BoardSection,
  boardFieldChecks,
  boardSections,
  type FieldError,
  type Instant,
  tidy,
} from '@gos/domain';
import { Button, Kbd, Modal, Select, Textarea, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { boardKeys, createBoard, deleteBoard, editBoard, moveBoard } from '../../entities/board/boards.api';
import { DeadlinePicker } from '../../entities/task/deadline-picker';
import { DeadlineText } from '../../entities/task/deadline-text';
import { PersonLabel } from '../../entities/user/avatar';
import { PersonPicker } from '../../entities/user/person-picker';
import { useMe } from '../../entities/user/users.api';
import { useT } from '../../i18n';
import { ApiProblem } from '../../lib/api';
import { randomId } from '../../lib/random-id';
import { useFocusReturn } from '../../lib/use-focus-return';
import formClasses from '../../ui/form.module.css';
import { FieldBox, FieldButton } from '../../ui/form-field';
import { fullDeadline } from '../../ui/moment-format';
import { showProblem, showToast } from '../../ui/toast';
import classes from './board-dialogs.module.css';
import { useBoardActions } from './use-board-actions';

interface Draft {
  readonly name: string;
  readonly section: BoardSection;
  readonly description: string;
  readonly deadline: Instant | null;
  readonly person: PersonRef | null;
}
type Field = keyof Draft;

const fieldOfPath = (path: string): Field | null =>
  path === 'assignedUserId'
    ? 'person'
    : ((['name', 'section', 'description', 'deadline'] as const).find((field) => field === path) ?? null);

function draftOf(board: BoardAnswer | null, section: BoardSection): Draft {
  return board === null
    ? { name: '', section, description: '', deadline: null, person: null }
    : {
        name: board.name,
        section: board.section,
        description: board.description,
        deadline: board.deadline,
        person: board.assignedUser,
      };
}

const sameDraft = (a: Draft, b: Draft) =>
  a.name === b.name &&
  a.section === b.section &&
  a.description === b.description &&
  a.deadline === b.deadline &&
  a.person?.id === b.person?.id;

interface Begun {
  /** As it was when the typing began: what others change meanwhile is told by the server. */
  readonly before: Draft;
  readonly revision: number;
  readonly draft: Draft;
}

/** What was typed and not sent outlives the dialog and a reload, for this person and this tab. */
function kept(key: string): Begun | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Begun | null;
  } catch {
    return null;
  }
}

function begun(key: string, board: BoardAnswer | null, section: BoardSection): Begun {
  const present = draftOf(board, section);
  const found = kept(key);
  if (found === null) return { before: present, revision: board?.revision ?? 0, draft: present };
  // A new one is meant for the section in which it was begun this time.
  return board === null && found.before.section !== section
    ? { ...found, before: { ...found.before, section }, draft: { ...found.draft, section } }
    : found;
}

type Errors = Partial<Record<Field, FieldError>>;

function errorsOf(draft: Draft, before: Draft): Errors {
  const found: Partial<Record<Field, FieldError | null>> = {
    name: boardFieldChecks.name(draft.name),
    description: boardFieldChecks.description(draft.description),
    deadline:
      draft.deadline === null || draft.deadline === before.deadline ? null : boardFieldChecks.deadline(draft.deadline),
  };
  return Object.fromEntries(Object.entries(found).filter(([, error]) => error !== null)) as Errors;
}

function changesOf(draft: Draft, before: Draft): Partial<BoardFields> {
  return {
    ...(tidy(draft.name) !== before.name && { name: tidy(draft.name) }),
    ...(tidy(draft.description) !== before.description && { description: tidy(draft.description) }),
    ...(draft.deadline !== before.deadline && { deadline: draft.deadline }),
    ...(draft.person?.id !== before.person?.id && { assignedUserId: draft.person?.id ?? null }),
  };
}

interface BoardFormProps {
  readonly projectId: number;
  readonly section: BoardSection;
  /** null makes a new one */
  readonly board: BoardAnswer | null;
  readonly onClose: () => void;
}

/** A new board, or the fields of one that is there. */
export function BoardForm({ projectId, section, board, onClose }: BoardFormProps) {
  useFocusReturn();
  const t = useT();
  const me = useMe();
  const { locale } = useIntl();
  const client = useQueryClient();
  const { refresh } = useBoardActions();
  const keptKey = `gos-board-draft-${me.id}-${board === null ? `new-${projectId}` : board.id}`;
  const [{ before, revision, draft }, setState] = useState<Begun>(() => begun(keptKey, board, section));
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Partial<Record<Field, string>>>({});
  const [sending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const unanswered = useRef<{ readonly body: string; readonly key: string } | null>(null);

  useEffect(() => {
    if (sameDraft(draft, before)) sessionStorage.removeItem(keptKey);
    else sessionStorage.setItem(keptKey, JSON.stringify({ before, revision, draft } satisfies Begun));
  }, [draft, before, revision, keptKey]);

  const errors = errorsOf(draft, before);
  const errorOf = (field: Field) => {
    const error = errors[field];
    if (error !== undefined && (tried || /too-long$/.test(error.code))) return t(error.code, error.params);
    return refused[field];
  };

  function change(part: Partial<Draft>) {
    setState((present) => ({ ...present, draft: { ...present.draft, ...part } }));
    setRefused((present) => {
      const rest = { ...present };
      for (const field of Object.keys(part)) delete rest[field as Field];
      return rest;
    });
  }

  function leave() {
    sessionStorage.removeItem(keptKey);
    onClose();
  }

  async function send(key: string): Promise<void> {
    if (board === null) {
      const { id } = await createBoard(
        projectId,
        {
          name: tidy(draft.name),
          section: draft.section,
          ...(tidy(draft.description) !== '' && { description: tidy(draft.description) }),
          ...(draft.deadline !== null && { deadline: draft.deadline }),
          ...(draft.person !== null && { assignedUserId: draft.person.id }),
        },
        { idempotencyKey: key },
      );
      showToast({
        message: t('board.done.create', { name: tidy(draft.name) }),
        undo: () => void deleteBoard(id).then(refresh, (error) => showProblem(error, t('board.failure.change'))),
      });
      return;
    }
    const fields = changesOf(draft, before);
    if (Object.keys(fields).length > 0) {
      await editBoard(board.id, fields, { idempotencyKey: key, ifMatch: revision });
    }
    if (draft.section !== before.section) await moveBoard(board.id, { section: draft.section, beforeId: null });
    showToast({ message: t('board.done.edit', { name: tidy(draft.name) }) });
  }

  /** What another person wrote meanwhile is said beside the field; sent once more, the reader's own value stands. */
  function told(problem: ApiProblem): Partial<Record<Field, string>> {
    const found: Partial<Record<Field, string>> = {};
    for (const { path, code, params, message } of problem.errors) {
      const field = fieldOfPath(path);
      if (field !== null) found[field] ??= t(code, params) || message;
    }
    for (const { path, theirs } of problem.problem.conflicts ?? []) {
      const field = fieldOfPath(path);
      const known = field === 'person' ? null : theirs;
      const value =
        field === 'deadline' && typeof known === 'string' ? fullDeadline(locale, known) : String(known ?? '–');
      if (field !== null) found[field] = t('task.edit.changed-meanwhile', { value });
    }
    return found;
  }

  async function submit(event?: FormEvent) {
    event?.preventDefault();
    if (sending) return;
    setTried(true);
    const [wrong] = Object.keys(errors);
    if (wrong !== undefined) {
      form.current?.querySelector<HTMLElement>(`[data-field="${wrong}"]`)?.focus();
      return;
    }
    const body = JSON.stringify([draft, revision]);
    const key = unanswered.current?.body === body ? unanswered.current.key : randomId();
    unanswered.current = { body, key };
    setSending(true);
    try {
      await send(key);
      sessionStorage.removeItem(keptKey);
      onClose();
      void refresh();
    } catch (error) {
      showProblem(error, t(board === null ? 'board.failure.create' : 'board.failure.edit'));
      if (!(error instanceof ApiProblem)) return;
      if (error.status >= 400 && error.status < 500) unanswered.current = null;
      setRefused(told(error));
      const { revision: present } = error.problem;
      if (error.code === 'conflict' && present !== undefined) setState((state) => ({ ...state, revision: present }));
      void client.invalidateQueries({ queryKey: boardKeys.list(projectId) });
    } finally {
      setSending(false);
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void submit();
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t(board === null ? 'board.new' : 'board.edit.title')}
      closeOnClickOutside={sameDraft(draft, before)}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <form ref={form} className={classes.form} onSubmit={submit} onKeyDown={onKeyDown} noValidate>
        <TextInput
          label={t('board.field.name')}
          required
          data-autofocus
          data-field="name"
          value={draft.name}
          error={errorOf('name')}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <div className={classes.pair}>
          <Select
            label={t('board.field.section')}
            allowDeselect={false}
            data-field="section"
            data={boardSections.map((one) => ({ value: one, label: t(`board.section.${one}`) }))}
            value={draft.section}
            error={errorOf('section')}
            onChange={(one) => one && change({ section: one as BoardSection })}
          />
          <FieldBox label={t('board.field.deadline')} error={errorOf('deadline')}>
            {({ labelId, errorId }) => (
              <DeadlinePicker
                label={t('board.field.deadline')}
                value={draft.deadline}
                onChange={(deadline) => change({ deadline })}
              >
                {(props) => (
                  <FieldButton
                    {...props}
                    aria-labelledby={labelId}
                    aria-describedby={errorId}
                    wrong={errorId !== undefined}
                    data-field="deadline"
                  >
                    <IconCalendar size={16} stroke={1.75} aria-hidden />
                    {draft.deadline === null ? (
                      <span className={formClasses.placeholder}>{t('board.field.no-deadline')}</span>
                    ) : (
                      <DeadlineText deadline={draft.deadline} />
                    )}
                  </FieldButton>
                )}
              </DeadlinePicker>
            )}
          </FieldBox>
        </div>
        <FieldBox label={t('board.field.person')} error={errorOf('person')}>
          {({ labelId, errorId }) => (
            <PersonPicker
              label={t('board.field.person')}
              value={draft.person}
              none={t('board.field.nobody')}
              onChange={(person) => change({ person })}
            >
              {(props) => (
                <FieldButton
                  {...props}
                  aria-labelledby={labelId}
                  aria-describedby={errorId}
                  wrong={errorId !== undefined}
                  data-field="person"
                >
                  {draft.person === null ? (
                    <span className={formClasses.placeholder}>{t('board.field.nobody')}</span>
                  ) : (
                    <PersonLabel person={draft.person} />
                  )}
                </FieldButton>
              )}
            </PersonPicker>
          )}
        </FieldBox>
        <p className={classes.help}>{t('board.field.person-help')}</p>
        <Textarea
          label={t('board.field.description')}
          autosize
          minRows={3}
          maxRows={12}
          data-field="description"
          value={draft.description}
          error={errorOf('description')}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <div className={classes.answers}>
          <Button variant="default" onClick={leave}>
            {t('task.action.cancel')}
          </Button>
          <Button
            type="submit"
            loading={sending}
            aria-keyshortcuts="Control+Enter"
            rightSection={<Kbd className={classes.key}>Ctrl ↵</Kbd>}
          >
            {t(board === null ? 'board.create' : 'task.action.save')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

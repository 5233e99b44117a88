import type { NamedRef, PersonRef } from '@gos/contract';
import { normalizeText, taskFieldChecks } from '@gos/domain';
import { Anchor, CloseButton, Text, UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { boardKeys, createBoardTask } from '../../entities/board/boards.api';
import { withDecisions } from '../../entities/task/shown-changes';
import { StateRing } from '../../entities/task/state-ring';
import { useMe } from '../../entities/user/users.api';
import { useT } from '../../i18n';
import { ApiProblem } from '../../lib/api';
import { randomId } from '../../lib/random-id';
import pieces from '../../ui/pieces.module.css';
import { showProblem } from '../../ui/toast';
import classes from './boards.module.css';

interface Sent {
  readonly key: string;
  readonly name: string;
  /** It was not created, and waits until it is sent again or dropped. */
  readonly failed?: boolean;
}

interface QuickAddProps {
  readonly project: NamedRef;
  readonly board: (NamedRef & { readonly assignedUser: PersonRef | null }) | null;
}

/** A task by its name alone, at the end of a board; the board's person gets it. */
export function QuickAdd({ project, board }: QuickAddProps) {
  const t = useT();
  const me = useMe();
  const client = useQueryClient();
  const errorId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [sent, setSent] = useState<readonly Sent[]>([]);
  /** A name that was given back because no answer came: sent again it is the same task. */
  const unanswered = useRef<Sent | null>(null);
  const typed = useRef(text);
  typed.current = text;
  const solver = board?.assignedUser ?? null;
  const state = solver === null ? 'created' : 'assigned';

  const forget = (key: string) => setSent((present) => present.filter((one) => one.key !== key));

  function add() {
    const name = normalizeText(text);
    const wrong = taskFieldChecks.name(name);
    if (wrong) return setError(t(wrong.code, wrong.params));
    const again = unanswered.current?.name === name ? unanswered.current.key : null;
    unanswered.current = null;
    setText('');
    setError(null);
    void send({ key: again ?? randomId(), name });
  }

  async function send({ key, name }: Sent) {
    setSent((present) => [...present.filter((one) => one.key !== key), { key, name }]);
    try {
      const body = { name, projectId: project.id, ...(board && { boardId: board.id }) };
      const answer = await createBoardTask(body, key);
      await withDecisions(({ showNew }) => showNew(client, answer, body, { project, board, person: solver }, me));
      void client.invalidateQueries({ queryKey: boardKeys.list(project.id) });
      forget(key);
    } catch (failure) {
      showProblem(failure, t('board.failure.task-create'));
      const refused = failure instanceof ApiProblem && failure.status >= 400 && failure.status < 500;
      const known = { key: refused ? randomId() : key, name };
      if (typed.current !== '') {
        // The next name is being typed, so the failed one waits next to it.
        setSent((present) => present.map((one) => (one.key === key ? { ...known, failed: true } : one)));
        return;
      }
      forget(key);
      const [field] = failure instanceof ApiProblem ? failure.errors : [];
      if (field?.path === 'name') setError(t(field.code, field.params));
      unanswered.current = known;
      typed.current = name;
      setOpen(true);
      setText(name);
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      event.preventDefault();
      add();
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      setError(null);
      setOpen(false);
    }
  }

  return (
    <div className={`${pieces.rows} ${classes.tasks} ${classes.add}`}>
      {sent.map(({ key, name, failed = false }) => (
        <div key={key} className={classes.task} data-sending={!failed || undefined}>
          <StateRing state={state} size={16} />
          <span className={`${pieces.word} ${classes.taskName}`}>{name}</span>
          {failed && (
            <>
              <Anchor component="button" type="button" flex="none" fz={12.5} onClick={() => void send({ key, name })}>
                {t('app.error.retry')}
                <span className={pieces.hidden}> – {name}</span>
              </Anchor>
              <CloseButton size="xs" aria-label={t('board.add-task.drop', { name })} onClick={() => forget(key)} />
            </>
          )}
        </div>
      ))}
      {open ? (
        <>
          <input
            ref={input}
            className={classes.addInput}
            // biome-ignore lint/a11y/noAutofocus: it appears after a click on its button
            autoFocus
            value={text}
            placeholder={t('board.add-task.placeholder')}
            aria-label={t('board.add-task.label', { board: board?.name ?? t('board.none') })}
            aria-invalid={error !== null}
            aria-describedby={error === null ? undefined : errorId}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setError(null);
            }}
            onKeyDown={onKeyDown}
            onBlur={() => text.trim() === '' && setOpen(false)}
          />
          {error !== null && (
            <Text id={errorId} fz={12} lh="inherit" c="var(--gos-late-text)" role="alert">
              {error}
            </Text>
          )}
        </>
      ) : (
        <UnstyledButton className={classes.addButton} onClick={() => setOpen(true)}>
          <IconPlus size={14} stroke={1.75} aria-hidden />
          {t('board.add-task')}
          <span className={pieces.hidden}> – {board?.name ?? t('board.none')}</span>
        </UnstyledButton>
      )}
    </div>
  );
}

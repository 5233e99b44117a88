import type { PersonRef, TaskAnswer } from '@gos/contract';
import { mentionsIn, normalizeText, taskFieldChecks } from '@gos/domain';
import { Box, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { addParticipant, type TaskChange } from '../../../entities/task/task-changes';
import { useReader } from '../../../entities/user/use-reader';
import { type MessageId, useT } from '../../../i18n';
import { keepDraft, readDraft } from '../../../lib/kept-draft';
import { ChipButton, SmallButton } from '../../../ui/buttons';
import pieces from '../../../ui/pieces.module.css';
import { Offer, SendButton } from '../../../ui/send-form';
import { MentionTextarea } from '../fields/mention-textarea';
import { withMentions } from './mention-text';
import { usePanelTask } from './panel-task';

interface Unsent {
  readonly text: string;
  /** The people whom the text names. */
  readonly mentioned: readonly PersonRef[];
}

const nothing: Unsent = { text: '', mentioned: [] };

/** The comment that was typed and not sent; `first` where none was. */
function unsent(key: string, first = nothing): Unsent {
  const { text, mentioned } = (readDraft(key, 'tab') ?? first) as Partial<Unsent>;
  return typeof text === 'string' && Array.isArray(mentioned) ? { text, mentioned } : first;
}

/** A text with numbers, as a person edits it: with the names of those whom it mentions. */
export function unsentOf(text: string, names: ReadonlyMap<number, string>): Unsent {
  const mentioned = mentionsIn(text).flatMap((id) => {
    const name = names.get(id);
    return name === undefined ? [] : [{ id, name }];
  });
  const named = mentioned.reduce((written, { id, name }) => written.replaceAll(`@[${id}]`, `@${name}`), text);
  return { text: named, mentioned };
}

interface CommentFieldProps {
  /** The name of its draft within the task. */
  readonly name: string;
  readonly label: MessageId;
  readonly placeholder?: MessageId;
  readonly send: MessageId;
  /** The text at the beginning. */
  readonly first?: Unsent;
  readonly changeOf: (text: string) => TaskChange;
  /** Closes the field, which is opened and closed; absent: it stays. */
  readonly onClose?: () => void;
  /** Opens it again with its text, when it was refused. */
  readonly onRefused?: () => void;
}

/** The mentioned people without a part in the task. */
function outsidersOf(task: TaskAnswer, { text, mentioned }: Unsent): readonly PersonRef[] {
  const { acknowledged, passive } = task.participants;
  const parties = [task.contractor, task.solver, ...acknowledged, ...passive];
  const isOutside = ({ id }: PersonRef) => parties.every((person) => person?.id !== id);
  const named = mentioned.filter((person) => text.includes(`@${person.name}`) && isOutside(person));
  return named.filter(({ id }, index) => named.findIndex((one) => one.id === id) === index);
}

/** Offers to put mentioned people on notice: without a part in the task or its project they learn nothing of it. */
function Outsiders({ people }: { readonly people: readonly PersonRef[] }) {
  const t = useT();
  const { task, actions } = usePanelTask();
  if (task.can.participants !== true) return null;
  return people.map((person) => (
    <Offer key={person.id} text={t('task.comment.outside', { name: person.name })}>
      <ChipButton variant="default" onClick={() => void actions.run(addParticipant(person, 'acknowledged'))}>
        {t('task.comment.bring-in')}
      </ChipButton>
    </Offer>
  ));
}

/** Writes a comment. An unsent text outlives the panel and a refusal. */
export function CommentField({
  name,
  label,
  placeholder,
  send: sendText,
  first = nothing,
  changeOf,
  onClose,
  onRefused,
}: CommentFieldProps) {
  const t = useT();
  const { task, actions } = usePanelTask();
  const key = `gos-unsent-${name}-${useReader().id}-${task.id}`;
  const [{ text, mentioned }, setDraft] = useState(() => unsent(key, first));
  const frame = useRef<HTMLFormElement>(null);
  const isOpened = onClose !== undefined;
  useEffect(() => {
    if (!isOpened) return;
    const area = frame.current?.querySelector('textarea');
    area?.focus();
    area?.setSelectionRange(area.value.length, area.value.length);
  }, [isOpened]);
  const error = taskFieldChecks.text(text);
  const isEmpty = normalizeText(text) === '';

  function keep(next: Unsent | null) {
    setDraft(next ?? nothing);
    keepDraft(key, next, 'tab');
  }

  function change(part: Partial<Unsent>) {
    const next = { ...unsent(key, first), ...part };
    keep(next.text === '' && !isOpened ? null : next);
  }

  async function send() {
    if (isEmpty || error !== null) return;
    const given = text;
    keep(null);
    onClose?.();
    const outcome = await actions.run(changeOf(normalizeText(withMentions(given, mentioned))));
    if (outcome.ok || 'ignored' in outcome) return;
    // The text returns to the field, together with any text that was typed or returned meanwhile.
    const kept = unsent(key);
    keep({
      text: kept.text === '' ? given : `${kept.text}\n${given}`,
      mentioned: [...mentioned, ...kept.mentioned],
    });
    onRefused?.();
  }

  return (
    <Box
      component="form"
      ref={frame}
      className={pieces.rows}
      mt={isOpened ? 4 : 12}
      style={{ gap: 6 }}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={(event) => {
        if (!isOpened || event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <MentionTextarea
        label={t(label)}
        placeholder={placeholder && t(placeholder)}
        value={text}
        error={error && t(error.code, error.params)}
        onChange={(next) => change({ text: next })}
        onMention={(person) => change({ mentioned: [...unsent(key, first).mentioned, person] })}
        onSubmit={() => void send()}
      />
      <Outsiders people={outsidersOf(task, { text, mentioned })} />
      <Group gap={8} justify="flex-end">
        {isOpened && (
          <SmallButton
            variant="default"
            onClick={() => {
              keep(null);
              onClose();
            }}
          >
            {t('task.action.cancel')}
          </SmallButton>
        )}
        <SendButton variant={isEmpty ? 'default' : 'filled'}>{t(sendText)}</SendButton>
      </Group>
    </Box>
  );
}

/** The field for a new comment, where the reader may write one. */
export function CommentForm() {
  const { task, past } = usePanelTask();
  if (past || task.can.comments !== true) return null;
  return (
    <CommentField
      name="comment"
      label="task.comment.label"
      placeholder="task.comment.placeholder"
      send="task.comment.send"
      changeOf={(text) => ({ type: 'comment', body: { text } })}
    />
  );
}

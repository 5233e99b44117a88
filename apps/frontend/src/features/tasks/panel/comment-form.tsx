import type { PersonRef } from '@gos/contract';
import { normalizeText, taskFieldChecks } from '@gos/domain';
import { Box } from '@mantine/core';
import { useState } from 'react';
import { useReader } from '../../../entities/user/use-reader';
import { useT } from '../../../i18n';
import { keepDraft, readDraft } from '../../../lib/kept-draft';
import pieces from '../../../ui/pieces.module.css';
import { SendButton } from '../../../ui/send-form';
import { MentionTextarea } from '../fields/mention-textarea';
import { withMentions } from './mention-text';
import { usePanelTask } from './panel-task';

interface Unsent {
  readonly text: string;
  /** The people whom the text names. */
  readonly mentioned: readonly PersonRef[];
}

const nothing: Unsent = { text: '', mentioned: [] };

/** The comment that was typed and not sent. */
function unsent(key: string): Unsent {
  const { text, mentioned } = (readDraft(key, 'tab') ?? nothing) as Partial<Unsent>;
  return typeof text === 'string' && Array.isArray(mentioned) ? { text, mentioned } : nothing;
}

export function CommentForm() {
  const t = useT();
  const { task, actions, past } = usePanelTask();
  const key = `gos-unsent-comment-${useReader().id}-${task.id}`;
  const [{ text, mentioned }, setDraft] = useState(() => unsent(key));
  if (past || task.can.comments !== true) return null;
  const error = taskFieldChecks.text(text);

  function change(part: Partial<Unsent>) {
    const next = { ...unsent(key), ...part };
    setDraft(next);
    keepDraft(key, next.text === '' ? null : next, 'tab');
  }

  async function send() {
    if (normalizeText(text) === '' || error !== null) return;
    const given = text;
    change(nothing);
    const outcome = await actions.run({
      type: 'comment',
      body: { text: normalizeText(withMentions(given, mentioned)) },
    });
    if (outcome.ok || 'ignored' in outcome) return;
    // The text returns to the field, together with any text that was typed or returned meanwhile.
    const kept = unsent(key);
    change({
      text: kept.text === '' ? given : `${kept.text}\n${given}`,
      mentioned: [...mentioned, ...kept.mentioned],
    });
  }

  return (
    <Box
      component="form"
      className={pieces.rows}
      mt={12}
      style={{ gap: 6 }}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <MentionTextarea
        label={t('task.comment.label')}
        placeholder={t('task.comment.placeholder')}
        value={text}
        error={error && t(error.code, error.params)}
        onChange={(next) => change({ text: next })}
        onMention={(person) => change({ mentioned: [...unsent(key).mentioned, person] })}
        onSubmit={() => void send()}
      />
      <SendButton style={{ justifySelf: 'end' }} variant={normalizeText(text) === '' ? 'default' : 'filled'}>
        {t('task.comment.send')}
      </SendButton>
    </Box>
  );
}

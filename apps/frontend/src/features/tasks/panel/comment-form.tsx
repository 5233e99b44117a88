import type { PersonRef } from '@gos/contract';
import { normalizeText, taskFieldChecks } from '@gos/domain';
import { useState } from 'react';
import { useReader } from '../../../entities/user/use-reader';
import { useT } from '../../../i18n';
import { SendButton } from '../../../ui/send-form';
import { MentionTextarea } from '../fields/mention-textarea';
import { unsentOf } from '../fields/unsent';
import { withMentions } from './mention-text';
import { classes } from './panel-classes';
import { usePanelTask } from './panel-task';

interface Unsent {
  readonly text: string;
  /** Whom it names, so that they are told. */
  readonly mentioned: readonly PersonRef[];
}

const nothing: Unsent = { text: '', mentioned: [] };

/** What was typed and not sent stays with its task, and with whoever typed it. */
const unsent = unsentOf<Unsent>('comment', (stored) => {
  const { text, mentioned } = (stored ?? {}) as Partial<Unsent>;
  return typeof text === 'string' && Array.isArray(mentioned) ? { text, mentioned } : undefined;
});

export function CommentForm() {
  const t = useT();
  const { task, actions, past } = usePanelTask();
  const key = `${useReader().id}-${task.id}`;
  const [{ text, mentioned }, setDraft] = useState(() => unsent.get(key) ?? nothing);
  if (past || task.can.comments !== true) return null;
  const error = taskFieldChecks.text(text);

  function change(part: Partial<Unsent>) {
    const next = { ...(unsent.get(key) ?? nothing), ...part };
    setDraft(next);
    unsent.set(key, next.text === '' ? undefined : next);
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
    // Back to be sent again, beside what has been typed or come back meanwhile.
    const kept = unsent.get(key) ?? nothing;
    change({
      text: kept.text === '' ? given : `${kept.text}\n${given}`,
      mentioned: [...mentioned, ...kept.mentioned],
    });
  }

  return (
    <form
      className={classes.commentForm}
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
        onMention={(person) => change({ mentioned: [...(unsent.get(key)?.mentioned ?? []), person] })}
        onSubmit={() => void send()}
      />
      <SendButton variant={normalizeText(text) === '' ? 'default' : 'filled'}>{t('task.comment.send')}</SendButton>
    </form>
  );
}

import { taskFieldChecks, tidy } from '@gos/domain';
import type { PersonRef } from '@gos/projections';
import { Kbd } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../../../i18n';
import { SmallButton } from '../fields/buttons';
import { MentionTextarea } from '../fields/mention-textarea';
import { useRefusal } from '../use-refusal';
import { withMentions } from './mention-text';
import { classes } from './panel-classes';
import { usePanelTask } from './panel-task';

/** What was typed and not sent stays with its task while the page lives. */
const unsent = new Map<number, string>();

export function CommentForm() {
  const t = useT();
  const refusal = useRefusal();
  const { task, actions, past } = usePanelTask();
  const [text, setText] = useState(() => unsent.get(task.id) ?? '');
  const [mentioned, setMentioned] = useState<readonly PersonRef[]>([]);
  if (past || task.can.comments !== true) return null;
  const error = taskFieldChecks.text(text);

  function type(next: string) {
    setText(next);
    if (next === '') unsent.delete(task.id);
    else unsent.set(task.id, next);
  }

  async function send() {
    if (tidy(text) === '' || error !== null) return;
    const given = text;
    type('');
    const outcome = await actions.run({ kind: 'comment', text: tidy(withMentions(given, mentioned)) });
    if (outcome.ok || 'ignored' in outcome) return;
    // Back to be sent again, beside what has been typed or come back meanwhile.
    const kept = unsent.get(task.id) ?? '';
    type(kept === '' ? given : `${kept}\n${given}`);
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
        error={error && refusal(error.code, error.params)}
        onChange={type}
        onMention={(person) => setMentioned((people) => [...people, person])}
        onSubmit={() => void send()}
      />
      <SmallButton
        type="submit"
        variant={tidy(text) === '' ? 'default' : 'filled'}
        aria-keyshortcuts="Control+Enter"
        rightSection={<Kbd className={classes.key}>Ctrl ↵</Kbd>}
      >
        {t('task.comment.send')}
      </SmallButton>
    </form>
  );
}

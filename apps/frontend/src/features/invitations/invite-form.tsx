import type { InvitedAnswer } from '@gos/contract';
import { type GlobalRole, globalRoles, limits } from '@gos/domain';
import { Select, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiProblem } from '../../lib/api';
import { SendButton, SendForm } from '../../ui/send-form';
import { showProblem } from '../../ui/toast';
import { addressesIn } from './addresses';
import { invitationKeys, invite } from './invitations.api';
import classes from './invitations.module.css';
import { useInvitationsT } from './invitations-texts';

const max = limits.invitationsAtOnce;

function Results({ results }: { readonly results: readonly InvitedAnswer[] }) {
  const t = useInvitationsT();
  return (
    <section role="status" aria-label={t('invitations.result')}>
      <ul className={classes.results}>
        {results.map(({ email, outcome }) => (
          <li key={email} data-outcome={outcome}>
            <span className={classes.email}>{email}</span> – {t(`invitations.outcome.${outcome}`)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Invites many at once, and says of each address what became of it. */
export function InviteForm() {
  const t = useInvitationsT();
  const client = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [role, setRole] = useState<GlobalRole>('member');
  const [error, setError] = useState<string | null>(null);
  const [results, setResults] = useState<readonly InvitedAnswer[]>([]);
  const [busy, setBusy] = useState(false);
  const { emails, leftOut } = addressesIn(text);

  function refused(sentence: string) {
    setError(sentence);
    field.current?.focus();
  }

  async function send() {
    if (busy) return;
    if (emails.length === 0) return refused(t('invitations.none'));
    if (emails.length > max) return refused(t('invitations.too-many', { max }));
    setBusy(true);
    try {
      const answer = await invite(emails.map((email) => ({ email, role })));
      setResults(answer.results);
      // What could not be read is left to be mended.
      setText(leftOut.join('\n'));
    } catch (problem) {
      const [wrong] = problem instanceof ApiProblem ? problem.errors : [];
      const index = /^invitations\.(\d+)\./.exec(wrong?.path ?? '')?.[1];
      if (wrong) refused(`${index === undefined ? '' : `${emails[Number(index)]}: `}${t(wrong.code, wrong.params)}`);
      else showProblem(problem);
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: invitationKeys.all });
    }
  }

  return (
    <SendForm className={classes.form} onSend={() => void send()}>
      <Textarea
        ref={field}
        label={t('invitations.emails')}
        description={t('invitations.emails.hint')}
        rows={4}
        resize="vertical"
        autoCapitalize="none"
        spellCheck={false}
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setError(null);
        }}
      />
      {leftOut.length > 0 && <p className={classes.hint}>{t('invitations.left-out', { words: leftOut.join(', ') })}</p>}
      <div className={classes.answers}>
        <Select
          label={t('invitations.role')}
          className={classes.role}
          allowDeselect={false}
          data={globalRoles.map((value) => ({ value, label: t(`people.role.${value}`) }))}
          value={role}
          onChange={(value) => value && setRole(value as GlobalRole)}
        />
        <SendButton loading={busy}>{t('invitations.send', { count: emails.length })}</SendButton>
      </div>
      {results.length > 0 && <Results results={results} />}
    </SendForm>
  );
}

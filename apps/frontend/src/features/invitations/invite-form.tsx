import type { InvitedAnswer } from '@gos/contract';
import { type GlobalRole, globalRoles, limits } from '@gos/domain';
import { Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem } from '../../lib/api';
import { useDraftForm } from '../../ui/form/use-draft-form';
import forms from '../../ui/form.module.css';
import pieces from '../../ui/pieces.module.css';
import { SendButton, SendForm } from '../../ui/send-form';
import { showProblem } from '../../ui/toast';
import { addressesIn } from './addresses';
import { CopyLinkButton } from './copy-link-button';
import { invitationKeys, invite } from './invitations.api';
import classes from './invitations.module.css';
import { useInvitationsT } from './invitations-texts';

const max = limits.invitationsAtOnce;

function Results({ results }: { readonly results: readonly InvitedAnswer[] }) {
  const t = useInvitationsT();
  return (
    <section role="status" aria-label={t('invitations.result')}>
      <Stack
        component="ul"
        className={pieces.list}
        gap={4}
        p="10px 14px"
        bd="1px solid var(--gos-line)"
        bdrs={8}
        fz={13}
      >
        {results.map(({ email, outcome, id }) => (
          <li key={email} data-outcome={outcome}>
            <span className={classes.email}>{email}</span> – {t(`invitations.outcome.${outcome}`)}
            {id !== null && (
              <>
                {' '}
                <CopyLinkButton id={id} email={email} />
              </>
            )}
          </li>
        ))}
      </Stack>
    </section>
  );
}

/** Invites many at once, and says of each address what became of it. */
export function InviteForm() {
  const t = useInvitationsT();
  const client = useQueryClient();
  const [results, setResults] = useState<readonly InvitedAnswer[]>([]);
  const form = useDraftForm({
    values: { text: '', role: 'member' as GlobalRole },
    forgiving: true,
    check({ text }) {
      const { emails } = addressesIn(text);
      if (emails.length > max) return { text: t('invitations.too-many', { max }) };
      return { text: emails.length === 0 && t('invitations.none') };
    },
    send: (_, { values: { text, role } }) =>
      invite(addressesIn(text).emails.map((email) => ({ email, role }))).finally(
        () => void client.invalidateQueries({ queryKey: invitationKeys.all }),
      ),
    onSent(answer) {
      setResults(answer.results);
      // Unreadable words stay in the field for correction.
      form.change({ text: leftOut.join('\n') });
    },
    onRefused(error) {
      const [wrong] = error instanceof ApiProblem ? error.errors : [];
      if (!wrong) showProblem(error);
      const index = /^invitations\.(\d+)\./.exec(wrong?.path ?? '')?.[1];
      const address = index === undefined ? '' : `${emails[Number(index)]}: `;
      return wrong && { text: `${address}${t(wrong.code, wrong.params)}` };
    },
  });
  const { emails, leftOut } = addressesIn(form.draft.text);

  return (
    <SendForm {...form.props} className={`${forms.dialog} ${classes.form}`}>
      <Textarea
        label={t('invitations.emails')}
        description={t('invitations.emails.hint')}
        rows={4}
        resize="vertical"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('text')}
      />
      {leftOut.length > 0 && (
        <Text inherit fz={12.5} c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {t('invitations.left-out', { words: leftOut.join(', ') })}
        </Text>
      )}
      <Group justify="space-between" align="flex-end" gap={12}>
        <Select
          label={t('invitations.role')}
          w={200}
          allowDeselect={false}
          data={globalRoles.map((value) => ({ value, label: t(`people.role.${value}`) }))}
          {...form.field('role')}
        />
        <SendButton loading={form.busy}>{t('invitations.send', { count: emails.length })}</SendButton>
      </Group>
      {results.length > 0 && <Results results={results} />}
    </SendForm>
  );
}

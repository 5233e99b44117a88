import type { CheckpointCopy } from '@gos/contract';
import { Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { MomentText } from '../../entities/task/deadline-text';
import { ApiProblem } from '../../lib/api';
import { SmallButton } from '../../ui/buttons';
import { FailedLine } from '../../ui/empty-state';
import pieces from '../../ui/pieces.module.css';
import { showProblem, showToast } from '../../ui/toast';
import { changeCopies, copiesQuery, logKeys } from './log-proof.api';
import classes from './log-proof.module.css';
import { useLogProofT } from './log-proof-texts';
import { ProofCard } from './proof-card';

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

interface CopiesFormProps {
  readonly copies: readonly CheckpointCopy[];
  readonly onSecret: (secret: string | null) => void;
}

function CopiesForm({ copies, onSecret }: CopiesFormProps) {
  const t = useLogProofT();
  const client = useQueryClient();
  const [emails, setEmails] = useState(() =>
    copies.flatMap(({ kind, address }) => (kind === 'email' ? [address] : [])).join('\n'),
  );
  const [url, setUrl] = useState(() => copies.find(({ kind }) => kind === 'webhook')?.address ?? '');
  const save = useMutation({
    mutationFn: changeCopies,
    onSuccess: ({ items, secret }) => {
      client.setQueryData(logKeys.copies, items);
      onSecret(secret);
      showToast({ message: t('log.copies.saved') });
    },
    onError: (error) => {
      if (!(error instanceof ApiProblem) || error.errors.length === 0) showProblem(error);
    },
  });
  const wrong = save.error instanceof ApiProblem ? save.error.errors : [];
  const errorAt = (name: string) => {
    const found = wrong.find(({ path }) => path === name || path.startsWith(`${name}.`));
    return found && t(found.code, found.params);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ emails: linesOf(emails), webhookUrl: url.trim() === '' ? null : url.trim() });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={10} mt={8}>
        <Textarea
          label={t('log.copies.emails')}
          description={t('log.copies.emails.about')}
          rows={3}
          value={emails}
          error={errorAt('emails')}
          onChange={(event) => setEmails(event.currentTarget.value)}
        />
        <TextInput
          label={t('log.copies.webhook')}
          type="url"
          value={url}
          error={errorAt('webhookUrl')}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <SmallButton type="submit" loading={save.isPending} style={{ alignSelf: 'flex-start' }}>
          {t('log.copies.save')}
        </SmallButton>
      </Stack>
    </form>
  );
}

/** The addresses outside the installation that receive each checkpoint, for admins. */
export function CopiesCard() {
  const t = useLogProofT();
  const { data: copies, isError, isFetching, refetch } = useQuery(copiesQuery);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <ProofCard id="log-copies" title={t('log.copies')}>
      <p className={pieces.nothing}>{t('log.copies.about')}</p>
      {isError && <FailedLine text={t('log.error')} busy={isFetching} onRetry={() => void refetch()} />}
      {copies && <CopiesForm copies={copies} onSecret={setSecret} />}
      {secret !== null && (
        <TextInput
          mt={10}
          label={t('log.copies.secret')}
          description={t('log.copies.secret.about')}
          readOnly
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      {copies && copies.length > 0 && (
        <ul className={pieces.list} style={{ marginTop: 12 }} aria-label={t('log.copies.states')}>
          {copies.map(({ kind, address, state, at, reason }) => (
            <li key={`${kind}:${address}`} className={classes.finding}>
              <div className={classes.copy}>
                <span>{address}</span>
                <span className={pieces.nothing}>
                  <span>{t(`log.copies.state.${state}`)}</span> {at && <MomentText at={at} />}
                </span>
              </div>
              {reason !== null && (
                <div className={classes.code} lang="en">
                  {reason}
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </ProofCard>
  );
}

import type { LogVerification } from '@gos/contract';
import { Progress } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconShieldCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MomentText } from '../../entities/task/deadline-text';
import { SmallButton } from '../../ui/buttons';
import { FailedLine } from '../../ui/empty-state';
import pieces from '../../ui/pieces.module.css';
import { showProblem } from '../../ui/toast';
import { logKeys, startVerification, verificationQuery } from './log-proof.api';
import classes from './log-proof.module.css';
import { useLogProofT } from './log-proof-texts';
import { ProofCard } from './proof-card';

function Running({ last: { state, checked, all } }: { readonly last: LogVerification }) {
  const t = useLogProofT();
  const share = state === 'documents' ? 100 : all ? Math.floor((100 * checked) / all) : 0;
  return (
    <>
      <Progress
        value={share}
        striped
        animated={state === 'documents'}
        aria-label={t('log.verify.progress')}
        bg="var(--gos-line)"
        mt={8}
      />
      <p className={pieces.digits}>
        {state === 'waiting'
          ? t('log.verify.waiting')
          : state === 'documents'
            ? t('log.verify.documents', { checked })
            : t('log.verify.events', { checked, all: all ?? checked })}
      </p>
    </>
  );
}

function Findings({ last: { findings, found } }: { readonly last: LogVerification }) {
  const t = useLogProofT();
  const first = findings.find(({ event }) => event !== null)?.event;
  return (
    <>
      {first && <p>{t('log.verify.first', { stream: first.stream, revision: first.revision })}</p>}
      <ul className={pieces.list} aria-label={t('log.verify.findings')}>
        {findings.map(({ part, text }) => (
          <li key={text} className={classes.finding}>
            <div>{t(`log.verify.part.${part}`)}</div>
            <div className={classes.code} lang="en">
              {text}
            </div>
          </li>
        ))}
      </ul>
      {found > findings.length && <p>{t('log.verify.more', { count: found - findings.length })}</p>}
    </>
  );
}

function Ended({ last }: { readonly last: LogVerification }) {
  const t = useLogProofT();
  const { state, ok, checked, checkpoints, endedAt } = last;
  const isFine = state === 'done' && ok;
  const Icon = isFine ? IconCircleCheck : IconAlertTriangle;
  return (
    <>
      <div className={classes.result} data-fine={isFine || undefined}>
        <Icon size={18} aria-hidden />
        <span>
          {state === 'failed' ? t('log.verify.failed') : isFine ? t('log.verify.fine') : t('log.verify.wrong')}
        </span>
      </div>
      <p>
        <span>{t('log.verify.checked', { checked, checkpoints })}</span> · {endedAt && <MomentText at={endedAt} />}
      </p>
      {last.findings.length > 0 && <Findings last={last} />}
    </>
  );
}

/** Starts the verification of the installation, and shows its progress and its result. */
export function VerificationCard() {
  const t = useLogProofT();
  const client = useQueryClient();
  const { data: last, isError, isFetching, refetch } = useQuery(verificationQuery);
  const start = useMutation({
    mutationFn: startVerification,
    onSuccess: (begun) => client.setQueryData(logKeys.verification, begun),
    onError: (error) => showProblem(error),
  });
  const runs = last ? last.endedAt === null : false;
  return (
    <ProofCard
      id="log-verify"
      title={t('log.verify')}
      action={
        <SmallButton
          leftSection={<IconShieldCheck size={16} aria-hidden />}
          loading={start.isPending}
          disabled={runs}
          onClick={() => start.mutate()}
        >
          {t('log.verify.start')}
        </SmallButton>
      }
    >
      <p className={pieces.nothing}>{t('log.verify.about')}</p>
      {isError && <FailedLine text={t('log.error')} busy={isFetching} onRetry={() => void refetch()} />}
      {last === null && <p>{t('log.verify.never')}</p>}
      {last && runs && <Running last={last} />}
      <div role="status">{last && !runs && <Ended last={last} />}</div>
    </ProofCard>
  );
}

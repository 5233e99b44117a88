import type { TokenAnswer } from '@gos/contract';
import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import { SmallButton } from '../../ui/buttons';
import { Failed } from '../../ui/empty-state';
import { LazyAskDialog } from '../../ui/lazy-dialogs';
import { fullMoment, momentText } from '../../ui/moment-format';
import pieces from '../../ui/pieces.module.css';
import { showProblem, showToast } from '../../ui/toast';
import { useNow } from '../../ui/use-now';
import { accountKeys, revokeToken, tokensQuery } from './account.api';
import classes from './profile.module.css';
import { useProfileT } from './profile-texts';
import { Section } from './section';

const TokenDialog = lazy(() => import('./token-dialog').then((module) => ({ default: module.TokenDialog })));

function TokenRow({ token, onRevoke }: { readonly token: TokenAnswer; readonly onRevoke: () => void }) {
  const t = useProfileT();
  const { locale } = useIntl();
  const now = useNow();
  const { name, scope, start, expiresAt, lastUsedAt } = token;
  const until = momentText(locale, expiresAt, now, t);
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <span className={classes.title}>
          {name}
          <span className={pieces.badge}>{t(`profile.tokens.scope.${scope}`)}</span>
          <span className={classes.code}>{start}…</span>
        </span>
        <span className={classes.more} title={fullMoment(locale, expiresAt)}>
          {lastUsedAt === null
            ? t('profile.tokens.unused', { until })
            : t('profile.tokens.when', { until, used: momentText(locale, lastUsedAt, now, t) })}
        </span>
      </div>
      <SmallButton variant="default" aria-label={t('profile.tokens.revoke-of', { name })} onClick={onRevoke}>
        {t('profile.tokens.revoke')}
      </SmallButton>
    </li>
  );
}

/** The tokens by which programs act in one's name. */
export function TokensSection() {
  const t = useProfileT();
  const client = useQueryClient();
  const [creating, setCreating] = useState(false);
  const [asked, setAsked] = useState<TokenAnswer | null>(null);
  const [busy, setBusy] = useState(false);
  const { data, isError, isFetching, refetch } = useQuery(tokensQuery);

  async function revoke({ id }: TokenAnswer) {
    if (busy) return;
    setBusy(true);
    try {
      await revokeToken(id);
      showToast({ message: t('profile.tokens.revoked') });
    } catch (error) {
      showProblem(error, t('profile.tokens.revoke.failure'));
    }
    await client.invalidateQueries({ queryKey: accountKeys.tokens });
    setBusy(false);
    setAsked(null);
  }

  return (
    <Section id="tokens" title={t('profile.tokens')} about={t('profile.tokens.about')}>
      {!data && isError && <Failed text={t('profile.tokens.error')} busy={isFetching} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={52} radius={7} />}
      {data?.length === 0 && <p className={classes.about}>{t('profile.tokens.none')}</p>}
      <ul className={classes.rows}>
        {data?.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={() => setAsked(token)} />
        ))}
      </ul>
      <div className={classes.answers}>
        <SmallButton variant="default" onClick={() => setCreating(true)}>
          {t('profile.tokens.new')}
        </SmallButton>
      </div>
      <Suspense>{creating && <TokenDialog onClose={() => setCreating(false)} />}</Suspense>
      {asked && (
        <LazyAskDialog
          title={t('profile.tokens.revoke.title', { name: asked.name })}
          text={t('profile.tokens.revoke.text')}
          answer={t('profile.tokens.revoke.confirm')}
          busy={busy}
          onAnswer={() => void revoke(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </Section>
  );
}

import type { TokenAnswer } from '@gos/contract';
import { Group, Skeleton, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import { SmallButton } from '../../ui/buttons';
import { Failed } from '../../ui/empty-state';
import { LazyAskDialog } from '../../ui/lazy-dialogs';
import { fullMoment, momentText } from '../../ui/moment-format';
import pieces from '../../ui/pieces.module.css';
import { SettingsNote, SettingsRow, SettingsRows, SettingsSection } from '../../ui/settings';
import { showProblem, showToast } from '../../ui/toast';
import { useNow } from '../../ui/use-now';
import { accountKeys, revokeToken, tokensQuery } from './account.api';
import { useProfileT } from './profile-texts';

const TokenDialog = lazy(() => import('./token-dialog').then((module) => ({ default: module.TokenDialog })));

function TokenRow({ token, onRevoke }: { readonly token: TokenAnswer; readonly onRevoke: () => void }) {
  const t = useProfileT();
  const { locale } = useIntl();
  const now = useNow();
  const { name, scope, start, expiresAt, lastUsedAt } = token;
  const until = momentText(locale, expiresAt, now, t);
  return (
    <SettingsRow
      title={
        <>
          {name}
          <span className={pieces.badge}>{t(`profile.tokens.scope.${scope}`)}</span>
          <Text span ff="monospace" fz={12.5} fw={500} lh="inherit">
            {start}…
          </Text>
        </>
      }
      about={
        lastUsedAt === null
          ? t('profile.tokens.unused', { until })
          : t('profile.tokens.when', { until, used: momentText(locale, lastUsedAt, now, t) })
      }
      aboutHint={fullMoment(locale, expiresAt)}
    >
      <SmallButton variant="default" aria-label={t('profile.tokens.revoke-of', { name })} onClick={onRevoke}>
        {t('profile.tokens.revoke')}
      </SmallButton>
    </SettingsRow>
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
    <SettingsSection id="tokens" title={t('profile.tokens')} about={t('profile.tokens.about')}>
      {!data && isError && <Failed text={t('profile.tokens.error')} busy={isFetching} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={52} radius={7} />}
      {data?.length === 0 && <SettingsNote>{t('profile.tokens.none')}</SettingsNote>}
      <SettingsRows>
        {data?.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={() => setAsked(token)} />
        ))}
      </SettingsRows>
      <Group gap={8} mt={12}>
        <SmallButton variant="default" onClick={() => setCreating(true)}>
          {t('profile.tokens.new')}
        </SmallButton>
      </Group>
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
    </SettingsSection>
  );
}

import type { IdentitiesAnswer } from '@gos/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import { useMe } from '../../entities/user/users.api';
import { leave } from '../../lib/leave';
import { noteConnecting } from '../../lib/sso-connecting';
import { SmallButton } from '../../ui/buttons';
import { Failed } from '../../ui/empty-state';
import { LazyAskDialog } from '../../ui/lazy-dialogs';
import { SettingsRow, SettingsRows, SettingsSection } from '../../ui/settings';
import { showProblem, showToast } from '../../ui/toast';
import { accountKeys, connectIdentity, disconnectIdentity, identitiesQuery } from './account.api';
import { useProfileT } from './profile-texts';

const PasswordDialog = lazy(() =>
  import('../../entities/user/password-dialog').then((module) => ({ default: module.PasswordDialog })),
);

type Identity = IdentitiesAnswer['items'][number];
type Provider = Identity['provider'];

interface RowProps {
  readonly identity: Identity;
  readonly busy: boolean;
  readonly onConnect: () => void;
  readonly onDisconnect: () => void;
}

function IdentityRow({ identity: { provider, connected }, busy, onConnect, onDisconnect }: RowProps) {
  const t = useProfileT();
  const intl = useIntl();
  const { name } = provider;
  const since =
    connected && t('profile.identities.connected', { day: intl.formatDate(connected.since, { dateStyle: 'medium' }) });
  return (
    <SettingsRow
      title={name}
      about={connected ? [since, connected.email].filter(Boolean).join(' · ') : t('profile.identities.none')}
    >
      {connected ? (
        <SmallButton
          variant="default"
          aria-label={t('profile.identities.disconnect-of', { name })}
          onClick={onDisconnect}
        >
          {t('profile.identities.disconnect')}
        </SmallButton>
      ) : (
        <SmallButton
          variant="default"
          aria-label={t('profile.identities.connect-to', { name })}
          loading={busy}
          onClick={onConnect}
        >
          {t('profile.identities.connect')}
        </SmallButton>
      )}
    </SettingsRow>
  );
}

/** The accounts at providers by which one signs in; nothing where no provider is set up. */
export function IdentitiesSection() {
  const t = useProfileT();
  const me = useMe();
  const client = useQueryClient();
  const [connecting, setConnecting] = useState<Provider | null>(null);
  const [asked, setAsked] = useState<Provider | null>(null);
  const [busy, setBusy] = useState(false);
  const { data, isError, isFetching, refetch } = useQuery(identitiesQuery);
  if (data ? data.length === 0 : !isError) return null;

  async function goTo({ id }: Provider, password?: string) {
    const { location } = await connectIdentity(id, password);
    noteConnecting(location);
    leave.to(location);
  }

  /** A person without a password connects without entering one. */
  async function connect(provider: Provider) {
    if (me.password !== 'none') return setConnecting(provider);
    if (busy) return;
    setBusy(true);
    try {
      await goTo(provider);
    } catch (error) {
      showProblem(error, t('profile.identities.connect.failure'));
    }
    setBusy(false);
  }

  async function disconnect({ id, name }: Provider) {
    if (busy) return;
    setBusy(true);
    try {
      await disconnectIdentity(id);
      showToast({ message: t('profile.identities.disconnected', { name }) });
    } catch (error) {
      showProblem(error, t('profile.identities.disconnect.failure'));
    }
    await client.invalidateQueries({ queryKey: accountKeys.identities });
    setBusy(false);
    setAsked(null);
  }

  return (
    <SettingsSection id="identities" title={t('profile.identities')} about={t('profile.identities.about')}>
      {!data && <Failed text={t('profile.identities.error')} busy={isFetching} onRetry={() => void refetch()} />}
      <SettingsRows>
        {data?.map((identity) => (
          <IdentityRow
            key={identity.provider.id}
            identity={identity}
            busy={busy && asked === null}
            onConnect={() => void connect(identity.provider)}
            onDisconnect={() => setAsked(identity.provider)}
          />
        ))}
      </SettingsRows>
      <Suspense>
        {connecting && (
          <PasswordDialog
            title={t('profile.identities.connect-to', { name: connecting.name })}
            text={t('profile.identities.connect.text', { name: connecting.name })}
            answer={t('profile.identities.continue')}
            onAnswer={(password) => goTo(connecting, password)}
            onClose={() => setConnecting(null)}
          />
        )}
      </Suspense>
      {asked && (
        <LazyAskDialog
          title={t('profile.identities.disconnect.title', { name: asked.name })}
          text={t('profile.identities.disconnect.text', { name: asked.name })}
          answer={t('profile.identities.disconnect')}
          busy={busy}
          onAnswer={() => void disconnect(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </SettingsSection>
  );
}

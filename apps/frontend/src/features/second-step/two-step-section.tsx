import type { PasskeyAnswer } from '@gos/contract';
import { limits } from '@gos/domain';
import { Box, Group, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useState } from 'react';
import { useIntl } from 'react-intl';
import { useMe } from '../../entities/user/users.api';
import { SmallButton } from '../../ui/buttons';
import { Failed } from '../../ui/empty-state';
import pieces from '../../ui/pieces.module.css';
import { SettingsRow, SettingsRows, SettingsSection } from '../../ui/settings';
import { passkeysQuery, recoveryCodesQuery, totpQuery } from './second-step.api';
import { type TwoStepChange, TwoStepDialogs } from './two-step-dialogs';
import { TwoStepTexts, useTwoStepT } from './two-step-texts';

interface RowProps {
  readonly title: string;
  readonly state: string;
  readonly warning?: boolean;
  readonly buttons?: ReactNode;
  readonly children?: ReactNode;
}

const Row = ({ title, state, warning = false, buttons, children }: RowProps) => (
  <SettingsRow
    title={
      <Title order={3} fz={13.5} fw={600} lh="inherit">
        {title}
      </Title>
    }
    about={
      <Text inherit c={warning ? 'var(--gos-late-text)' : undefined}>
        {state}
      </Text>
    }
  >
    {buttons && <Group gap={8}>{buttons}</Group>}
    {children}
  </SettingsRow>
);

function useDay(): (instant: string) => string {
  const intl = useIntl();
  return (instant) => intl.formatDate(instant, { dateStyle: 'medium' });
}

interface PartProps {
  readonly onChange: (change: TwoStepChange) => void;
}

function PasskeyRow({ passkey, onChange }: PartProps & { readonly passkey: PasskeyAnswer }) {
  const t = useTwoStepT();
  const dayOf = useDay();
  const { name, createdAt, lastUsedAt, usable } = passkey;
  const used =
    lastUsedAt === null ? t('two-step.passkey.unused') : t('two-step.passkey.used', { day: dayOf(lastUsedAt) });
  const made = t('two-step.passkey.made', { day: dayOf(createdAt) });
  return (
    <Row
      title={name}
      state={usable ? `${made} · ${used}` : t('two-step.passkey.elsewhere')}
      warning={!usable}
      buttons={
        <>
          <SmallButton
            variant="default"
            aria-label={t('two-step.passkey.rename-one', { name })}
            onClick={() => onChange({ kind: 'rename', passkey })}
          >
            {t('two-step.passkey.rename')}
          </SmallButton>
          <SmallButton
            variant="default"
            aria-label={t('two-step.passkey.remove-one', { name })}
            onClick={() => onChange({ kind: 'remove-passkey', passkey })}
          >
            {t('two-step.remove')}
          </SmallButton>
        </>
      }
    />
  );
}

function Ways({ onChange }: PartProps) {
  const t = useTwoStepT();
  const dayOf = useDay();
  const queries = [useQuery(totpQuery), useQuery(passkeysQuery), useQuery(recoveryCodesQuery)] as const;
  const [totp, passkeys, codes] = [queries[0].data, queries[1].data, queries[2].data];
  if (!totp || !passkeys || !codes) {
    if (!queries.some(({ isError }) => isError)) return <Skeleton height={158} radius={7} />;
    const again = () => {
      for (const { refetch } of queries) void refetch();
    };
    const busy = queries.some(({ isFetching }) => isFetching);
    return <Failed text={t('two-step.error')} busy={busy} onRetry={again} />;
  }
  const on = totp.active || passkeys.items.length > 0;
  const appState = totp.since ? t('two-step.since', { day: dayOf(totp.since) }) : t('two-step.app.none');
  const full = passkeys.items.length >= limits.passkeys.max;
  return (
    <SettingsRows>
      <Row
        title={t('two-step.app')}
        state={totp.lost ? t('two-step.app.lost') : appState}
        warning={totp.lost}
        buttons={
          <>
            <SmallButton variant={on ? 'default' : 'filled'} onClick={() => onChange({ kind: 'app' })}>
              {t(totp.active ? 'two-step.app.another' : 'two-step.app.add')}
            </SmallButton>
            {totp.active && (
              <SmallButton
                variant="default"
                aria-label={t('two-step.app.remove')}
                onClick={() => onChange({ kind: 'remove-app' })}
              >
                {t('two-step.remove')}
              </SmallButton>
            )}
          </>
        }
      />
      <Row
        title={t('two-step.passkeys')}
        state={t(passkeys.available ? 'two-step.passkeys.about' : 'passkey.unavailable')}
        buttons={
          passkeys.available &&
          !full && (
            <SmallButton variant="default" onClick={() => onChange({ kind: 'add-passkey' })}>
              {t('two-step.passkey.add')}
            </SmallButton>
          )
        }
      >
        {passkeys.items.length > 0 && (
          <Box
            component="ul"
            className={pieces.list}
            flex="1 0 100%"
            mt={2}
            pl={14}
            style={{ borderLeft: '2px solid var(--gos-line)' }}
            aria-label={t('two-step.passkeys')}
          >
            {passkeys.items.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} onChange={onChange} />
            ))}
          </Box>
        )}
      </Row>
      {on && (
        <Row
          title={t('two-step.codes.title')}
          state={t('two-step.codes.left', { count: codes.left })}
          warning={codes.left < 3}
          buttons={
            <SmallButton variant="default" onClick={() => onChange({ kind: 'new-codes' })}>
              {t('two-step.codes.renew')}
            </SmallButton>
          }
        />
      )}
    </SettingsRows>
  );
}

function Section() {
  const t = useTwoStepT();
  const { password } = useMe();
  const [change, setChange] = useState<TwoStepChange | null>(null);
  return (
    <SettingsSection
      id="second-step"
      title={t('two-step.title')}
      about={t(password === 'none' ? 'two-step.without-password' : 'two-step.about')}
    >
      {password !== 'none' && <Ways onChange={setChange} />}
      <TwoStepDialogs change={change} onClose={() => setChange(null)} />
    </SettingsSection>
  );
}

/** One's own two-step sign-in, in the profile. */
export const TwoStepSection = memo(function TwoStepSection() {
  return (
    <TwoStepTexts>
      <Section />
    </TwoStepTexts>
  );
});

import type { InvitationAnswer } from '@gos/contract';
import { Table, Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import { PersonName } from '../../entities/user/person-name';
import { SmallButton } from '../../ui/buttons';
import { fullMoment } from '../../ui/moment-format';
import { CopyLinkButton } from './copy-link-button';
import classes from './invitations.module.css';
import { useInvitationsT } from './invitations-texts';

interface InvitationRowProps {
  readonly invitation: InvitationAnswer;
  readonly busy: boolean;
  readonly onRenew: () => void;
  readonly onWithdraw: () => void;
}

export function InvitationRow({ invitation, busy, onRenew, onWithdraw }: InvitationRowProps) {
  const t = useInvitationsT();
  const { locale } = useIntl();
  const { id, email, role, invitedBy, state, expiresAt } = invitation;
  const at = fullMoment(locale, expiresAt);
  return (
    <Table.Tr className={classes.row}>
      <Table.Th scope="row" className={classes.email}>
        {email}
      </Table.Th>
      <Table.Td>{t(`people.role.${role}`)}</Table.Td>
      <Table.Td c="dimmed">
        <PersonName person={invitedBy} />
      </Table.Td>
      <Table.Td>
        <Text
          span
          inherit
          c={state === 'failed' || state === 'expired' ? 'var(--gos-late-text)' : undefined}
          data-state={state}
          title={state === 'failed' ? t('invitations.state.failed.hint') : undefined}
        >
          {t(`invitations.state.${state}`, { at })}
        </Text>
        {state === 'failed' && (
          <Text span inherit fz={12.5} c="dimmed">
            {' '}
            {t('invitations.state.failed.hint')}
          </Text>
        )}
      </Table.Td>
      <Table.Td className={classes.actions}>
        {state !== 'expired' && <CopyLinkButton id={id} email={email} />}
        <SmallButton
          variant="default"
          disabled={busy}
          aria-label={t('invitations.renew-of', { email })}
          onClick={onRenew}
        >
          {t('invitations.renew')}
        </SmallButton>
        <SmallButton
          variant="default"
          disabled={busy}
          aria-label={t('invitations.withdraw-of', { email })}
          onClick={onWithdraw}
        >
          {t('invitations.withdraw')}
        </SmallButton>
      </Table.Td>
    </Table.Tr>
  );
}

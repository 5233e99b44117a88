import type { InvitationAnswer } from '@gos/contract';
import { Box, Skeleton, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { settingsQuery } from '../../entities/installation/settings.api';
import { useMe } from '../../entities/user/users.api';
import { FailedLine } from '../../ui/empty-state';
import { LazyAskDialog } from '../../ui/lazy-dialogs';
import { Pager } from '../../ui/pager';
import pieces from '../../ui/pieces.module.css';
import { PaddedScreen, ScreenHead, ScreenIntro } from '../../ui/screen';
import { ScreenMessage } from '../../ui/screen-message';
import { PlainTable } from '../../ui/table';
import { showProblem, showToast } from '../../ui/toast';
import { InvitationRow } from './invitation-row';
import { invitationKeys, invitationsPageSize, invitationsQuery, invite, withdraw } from './invitations.api';
import { InvitationsTexts, useInvitationsT } from './invitations-texts';
import { InviteForm } from './invite-form';

function useInvitationActions() {
  const t = useInvitationsT();
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: invitationKeys.all });
  const onError = (error: unknown) => showProblem(error);
  const renew = useMutation({
    mutationFn: ({ email, role }: InvitationAnswer) => invite([{ email, role }]),
    onSuccess: () => showToast({ message: t('invitations.renewed') }),
    onError,
    onSettled,
  });
  const remove = useMutation({
    mutationFn: ({ id }: InvitationAnswer) => withdraw(id),
    onSuccess: () => showToast({ message: t('invitations.withdrawn') }),
    onError,
    onSettled,
  });
  return { renew, remove };
}

/** Lists open invitations. */
function InvitationList() {
  const t = useInvitationsT();
  const { renew, remove } = useInvitationActions();
  const [page, setPage] = useState(1);
  const [leaving, setLeaving] = useState<InvitationAnswer | null>(null);
  const { data, isError, isFetching, refetch } = useQuery(invitationsQuery(page));
  const pages = Math.ceil((data?.total ?? 0) / invitationsPageSize);
  const busy = renew.isPending || remove.isPending;
  return (
    <Box component="section" pos="relative" maw={1080} mt={32} aria-labelledby="invitations-list">
      <Title order={2} id="invitations-list" fz={15} fw={600} lh="inherit" mb={8}>
        {t('invitations.list')}{' '}
        <Text span inherit c="dimmed" ml={4} fw={400}>
          {data?.total ?? null}
        </Text>
      </Title>
      {!data && isError && (
        <FailedLine text={t('invitations.error')} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !isError && [0, 1, 2].map((row) => <Skeleton key={row} height={24} mt={14} />)}
      {data?.total === 0 && <ScreenIntro>{t('invitations.empty')}</ScreenIntro>}
      {data && data.items.length > 0 && (
        <PlainTable stacked verticalSpacing={8} aria-labelledby="invitations-list">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('invitations.email')}</Table.Th>
              <Table.Th>{t('invitations.role')}</Table.Th>
              <Table.Th>{t('invitations.by')}</Table.Th>
              <Table.Th>{t('invitations.state')}</Table.Th>
              <Table.Th>
                <span className={pieces.hidden}>{t('task.row.actions-column')}</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.items.map((invitation) => (
              <InvitationRow
                key={invitation.id}
                invitation={invitation}
                busy={busy}
                onRenew={() => renew.mutate(invitation)}
                onWithdraw={() => setLeaving(invitation)}
              />
            ))}
          </Table.Tbody>
        </PlainTable>
      )}
      <Pager page={page} pages={pages} onPage={setPage} />
      {leaving && (
        <LazyAskDialog
          title={t('invitations.withdraw.title', { email: leaving.email })}
          text={t('invitations.withdraw.text')}
          answer={t('invitations.withdraw')}
          onAnswer={() => {
            setLeaving(null);
            remove.mutate(leaving);
          }}
          onClose={() => setLeaving(null)}
        />
      )}
    </Box>
  );
}

function InvitationsPage() {
  const t = useInvitationsT();
  const { role } = useMe();
  const { data: settings } = useQuery({ ...settingsQuery, enabled: role === 'admin' });
  if (role !== 'admin') {
    return <ScreenMessage title={t('invitations.forbidden')} text={t('invitations.forbidden.text')} />;
  }
  return (
    <PaddedScreen>
      <ScreenHead title={t('invitations.title')} />
      <ScreenIntro>{t('invitations.intro')}</ScreenIntro>
      {settings?.registration.value === 'off' ? (
        <Text inherit role="alert" maw="74ch" mt={16}>
          {t('invitations.closed')} <Link to="/admin/settings">{t('invitations.closed.settings')}</Link>
        </Text>
      ) : (
        <InviteForm />
      )}
      <InvitationList />
    </PaddedScreen>
  );
}

/** Invites new people to register; for admins. */
export function InvitationsScreen() {
  return (
    <InvitationsTexts>
      <InvitationsPage />
    </InvitationsTexts>
  );
}

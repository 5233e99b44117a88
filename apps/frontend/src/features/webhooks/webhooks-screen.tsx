import type { WebhookAnswer } from '@gos/contract';
import { Group, Skeleton, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useProject } from '../../entities/project/project-context';
import { useMe } from '../../entities/user/users.api';
import { SmallButton } from '../../ui/buttons';
import { EmptyState, Failed } from '../../ui/empty-state';
import { SecretDialog, type ShownSecret } from './secret-dialog';
import { WebhookDetail } from './webhook-detail';
import { WebhookDialog } from './webhook-dialog';
import { WebhookTable } from './webhook-table';
import { webhooksQuery } from './webhooks.api';
import classes from './webhooks.module.css';
import { useWebhooksT, WebhooksTexts } from './webhooks-texts';

const route = '/tasks/project/$projectId/webhooks';

interface ListProps {
  readonly webhooks: readonly WebhookAnswer[];
  readonly mayEdit: boolean;
  readonly onNew: () => void;
}

function List({ webhooks, mayEdit, onNew }: ListProps) {
  const t = useWebhooksT();
  const create = (
    <SmallButton leftSection={<IconPlus size={16} aria-hidden />} onClick={onNew}>
      {t('project.webhook.new')}
    </SmallButton>
  );
  if (webhooks.length === 0) {
    return (
      <EmptyState>
        <p>{t('webhooks.empty')}</p>
        {mayEdit && create}
      </EmptyState>
    );
  }
  return (
    <>
      <Group justify="space-between" align="flex-start" gap="10px 24px">
        <Text inherit fz={13} c="dimmed" maw="80ch">
          {t('webhooks.intro')}
        </Text>
        {mayEdit && create}
      </Group>
      <WebhookTable webhooks={webhooks} />
    </>
  );
}

function Webhooks({ mayEdit }: { readonly mayEdit: boolean }) {
  const t = useWebhooksT();
  const project = useProject();
  const search = useSearch({ from: `/_app${route}` });
  const navigate = useNavigate({ from: route });
  const { data, isError, isFetching, refetch } = useQuery(webhooksQuery(project.id));
  const [edited, setEdited] = useState<number | null>(null);
  const [secret, setSecret] = useState<ShownSecret | null>(null);
  const by = (id: number | null | undefined) => data?.find((webhook) => webhook.id === id) ?? null;
  const open = by(search.webhook);
  const editing = by(edited);
  const show = (isNew: boolean) =>
    void navigate({ search: (before) => ({ ...before, new: isNew || undefined }), replace: true });

  return (
    <>
      {!data && isError && (
        <Failed text={t('webhooks.failure.list')} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !isError && [0, 1, 2].map((row) => <Skeleton key={row} height={22} mt={14} />)}
      {data && search.webhook === undefined && <List webhooks={data} mayEdit={mayEdit} onNew={() => show(true)} />}
      {data && search.webhook !== undefined && !open && secret === null && (
        <EmptyState>
          <p>{t('webhook.not-found')}</p>
          <SmallButton
            variant="default"
            renderRoot={(props) => <Link {...props} to={route} params={{ projectId: project.id }} />}
          >
            {t('webhooks.all')}
          </SmallButton>
        </EmptyState>
      )}
      {open && (
        <WebhookDetail
          webhook={open}
          search={search}
          onEdit={() => setEdited(open.id)}
          onSecret={setSecret}
          onDeleted={() => void navigate({ search: {}, replace: true })}
        />
      )}
      {((search.new && mayEdit) || editing) && (
        <WebhookDialog
          key={editing?.id ?? 'new'}
          projectId={project.id}
          webhook={editing}
          onCreated={({ id, secret: made }, name) => {
            setSecret({ id, name, secret: made, rotated: false });
            void navigate({ search: { webhook: id }, replace: true });
          }}
          onClose={() => (editing ? setEdited(null) : show(false))}
        />
      )}
      {secret && <SecretDialog shown={secret} url={by(secret.id)?.url ?? null} onClose={() => setSecret(null)} />}
    </>
  );
}

/** The project's connections with git hosts and ticket systems, for its managers; auditors have read-only access. */
export function WebhooksScreen() {
  const { can } = useProject();
  const { role } = useMe();
  return (
    <WebhooksTexts>
      <div className={classes.screen}>
        {can.edit === true || role === 'auditor' ? <Webhooks mayEdit={can.edit === true} /> : <NoPermission />}
      </div>
    </WebhooksTexts>
  );
}

function NoPermission() {
  const t = useWebhooksT();
  return (
    <Text inherit c="dimmed">
      {t('project.member.no-permission')}
    </Text>
  );
}

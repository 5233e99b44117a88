import type { WebhookAnswer } from '@gos/contract';
import { Group, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { SmallButton } from '../../ui/buttons';
import { LazyAskDialog } from '../../ui/lazy-dialogs';
import { momentText } from '../../ui/moment-format';
import pieces from '../../ui/pieces.module.css';
import { useNow } from '../../ui/use-now';
import { Deliveries } from './deliveries';
import { ReplayDialog } from './replay-dialog';
import type { ShownSecret } from './secret-dialog';
import { SetupHelp } from './setup-help';
import { useWebhookActions } from './use-webhook-actions';
import { WebhookFacts } from './webhook-facts';
import { WebhookHead } from './webhook-head';
import type { WebhooksSearch } from './webhooks-search';
import { useWebhooksT } from './webhooks-texts';

const Warning = Group.withProps({
  role: 'status',
  justify: 'space-between',
  gap: '8px 16px',
  p: '8px 12px',
  bd: '1px solid var(--gos-late)',
  bdrs: 8,
});

interface WebhookDetailProps {
  readonly webhook: WebhookAnswer;
  readonly search: WebhooksSearch;
  readonly onEdit: () => void;
  readonly onSecret: (shown: ShownSecret) => void;
  readonly onDeleted: () => void;
}

/** One webhook: where it is put, what can be done with it, and its deliveries. */
export function WebhookDetail({ webhook, search, onEdit, onSecret, onDeleted }: WebhookDetailProps) {
  const t = useWebhooksT();
  const actions = useWebhookActions();
  const [asked, setAsked] = useState<'rotate' | 'delete' | 'replay' | null>(null);
  const { locale } = useIntl();
  const now = useNow();
  const { id, projectId, name, switchedOff, refusedAt, refusedFor, can } = webhook;
  const close = () => setAsked(null);

  async function rotate() {
    close();
    const answer = await actions.rotate(webhook);
    if (answer) onSecret({ id, name, secret: answer.secret, rotated: true });
  }
  async function remove() {
    close();
    if (await actions.remove(webhook)) onDeleted();
  }

  return (
    <>
      <Text inherit fz={12.5} c="dimmed">
        <Link
          to="/tasks/project/$projectId/webhooks"
          params={{ projectId }}
          className={`${pieces.inline} ${pieces.plainLink}`}
        >
          <IconArrowLeft size={14} stroke={1.75} aria-hidden /> {t('webhooks.all')}
        </Link>
      </Text>
      <WebhookHead
        webhook={webhook}
        onTest={() => void actions.test(webhook)}
        onEdit={onEdit}
        onReplay={() => setAsked('replay')}
        onDelete={() => setAsked('delete')}
      />
      {switchedOff && (
        <Warning>
          <Text inherit>{t(`webhooks.switched-off.${switchedOff}`)}</Text>
          {can.edit === true && (
            <SmallButton variant="default" onClick={() => void actions.switchOn(webhook)}>
              {t('webhooks.switch-on')}
            </SmallButton>
          )}
        </Warning>
      )}
      {refusedAt !== null && (
        <Warning>
          <Text inherit>
            {t(refusedFor === 'host' ? 'webhooks.refused.host' : 'webhooks.refused.text', {
              when: momentText(locale, refusedAt, now, t),
            })}
          </Text>
        </Warning>
      )}
      <WebhookFacts webhook={webhook} onRotate={() => setAsked('rotate')} />
      <SetupHelp />
      <Deliveries key={id} webhook={webhook} search={search} />
      {asked === 'rotate' && (
        <LazyAskDialog
          title={t('webhooks.rotate.title', { name })}
          text={t('webhooks.rotate.text')}
          answer={t('webhooks.rotate')}
          final={false}
          onAnswer={() => void rotate()}
          onClose={close}
        />
      )}
      {asked === 'delete' && (
        <LazyAskDialog
          title={t('webhooks.delete.title', { name })}
          text={t('webhooks.delete.text')}
          answer={t('webhooks.delete')}
          onAnswer={() => void remove()}
          onClose={close}
        />
      )}
      {asked === 'replay' && (
        <ReplayDialog
          webhook={webhook}
          onSend={(since) => {
            close();
            void actions.replay(webhook, since);
          }}
          onClose={close}
        />
      )}
    </>
  );
}

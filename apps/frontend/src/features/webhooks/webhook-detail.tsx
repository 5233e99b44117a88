import type { WebhookAnswer } from '@gos/contract';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { SmallButton } from '../../ui/buttons';
import { LazyAskDialog } from '../../ui/lazy-dialogs';
import { momentText } from '../../ui/moment-format';
import { useNow } from '../../ui/use-now';
import { Deliveries } from './deliveries';
import { ReplayDialog } from './replay-dialog';
import type { ShownSecret } from './secret-dialog';
import { SetupHelp } from './setup-help';
import { useWebhookActions } from './use-webhook-actions';
import { WebhookFacts } from './webhook-facts';
import { WebhookHead } from './webhook-head';
import classes from './webhooks.module.css';
import type { WebhooksSearch } from './webhooks-search';
import { useWebhooksT } from './webhooks-texts';

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
      <Link to="/tasks/project/$projectId/webhooks" params={{ projectId }} className={classes.back}>
        <IconArrowLeft size={14} stroke={1.75} aria-hidden /> {t('webhooks.all')}
      </Link>
      <WebhookHead
        webhook={webhook}
        onTest={() => void actions.test(webhook)}
        onEdit={onEdit}
        onReplay={() => setAsked('replay')}
        onDelete={() => setAsked('delete')}
      />
      {switchedOff && (
        <div className={classes.warning} role="status">
          <p>{t(`webhooks.switched-off.${switchedOff}`)}</p>
          {can.edit === true && (
            <SmallButton variant="default" onClick={() => void actions.switchOn(webhook)}>
              {t('webhooks.switch-on')}
            </SmallButton>
          )}
        </div>
      )}
      {refusedAt !== null && (
        <div className={classes.warning} role="status">
          <p>
            {t(refusedFor === 'host' ? 'webhooks.refused.host' : 'webhooks.refused.text', {
              when: momentText(locale, refusedAt, now, t),
            })}
          </p>
        </div>
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

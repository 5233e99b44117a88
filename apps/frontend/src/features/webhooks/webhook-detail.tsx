import type { WebhookAnswer } from '@gos/contract';
import { IconArrowLeft, IconPencil, IconSend } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { SmallButton } from '../../ui/buttons';
import { LazyAskDialog } from '../../ui/lazy-dialogs';
import pieces from '../../ui/pieces.module.css';
import { Deliveries } from './deliveries';
import { ReplayDialog } from './replay-dialog';
import type { ShownSecret } from './secret-dialog';
import { SetupHelp } from './setup-help';
import { useWebhookActions } from './use-webhook-actions';
import { CopyUrl } from './webhook-table';
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

type Asked = 'rotate' | 'delete' | 'replay';

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className={classes.fact}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

function Facts({ webhook, onRotate }: { readonly webhook: WebhookAnswer; readonly onRotate: () => void }) {
  const t = useWebhooksT();
  const { name, url, targetUrl, backlogBoardName, doneBoardName, autoContractor, can } = webhook;
  return (
    <dl className={classes.facts}>
      <Fact label={t('webhooks.url')}>
        <span className={classes.addressLine}>
          <span className={classes.whole}>{url}</span>
          <CopyUrl name={name} url={url} />
        </span>
      </Fact>
      <Fact label={t('webhooks.secret')}>
        <span className={classes.secretLine}>
          <span className={classes.muted}>{t('webhooks.secret.once')}</span>
          {can['rotate-secret'] === true && (
            <SmallButton variant="default" onClick={onRotate}>
              {t('webhooks.rotate')}
            </SmallButton>
          )}
        </span>
      </Fact>
      <Fact label={t('webhooks.target')}>
        {targetUrl === null ? (
          <span className={classes.muted}>{t('webhooks.target.none')}</span>
        ) : (
          <span className={classes.whole}>{targetUrl}</span>
        )}
      </Fact>
      <Fact label={t('webhooks.contractor')}>
        {autoContractor?.name ?? <span className={classes.muted}>{t('webhooks.contractor.none')}</span>}
      </Fact>
      <Fact label={t('webhooks.backlog')}>
        {backlogBoardName ?? <span className={classes.muted}>{t('webhooks.backlog.none')}</span>}
      </Fact>
      <Fact label={t('webhooks.done')}>
        {doneBoardName ?? <span className={classes.muted}>{t('webhooks.done.none')}</span>}
      </Fact>
    </dl>
  );
}

/** One webhook: where it is put, what can be done with it, and its deliveries. */
export function WebhookDetail({ webhook, search, onEdit, onSecret, onDeleted }: WebhookDetailProps) {
  const t = useWebhooksT();
  const actions = useWebhookActions();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { id, projectId, name, active, switchedOff, can } = webhook;
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
      <div className={classes.head}>
        <h2 className={classes.title}>{name}</h2>
        <span className={pieces.badge}>{t(active ? 'webhooks.active' : 'webhooks.off')}</span>
        <span className={classes.buttons}>
          {can.test === true && (
            <SmallButton
              variant="default"
              leftSection={<IconSend size={16} stroke={1.75} aria-hidden />}
              onClick={() => void actions.test(webhook)}
            >
              {t('webhooks.test')}
            </SmallButton>
          )}
          {can.replay === true && (
            <SmallButton variant="default" onClick={() => setAsked('replay')}>
              {t('webhooks.replay')}
            </SmallButton>
          )}
          {can.edit === true && (
            <SmallButton
              variant="default"
              leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
              onClick={onEdit}
            >
              {t('webhooks.edit')}
            </SmallButton>
          )}
          {can.delete === true && (
            <SmallButton variant="default" onClick={() => setAsked('delete')}>
              {t('webhooks.delete')}
            </SmallButton>
          )}
        </span>
      </div>
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
      <Facts webhook={webhook} onRotate={() => setAsked('rotate')} />
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

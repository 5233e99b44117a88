import type { WebhookAnswer } from '@gos/contract';
import { PersonName } from '../../entities/user/person-name';
import { SmallButton } from '../../ui/buttons';
import { Fact } from '../../ui/fact';
import { CopyUrl } from './webhook-table';
import classes from './webhooks.module.css';
import { useWebhooksT } from './webhooks-texts';

interface WebhookFactsProps {
  readonly webhook: WebhookAnswer;
  readonly onRotate: () => void;
}

/** Where it is put and what it does there. */
export function WebhookFacts({ webhook, onRotate }: WebhookFactsProps) {
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
        {autoContractor ? (
          <PersonName person={autoContractor} />
        ) : (
          <span className={classes.muted}>{t('webhooks.contractor.none')}</span>
        )}
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

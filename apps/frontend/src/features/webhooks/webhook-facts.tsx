import type { WebhookAnswer } from '@gos/contract';
import { Group } from '@mantine/core';
import { PersonName } from '../../entities/user/person-name';
import { SmallButton } from '../../ui/buttons';
import { Fact } from '../../ui/fact';
import pieces from '../../ui/pieces.module.css';
import { Address } from './address';
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
        <Address url={url} whole>
          <CopyUrl name={name} url={url} />
        </Address>
      </Fact>
      <Fact label={t('webhooks.secret')}>
        <Group component="span" gap="6px 12px">
          <span className={pieces.nothing}>{t('webhooks.secret.once')}</span>
          {can['rotate-secret'] === true && (
            <SmallButton variant="default" onClick={onRotate}>
              {t('webhooks.rotate')}
            </SmallButton>
          )}
        </Group>
      </Fact>
      <Fact label={t('webhooks.target')}>
        {targetUrl === null ? (
          <span className={pieces.nothing}>{t('webhooks.target.none')}</span>
        ) : (
          <Address url={targetUrl} whole />
        )}
      </Fact>
      <Fact label={t('webhooks.contractor')}>
        {autoContractor ? (
          <PersonName person={autoContractor} />
        ) : (
          <span className={pieces.nothing}>{t('webhooks.contractor.none')}</span>
        )}
      </Fact>
      <Fact label={t('webhooks.backlog')}>
        {backlogBoardName ?? <span className={pieces.nothing}>{t('webhooks.backlog.none')}</span>}
      </Fact>
      <Fact label={t('webhooks.done')}>
        {doneBoardName ?? <span className={pieces.nothing}>{t('webhooks.done.none')}</span>}
      </Fact>
    </dl>
  );
}

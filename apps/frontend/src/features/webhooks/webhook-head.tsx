import type { WebhookAnswer } from '@gos/contract';
import { Group, Title } from '@mantine/core';
import { IconPencil, IconSend } from '@tabler/icons-react';
import { SmallButton } from '../../ui/buttons';
import pieces from '../../ui/pieces.module.css';
import classes from './webhooks.module.css';
import { useWebhooksT } from './webhooks-texts';

interface WebhookHeadProps {
  readonly webhook: WebhookAnswer;
  readonly onTest: () => void;
  readonly onEdit: () => void;
  readonly onReplay: () => void;
  readonly onDelete: () => void;
}

/** Its name and what can be done with it as a whole. */
export function WebhookHead({ webhook: { name, active, can }, onTest, onEdit, onReplay, onDelete }: WebhookHeadProps) {
  const t = useWebhooksT();
  return (
    <Group gap="8px 10px">
      <Title order={2} fz={16} lh="inherit" miw={0} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Title>
      <span className={pieces.badge}>{t(active ? 'webhooks.active' : 'webhooks.off')}</span>
      <Group component="span" gap={8} className={classes.buttons}>
        {can.test === true && (
          <SmallButton
            variant="default"
            leftSection={<IconSend size={16} stroke={1.75} aria-hidden />}
            onClick={onTest}
          >
            {t('webhooks.test')}
          </SmallButton>
        )}
        {can.replay === true && (
          <SmallButton variant="default" onClick={onReplay}>
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
          <SmallButton variant="default" onClick={onDelete}>
            {t('webhooks.delete')}
          </SmallButton>
        )}
      </Group>
    </Group>
  );
}

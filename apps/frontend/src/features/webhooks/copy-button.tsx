import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { copyText } from '../../ui/copy-text';
import { useWebhooksT, type WebhooksMessageId } from './webhooks-texts';

interface CopyButtonProps {
  readonly label: string;
  readonly text: string;
  readonly done: WebhooksMessageId;
  readonly failed: WebhooksMessageId;
}

export function CopyButton({ label, text, done, failed }: CopyButtonProps) {
  const t = useWebhooksT();
  return (
    <Tooltip label={label}>
      <ActionIcon size={26} aria-label={label} onClick={() => void copyText(text, t(done), t(failed))}>
        <IconCopy size={16} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  );
}

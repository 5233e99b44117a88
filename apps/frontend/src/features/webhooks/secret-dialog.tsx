import { Stack, Text, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { SmallButton } from '../../ui/buttons';
import { copyText } from '../../ui/copy-text';
import { Dialog, DialogAnswers } from '../../ui/dialog';
import { CopyButton } from './copy-button';
import { useWebhooksT, type WebhooksMessageId } from './webhooks-texts';

interface CopiedFieldProps {
  readonly label: string;
  readonly value: string;
  readonly copy: string;
  readonly done: WebhooksMessageId;
  readonly failed: WebhooksMessageId;
}

/** Copied with one click, and selected as a whole for whom the clipboard refuses. */
function CopiedField({ label, value, copy, done, failed }: CopiedFieldProps) {
  return (
    <TextInput
      label={label}
      value={value}
      readOnly
      styles={{
        input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12.5, textOverflow: 'ellipsis' },
      }}
      onFocus={(event) => event.currentTarget.select()}
      rightSection={<CopyButton label={copy} text={value} done={done} failed={failed} />}
    />
  );
}

export interface ShownSecret {
  readonly id: number;
  readonly name: string;
  readonly secret: string;
  readonly rotated: boolean;
}

interface SecretDialogProps {
  readonly shown: ShownSecret;
  /** null until it is known */
  readonly url: string | null;
  readonly onClose: () => void;
}

/** The secret, this once: it is closed by its buttons only. */
export function SecretDialog({ shown: { name, secret, rotated }, url, onClose }: SecretDialogProps) {
  const t = useWebhooksT();
  const both = () =>
    void copyText(`${url}\n${secret}`, t('webhooks.secret.both-copied'), t('webhooks.secret.not-copied'));
  return (
    <Dialog
      title={t('webhooks.secret.title', { name })}
      size={560}
      closeOnClickOutside={false}
      closeOnEscape={false}
      onClose={onClose}
    >
      <Stack gap={14}>
        <Text inherit>{t(rotated ? 'webhooks.secret.rotated' : 'webhooks.secret.text')}</Text>
        {url !== null && (
          <CopiedField
            label={t('webhooks.url')}
            value={url}
            copy={t('webhooks.url.copy', { name })}
            done="webhooks.url.copied"
            failed="webhooks.url.not-copied"
          />
        )}
        <CopiedField
          label={t('webhooks.secret')}
          value={secret}
          copy={t('webhooks.secret.copy')}
          done="webhooks.secret.copied"
          failed="webhooks.secret.not-copied"
        />
        <DialogAnswers>
          <SmallButton variant="default" onClick={onClose}>
            {t('webhooks.secret.close')}
          </SmallButton>
          <SmallButton
            data-autofocus
            disabled={url === null}
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={both}
          >
            {t('webhooks.secret.copy-both')}
          </SmallButton>
        </DialogAnswers>
      </Stack>
    </Dialog>
  );
}

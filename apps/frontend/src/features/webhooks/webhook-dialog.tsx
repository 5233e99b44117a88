import type { PersonRef, WebhookAnswer, WebhookSecretAnswer } from '@gos/contract';
import { Autocomplete, Switch, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { boardsQuery } from '../../entities/board/boards.api';
import { Avatar } from '../../entities/user/avatar';
import { PersonField } from '../../entities/user/person-field';
import { PersonName } from '../../entities/user/person-name';
import { useMe } from '../../entities/user/users.api';
import { SmallButton } from '../../ui/buttons';
import { Dialog, DialogAnswers } from '../../ui/dialog';
import { useDraftForm } from '../../ui/form/use-draft-form';
import forms from '../../ui/form.module.css';
import { LazyConflictDialog } from '../../ui/lazy-dialogs';
import pieces from '../../ui/pieces.module.css';
import { Offer, SendButton, SendForm } from '../../ui/send-form';
import { showProblem, showToast } from '../../ui/toast';
import { draftOf, fieldOfPath, fitsWebhook, webhookBody, webhookErrors } from './webhook-draft';
import { createWebhook, editWebhook, webhookKeys } from './webhooks.api';
import classes from './webhooks.module.css';
import { useWebhooksT } from './webhooks-texts';

const fieldMessages = {
  name: 'webhooks.name',
  backlogBoardName: 'webhooks.backlog',
  doneBoardName: 'webhooks.done',
  autoContractorId: 'webhooks.contractor',
  active: 'webhooks.status',
  targetUrl: 'webhooks.target',
} as const;

export interface WebhookDialogProps {
  readonly projectId: number;
  /** null for a new one */
  readonly webhook: WebhookAnswer | null;
  readonly onCreated: (answer: WebhookSecretAnswer, name: string) => void;
  readonly onClose: () => void;
}

function useWebhookForm({ projectId, webhook, onCreated, onClose }: WebhookDialogProps) {
  const t = useWebhooksT();
  const me = useMe();
  const client = useQueryClient();
  const form = useDraftForm({
    values: draftOf(webhook),
    revision: webhook?.revision,
    draft: { key: `gos-webhook-draft-${me.id}-${projectId}-${webhook?.id ?? 'new'}`, fits: fitsWebhook },
    body: webhookBody,
    check: webhookErrors,
    fieldOf: fieldOfPath,
    async send(changed, { body, revision, idempotencyKey }) {
      if (webhook === null) return createWebhook(projectId, body, idempotencyKey);
      await editWebhook(webhook, changed, { idempotencyKey, ifMatch: revision });
      return null;
    },
    async onSent(created, { name = '' }) {
      const listed = client.invalidateQueries({ queryKey: webhookKeys.lists });
      if (created === null) {
        await listed;
        showToast({ message: t('webhooks.edited') });
      }
      onClose();
      if (created !== null) onCreated(created, name);
    },
    onUnchanged() {
      form.discard();
      onClose();
    },
    onConflict: () => void client.invalidateQueries({ queryKey: webhookKeys.lists }),
    onRefused(error) {
      showProblem(error, t('webhooks.failure.change'));
      return undefined;
    },
  });
  return form;
}

/** A new webhook, or one that is there. */
export function WebhookDialog(props: WebhookDialogProps) {
  const t = useWebhooksT();
  const { projectId, webhook, onClose } = props;
  const { data: boards = [] } = useQuery(boardsQuery(projectId));
  const names = [...new Set(boards.map(({ name }) => name))];
  const form = useWebhookForm(props);
  const { draft, field, checkbox } = form;

  const board = (name: 'backlogBoardName' | 'doneBoardName', text: 'backlog' | 'done') => (
    <Autocomplete
      label={t(`webhooks.${text}`)}
      description={t(`webhooks.${text}.help`)}
      data={names}
      maxDropdownHeight={220}
      {...field(name)}
    />
  );

  function valueText(path: string, value: unknown): string {
    if (typeof value === 'boolean') return t(value ? 'webhooks.active' : 'webhooks.off');
    if (value === null || value === undefined) return t('task.value.none');
    if (path !== 'autoContractorId') return String(value);
    const people: readonly (PersonRef | null | undefined)[] = [draft.autoContractor, webhook?.autoContractor];
    return people.find((person) => person?.id === value)?.name ?? `#${String(value)}`;
  }

  return (
    <Dialog
      onClose={onClose}
      title={webhook ? t('webhooks.edit.title', { name: webhook.name }) : t('project.webhook.new')}
      size={560}
      closeOnClickOutside={false}
    >
      <SendForm {...form.props} className={forms.dialog}>
        {form.resumed && (
          <Offer text={t('webhooks.resumed')}>
            <SmallButton variant="default" onClick={form.forget}>
              {t('webhooks.discard')}
            </SmallButton>
          </Offer>
        )}
        <TextInput label={t('webhooks.name')} required withAsterisk={false} data-autofocus {...field('name')} />
        <div className={classes.pair}>
          {board('backlogBoardName', 'backlog')}
          {board('doneBoardName', 'done')}
        </div>
        <PersonField
          label={t('webhooks.contractor')}
          name="autoContractor"
          none={t('webhooks.contractor.none')}
          value={draft.autoContractor}
          error={form.errorOf('autoContractor')}
          onChange={(person) => form.change({ autoContractor: person && { id: person.id, name: person.name } })}
        >
          {draft.autoContractor ? (
            <>
              <Avatar person={draft.autoContractor} size={20} decorative />
              <PersonName person={draft.autoContractor} />
            </>
          ) : (
            <span className={pieces.nothing}>{t('webhooks.contractor.none')}</span>
          )}
        </PersonField>
        <TextInput
          label={t('webhooks.target')}
          description={t('webhooks.target.help')}
          type="url"
          placeholder="https://"
          {...field('targetUrl')}
        />
        <Switch size="sm" label={t('webhooks.active')} {...checkbox('active')} />
        <DialogAnswers>
          <SmallButton
            variant="default"
            onClick={() => {
              form.discard();
              onClose();
            }}
          >
            {t('task.action.cancel')}
          </SmallButton>
          <SendButton loading={form.busy}>{t('task.action.save')}</SendButton>
        </DialogAnswers>
      </SendForm>
      <LazyConflictDialog
        form={form}
        nameOf={(path) => (path in fieldMessages ? t(fieldMessages[path as keyof typeof fieldMessages]) : path)}
        render={valueText}
      />
    </Dialog>
  );
}

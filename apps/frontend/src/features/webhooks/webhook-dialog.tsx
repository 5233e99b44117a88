import { Autocomplete, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { boardsQuery } from '../../entities/board/boards.api';
import { Avatar } from '../../entities/user/avatar';
import { PersonField } from '../../entities/user/person-field';
import { PersonName } from '../../entities/user/person-name';
import { SmallButton } from '../../ui/buttons';
import { Dialog, DialogAnswers } from '../../ui/dialog';
import { focusFieldSoon, Offer, SendButton, SendForm } from '../../ui/send-form';
import { useWebhookForm, type WebhookFormProps } from './use-webhook-form';
import { WebhookConflictDialog } from './webhook-conflict';
import classes from './webhooks.module.css';
import { useWebhooksT } from './webhooks-texts';

/** A new webhook, or one that is there. */
export function WebhookDialog(props: WebhookFormProps) {
  const t = useWebhooksT();
  const { projectId, webhook, onClose } = props;
  const root = useRef<HTMLFormElement>(null);
  const { data: boards = [] } = useQuery(boardsQuery(projectId));
  const names = [...new Set(boards.map(({ name }) => name))];
  const form = useWebhookForm(props);
  const { draft, change, errorOf } = form;

  async function submit() {
    const wrong = await form.submit();
    if (wrong) focusFieldSoon(() => root.current?.querySelector<HTMLElement>(`[data-field="${wrong}"]`));
  }

  const board = (field: 'backlogBoardName' | 'doneBoardName', text: 'backlog' | 'done') => (
    <Autocomplete
      label={t(`webhooks.${text}`)}
      description={t(`webhooks.${text}.help`)}
      data={names}
      maxDropdownHeight={220}
      value={draft[field]}
      error={errorOf(field)}
      data-field={field}
      onChange={(name) => change({ [field]: name })}
    />
  );

  return (
    <Dialog
      onClose={onClose}
      title={webhook ? t('webhooks.edit.title', { name: webhook.name }) : t('project.webhook.new')}
      size={560}
      closeOnClickOutside={false}
    >
      <SendForm ref={root} className={classes.form} onSend={() => void submit()}>
        {form.resumed && (
          <Offer text={t('webhooks.resumed')}>
            <SmallButton variant="default" onClick={form.forget}>
              {t('webhooks.discard')}
            </SmallButton>
          </Offer>
        )}
        <TextInput
          label={t('webhooks.name')}
          required
          withAsterisk={false}
          data-autofocus
          data-field="name"
          value={draft.name}
          error={errorOf('name')}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <div className={classes.pair}>
          {board('backlogBoardName', 'backlog')}
          {board('doneBoardName', 'done')}
        </div>
        <PersonField
          label={t('webhooks.contractor')}
          name="autoContractor"
          none={t('webhooks.contractor.none')}
          value={draft.autoContractor}
          error={errorOf('autoContractor')}
          onChange={(person) => change({ autoContractor: person && { id: person.id, name: person.name } })}
        >
          {draft.autoContractor ? (
            <>
              <Avatar person={draft.autoContractor} size={20} decorative />
              <PersonName person={draft.autoContractor} />
            </>
          ) : (
            <span className={classes.muted}>{t('webhooks.contractor.none')}</span>
          )}
        </PersonField>
        <TextInput
          label={t('webhooks.target')}
          description={t('webhooks.target.help')}
          type="url"
          placeholder="https://"
          data-field="targetUrl"
          value={draft.targetUrl}
          error={errorOf('targetUrl')}
          onChange={(event) => change({ targetUrl: event.currentTarget.value })}
        />
        <Switch
          size="sm"
          label={t('webhooks.active')}
          checked={draft.active}
          onChange={(event) => change({ active: event.currentTarget.checked })}
        />
        <DialogAnswers>
          <SmallButton variant="default" onClick={form.discard}>
            {t('task.action.cancel')}
          </SmallButton>
          <SendButton loading={form.sending}>{t('task.action.save')}</SendButton>
        </DialogAnswers>
      </SendForm>
      {form.conflict && webhook && (
        <WebhookConflictDialog
          conflict={form.conflict}
          people={[draft.autoContractor, webhook.autoContractor]}
          onSettle={form.settle}
          onClose={form.closeConflict}
        />
      )}
    </Dialog>
  );
}

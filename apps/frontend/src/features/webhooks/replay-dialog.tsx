import type { WebhookAnswer } from '@gos/contract';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { MomentField } from '../../entities/work/moment-field';
import { readMoment, typedOf } from '../../entities/work/typed-time';
import { useWorkT, WorkTexts } from '../../entities/work/work-texts';
import { timeZone } from '../../lib/installation';
import { serverNow } from '../../lib/server-clock';
import { SmallButton } from '../../ui/buttons';
import { Choice } from '../../ui/choice';
import { Dialog, DialogAnswers } from '../../ui/dialog';
import { useDraftForm } from '../../ui/form/use-draft-form';
import forms from '../../ui/form.module.css';
import { SendButton, SendForm } from '../../ui/send-form';
import { useWebhooksT } from './webhooks-texts';

interface ReplayDialogProps {
  readonly webhook: WebhookAnswer;
  /** null: all that ever happened */
  readonly onSend: (since: string | null) => void;
  readonly onClose: () => void;
}

const dayMs = 86_400_000;

function Form({ webhook, onSend, onClose }: ReplayDialogProps) {
  const t = useWebhooksT();
  const workT = useWorkT();
  const [yesterday] = useState(() => typedOf(new Date(serverNow() - dayMs).toISOString(), timeZone()));
  const form = useDraftForm({
    values: { what: 'since' as 'since' | 'everything', since: yesterday },
    check({ what, since }) {
      if (what === 'everything') return {};
      const { at, error } = readMoment(since, timeZone());
      const isFuture = at !== null && Date.parse(at) > serverNow();
      const wrong = error ? workT(error) : isFuture && t('webhooks.replay.future');
      return { [since.day === null ? 'since-day' : 'since']: wrong };
    },
    send: async (_, { values: { what, since } }) =>
      onSend(what === 'everything' ? null : readMoment(since, timeZone()).at),
  });
  const { what, since } = form.draft;

  return (
    <SendForm {...form.props} className={forms.dialog}>
      <Text inherit>{t('webhooks.replay.text', { url: webhook.targetUrl ?? '' })}</Text>
      <Choice
        label={t('webhooks.replay.what')}
        values={['since', 'everything']}
        value={what}
        text={(one) => t(`webhooks.replay.${one}`)}
        onChange={(next) => form.change({ what: next })}
      />
      {what === 'since' && (
        <MomentField
          name="since"
          dayLabel={t('webhooks.replay.day')}
          timeLabel={t('webhooks.replay.time')}
          value={since}
          dayError={form.errorOf('since-day')}
          timeError={form.errorOf('since')}
          onChange={(next) => form.change({ since: next })}
        />
      )}
      <DialogAnswers>
        <SmallButton variant="default" onClick={onClose}>
          {t('task.action.cancel')}
        </SmallButton>
        <SendButton>{t('webhooks.replay.send')}</SendButton>
      </DialogAnswers>
    </SendForm>
  );
}

/** Sends past events of the project again. */
export function ReplayDialog(props: ReplayDialogProps) {
  const t = useWebhooksT();
  return (
    <Dialog title={t('webhooks.replay.title')} onClose={props.onClose}>
      <WorkTexts>
        <Form {...props} />
      </WorkTexts>
    </Dialog>
  );
}

import type { WebhookAnswer } from '@gos/contract';
import { useState } from 'react';
import { MomentField } from '../../entities/work/moment-field';
import { readMoment, typedOf } from '../../entities/work/typed-time';
import { useWorkT, WorkTexts } from '../../entities/work/work-texts';
import { timeZone } from '../../lib/installation';
import { serverNow } from '../../lib/server-clock';
import { SmallButton } from '../../ui/buttons';
import { Choice } from '../../ui/choice';
import { Dialog, DialogAnswers } from '../../ui/dialog';
import { SendButton, SendForm } from '../../ui/send-form';
import classes from './webhooks.module.css';
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
  const [what, setWhat] = useState<'since' | 'everything'>('since');
  const [moment, setMoment] = useState(() => typedOf(new Date(serverNow() - dayMs).toISOString(), timeZone()));
  const [tried, setTried] = useState(false);
  const { at, error } = readMoment(moment, timeZone());
  const future = at !== null && Date.parse(at) > serverNow();
  const wrong = error ? workT(error) : future ? t('webhooks.replay.future') : undefined;

  function submit() {
    if (what === 'everything') return onSend(null);
    setTried(true);
    if (at !== null && !future) onSend(at);
  }

  return (
    <SendForm className={classes.form} onSend={submit}>
      <p className={classes.text}>{t('webhooks.replay.text', { url: webhook.targetUrl ?? '' })}</p>
      <Choice
        label={t('webhooks.replay.what')}
        values={['since', 'everything']}
        value={what}
        text={(one) => t(`webhooks.replay.${one}`)}
        onChange={setWhat}
      />
      {what === 'since' && (
        <MomentField
          name="since"
          dayLabel={t('webhooks.replay.day')}
          timeLabel={t('webhooks.replay.time')}
          value={moment}
          dayError={tried && moment.day === null ? wrong : undefined}
          timeError={tried && moment.day !== null ? wrong : undefined}
          onChange={setMoment}
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

/** What happened in the project is sent again. */
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

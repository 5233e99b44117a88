import { type FieldError, normalizeText } from '@gos/domain';
import { Text, TextInput } from '@mantine/core';
import { useT } from '../../i18n';
import { SmallButton } from '../buttons';
import { Dialog, DialogAnswers } from '../dialog';
import classes from '../form.module.css';
import { SendButton, SendForm } from '../send-form';
import { useDraftForm } from './use-draft-form';

interface ReasonDialogProps<Answer> {
  readonly title: string;
  readonly text?: string;
  readonly label: string;
  readonly answer: string;
  readonly check: (reason: string) => FieldError | null;
  readonly send: (reason: string) => Promise<Answer>;
  readonly onSent: (answer: Answer) => void;
  readonly onClose: () => void;
}

/** Takes the reason of an action before it runs. A refusal is shown at the field, and the text stays. */
export function ReasonDialog<Answer>(props: ReasonDialogProps<Answer>) {
  const { title, text, label, answer, check, send, onSent, onClose } = props;
  const t = useT();
  const form = useDraftForm({
    values: { reason: '' },
    check: ({ reason }) => {
      const error = check(reason);
      return error === null ? {} : { reason: error };
    },
    send: (_, { values }) => send(normalizeText(values.reason)),
    onSent,
  });
  return (
    <Dialog onClose={onClose} title={title} closeOnClickOutside={false}>
      <SendForm {...form.props} className={classes.dialog}>
        {text !== undefined && <Text inherit>{text}</Text>}
        <TextInput label={label} required {...form.field('reason')} />
        <DialogAnswers>
          <SmallButton variant="default" onClick={onClose}>
            {t('task.action.cancel')}
          </SmallButton>
          <SendButton loading={form.busy}>{answer}</SendButton>
        </DialogAnswers>
      </SendForm>
    </Dialog>
  );
}

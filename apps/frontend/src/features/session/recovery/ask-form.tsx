import { Button, TextInput } from '@mantine/core';
import { ApiProblem } from '../../../lib/api';
import classes from '../../../ui/auth.module.css';
import { failureText } from '../../../ui/failure-text';
import { useDraftForm } from '../../../ui/form/use-draft-form';
import { SendForm } from '../../../ui/send-form';
import { askForLink } from '../session.api';
import { useRecoveryT } from './recovery-texts';

interface AskFormProps {
  readonly onSent: (email: string) => void;
}

/** Requests a link by email. The response is the same for known and unknown addresses. */
export function AskForm({ onSent }: AskFormProps) {
  const t = useRecoveryT();
  const form = useDraftForm({
    values: { email: '' },
    forgiving: true,
    check: ({ email }) => ({ email: email.trim() === '' && t('auth.forgotten.email') }),
    async send(_, { values: { email } }) {
      await askForLink(email.trim());
      return email.trim();
    },
    onSent,
    failureOf: (error) =>
      error instanceof ApiProblem && error.status === 429 ? (
        <>
          {t('recovery.busy')}. {failureText(error, t)}
        </>
      ) : (
        t('recovery.busy')
      ),
  });

  return (
    <SendForm {...form.props} className={classes.form}>
      <TextInput
        label={t('login.email')}
        type="email"
        name="email"
        autoComplete="username"
        autoFocus
        {...form.field('email')}
        size="md"
      />
      <div role="alert" className={classes.error}>
        {form.failure}
      </div>
      <Button type="submit" loading={form.busy} size="md" fullWidth>
        {t('recovery.submit-ask')}
      </Button>
    </SendForm>
  );
}

import type { IdentitiesAnswer } from '@gos/contract';
import { PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useMe } from '../../entities/user/users.api';
import { problemText } from '../../i18n';
import { ApiProblem } from '../../lib/api';
import formClasses from '../../ui/auth.module.css';
import { SmallButton } from '../../ui/buttons';
import { Dialog, DialogAnswers } from '../../ui/dialog';
import { focusFieldSoon } from '../../ui/send-form';
import classes from './profile.module.css';
import { useProfileT } from './profile-texts';

interface ConnectDialogProps {
  readonly provider: IdentitiesAnswer['items'][number]['provider'];
  /** Leads away; a refusal is shown at the field. */
  readonly onAnswer: (password: string) => Promise<void>;
  readonly onClose: () => void;
}

/** The password, before one makes oneself another way in. */
export function ConnectDialog({ provider: { name }, onAnswer, onClose }: ConnectDialogProps) {
  const t = useProfileT();
  const me = useMe();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const show = (sentence: string) => {
      setError(sentence);
      focusFieldSoon(() => form.querySelector<HTMLInputElement>('[name="password"]'));
    };
    setFailure(null);
    if (password === '') return show(t('validation.required'));
    setBusy(true);
    try {
      await onAnswer(password);
    } catch (problem) {
      setBusy(false);
      if (!(problem instanceof ApiProblem)) throw problem;
      const said = problem.errors.find(({ path }) => path === 'password');
      if (said) show(t(said.code, said.params));
      else setFailure(problemText(problem.problem, t));
    }
  }

  return (
    <Dialog title={t('profile.identities.connect-to', { name })} onClose={onClose}>
      <form className={formClasses.form} onSubmit={submit} noValidate>
        <p className={classes.text}>{t('profile.identities.connect.text', { name })}</p>
        {/* By it the browser's store of passwords knows whose it is. */}
        <input type="text" name="email" autoComplete="username" value={me.email ?? ''} readOnly hidden />
        <PasswordInput
          label={t('profile.identities.password')}
          name="password"
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={error}
          aria-invalid={error !== null}
          visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setError(null);
          }}
        />
        <div role="alert" className={formClasses.error} hidden={failure === null}>
          {failure}
        </div>
        <DialogAnswers>
          <SmallButton variant="default" onClick={onClose}>
            {t('task.action.cancel')}
          </SmallButton>
          <SmallButton type="submit" loading={busy}>
            {t('profile.identities.continue')}
          </SmallButton>
        </DialogAnswers>
      </form>
    </Dialog>
  );
}

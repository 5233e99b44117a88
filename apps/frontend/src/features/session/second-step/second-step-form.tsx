import type { SecondStepKind } from '@gos/domain';
import { Anchor, Button, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { createTexts } from '../../../i18n';
import { ApiProblem } from '../../../lib/api';
import classes from '../../../ui/auth.module.css';
import { failureText } from '../../../ui/failure-text';
import cs from './cs.json';
import en from './en.json';
import { finishByCode, finishByPasskey } from './second-step.api';

const [SecondStepTexts, useSecondStepT] = createTexts({ cs, en });

interface SecondStepFormProps {
  /** By what the sign-in may be finished. */
  readonly kinds: readonly SecondStepKind[];
  readonly onDone: (person: { readonly id: number; readonly name: string }) => void;
  /** Back to e-mail and password, with the reason where there is one. */
  readonly onBack: (reason?: ReactNode) => void;
}

function Form({ kinds, onDone, onBack }: SecondStepFormProps) {
  const t = useSecondStepT();
  const [kind, setKind] = useState<SecondStepKind | undefined>(kinds[0]);
  const [code, setCode] = useState('');
  const [error, setError] = useState<ReactNode>(null);
  const [busy, setBusy] = useState(false);

  async function finish(by: () => Promise<{ readonly id: number; readonly name: string }>) {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      onDone(await by());
    } catch (failure) {
      setBusy(false);
      // What the browser throws when its dialog was closed, or no device answered.
      if (!(failure instanceof ApiProblem)) return setError(t('second-step.passkey-failed'));
      const sentence = failure.status === 0 ? t('auth.credentials') : failureText(failure, t);
      if (failure.code === 'auth.second-step.ended') return onBack(sentence);
      setError(sentence);
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (kind === 'passkey') return finish(finishByPasskey);
    if (!kind) return;
    if (code.trim() === '') {
      setError(t('validation.required'));
      event.currentTarget.querySelector<HTMLInputElement>('[name="code"]')?.focus();
      return;
    }
    return finish(() => finishByCode(kind, code.trim()));
  }

  function choose(next: SecondStepKind) {
    setKind(next);
    setCode('');
    setError(null);
  }

  if (!kind) {
    return (
      <div className={classes.form}>
        <p style={{ margin: 0 }}>{t('second-step.nothing-left')}</p>
        <Button variant="default" size="md" fullWidth onClick={() => onBack()}>
          {t('second-step.back')}
        </Button>
      </div>
    );
  }
  const others = kinds.filter((one) => one !== kind);
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label={t('second-step.title')}>
      <p style={{ margin: 0, color: 'var(--gos-muted)' }}>{t(`second-step.${kind}.text`)}</p>
      {kind !== 'passkey' && (
        <TextInput
          key={`field-${kind}`}
          label={t(`second-step.${kind}.label`)}
          name="code"
          autoComplete={kind === 'totp' ? 'one-time-code' : 'off'}
          inputMode={kind === 'totp' ? 'numeric' : 'text'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={80}
          autoFocus
          data-autofocus
          value={code}
          error={error !== null}
          onChange={(event) => setCode(event.currentTarget.value)}
          size="md"
        />
      )}
      <div role="alert" className={classes.error}>
        {error}
      </div>
      <Button
        key={`submit-${kind}`}
        type="submit"
        loading={busy}
        size="md"
        fullWidth
        autoFocus={kind === 'passkey'}
        leftSection={kind === 'passkey' && <IconFingerprint size={18} stroke={1.75} aria-hidden />}
      >
        {t(kind === 'passkey' ? 'second-step.passkey.submit' : 'second-step.submit')}
      </Button>
      <div style={{ display: 'grid', justifyItems: 'start', gap: 6, fontSize: 13 }}>
        {others.map((one) => (
          <Anchor key={one} component="button" type="button" inherit disabled={busy} onClick={() => choose(one)}>
            {t(`second-step.${one}.instead`)}
          </Anchor>
        ))}
        <Anchor component="button" type="button" inherit c="dimmed" disabled={busy} onClick={() => onBack()}>
          {t('second-step.back')}
        </Anchor>
      </div>
    </form>
  );
}

/** After a right password: the code of an app, a passkey or a recovery code. */
export function SecondStepForm(props: SecondStepFormProps) {
  return (
    <SecondStepTexts>
      <Form {...props} />
    </SecondStepTexts>
  );
}

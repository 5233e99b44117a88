import type { SecondStepKind } from '@gos/domain';
import { Anchor, Button, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { createTexts } from '../../../i18n';
import { ApiProblem } from '../../../lib/api';
import classes from '../../../ui/auth.module.css';
import { failureText } from '../../../ui/failure-text';
import { useDraftForm } from '../../../ui/form/use-draft-form';
import { SendForm } from '../../../ui/send-form';
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
  const form = useDraftForm({
    values: { code: '' },
    forgiving: true,
    check: ({ code }) => ({ code: kind !== 'passkey' && code.trim() === '' && t('validation.required') }),
    send: (_, { values: { code } }) => (kind === 'passkey' ? finishByPasskey() : finishByCode(kind!, code.trim())),
    onSent: onDone,
    onRefused(error) {
      if (!(error instanceof ApiProblem) || error.code !== 'auth.second-step.ended') return false;
      onBack(failureText(error, t));
      return undefined;
    },
    failureOf(error) {
      // The browser throws this when its dialog was closed or no device responded.
      if (!(error instanceof ApiProblem)) return t('second-step.passkey-failed');
      return error.status === 0 ? t('auth.credentials') : undefined;
    },
  });
  const { busy } = form;
  const { error, ...field } = form.field('code');
  const said = error ?? form.failure;

  function choose(next: SecondStepKind) {
    setKind(next);
    form.forget();
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
    <SendForm {...form.props} className={classes.form} aria-label={t('second-step.title')}>
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
          {...field}
          error={said !== null}
          size="md"
        />
      )}
      <div role="alert" className={classes.error}>
        {said}
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
    </SendForm>
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

import type { CreatedTokenAnswer } from '@gos/contract';
import { limits, type TokenScope, tokenScopes } from '@gos/domain';
import { PasswordInput, Select, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useMe } from '../../entities/user/users.api';
import { ApiProblem } from '../../lib/api';
import { serverNow } from '../../lib/server-clock';
import { SmallButton } from '../../ui/buttons';
import { Choice } from '../../ui/choice';
import { copyText } from '../../ui/copy-text';
import { Dialog, DialogAnswers } from '../../ui/dialog';
import { FieldBox } from '../../ui/form-field';
import { momentText } from '../../ui/moment-format';
import { focusFieldSoon, SendButton, SendForm } from '../../ui/send-form';
import { showProblem } from '../../ui/toast';
import { useNow } from '../../ui/use-now';
import { accountKeys, createToken } from './account.api';
import classes from './profile.module.css';
import { useProfileT } from './profile-texts';

const dayMs = 24 * 60 * 60 * 1_000;
const lasts = [7, 30, 90, 180, 365] as const;

type Errors = Readonly<Partial<Record<'name' | 'password', string>>>;

interface TokenDialogProps {
  readonly onClose: () => void;
}

function NewToken({ onMade, onClose }: TokenDialogProps & { readonly onMade: (made: CreatedTokenAnswer) => void }) {
  const t = useProfileT();
  const { locale } = useIntl();
  const now = useNow();
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const hasPassword = useMe().password !== 'none';
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [scope, setScope] = useState<TokenScope>('read');
  const [days, setDays] = useState<number>(90);
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);

  function show(found: Errors) {
    setErrors(found);
    const first = (['name', 'password'] as const).find((field) => found[field] !== undefined);
    if (first) focusFieldSoon(() => form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`));
    return first !== undefined;
  }

  async function send() {
    if (busy) return;
    const required = t('validation.required');
    const isIncomplete = show({
      ...(name.trim() === '' && { name: required }),
      ...(hasPassword && password === '' && { password: required }),
    });
    if (isIncomplete) return;
    setBusy(true);
    try {
      const expiresAt = new Date(serverNow() + days * dayMs).toISOString();
      onMade(await createToken({ name: name.trim(), scope, expiresAt, ...(hasPassword && { password }) }));
    } catch (failure) {
      const wrong = failure instanceof ApiProblem ? failure.errors : [];
      const found = wrong.map(({ path, code, params }) => [path, t(code, params)] as const);
      if (!show(Object.fromEntries(found))) showProblem(failure, t('profile.tokens.failure'));
      setBusy(false);
    }
    void client.invalidateQueries({ queryKey: accountKeys.tokens });
  }

  return (
    <Dialog title={t('profile.tokens.new.title')} onClose={onClose} closeOnClickOutside={false}>
      <SendForm ref={form} className={classes.form} onSend={() => void send()}>
        <TextInput
          label={t('profile.tokens.name')}
          description={t('profile.tokens.name.help')}
          data-autofocus
          maxLength={limits.tokenName.max}
          value={name}
          name="name"
          error={errors.name}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setErrors(({ name: _, ...others }) => others);
          }}
        />
        <FieldBox label={t('profile.tokens.scope')}>
          {() => (
            <div>
              <Choice
                label={t('profile.tokens.scope')}
                values={tokenScopes}
                value={scope}
                text={(one) => t(`profile.tokens.scope.${one}`)}
                onChange={setScope}
              />
            </div>
          )}
        </FieldBox>
        <Select
          label={t('profile.tokens.lasts')}
          description={t('profile.tokens.until', {
            day: momentText(locale, new Date(now + days * dayMs).toISOString() as never, now, t),
          })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          allowDeselect={false}
          data={lasts.map((count) => ({ value: String(count), label: t('profile.tokens.days', { count }) }))}
          value={String(days)}
          onChange={(value) => value && setDays(Number(value))}
        />
        {hasPassword && (
          <PasswordInput
            label={t('password.own')}
            description={t('profile.tokens.password.help')}
            name="password"
            autoComplete="current-password"
            value={password}
            error={errors.password}
            aria-invalid={errors.password !== undefined}
            visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
            onChange={(event) => {
              setPassword(event.currentTarget.value);
              setErrors(({ password: _, ...others }) => others);
            }}
          />
        )}
        <DialogAnswers>
          <SmallButton variant="default" onClick={onClose}>
            {t('task.action.cancel')}
          </SmallButton>
          <SendButton loading={busy}>{t('profile.tokens.create')}</SendButton>
        </DialogAnswers>
      </SendForm>
    </Dialog>
  );
}

/** The token, this once: it is closed by its buttons only. */
function MadeToken({ made: { name, token }, onClose }: TokenDialogProps & { readonly made: CreatedTokenAnswer }) {
  const t = useProfileT();
  return (
    <Dialog
      title={t('profile.tokens.made', { name })}
      size={520}
      closeOnClickOutside={false}
      closeOnEscape={false}
      onClose={onClose}
    >
      <p className={classes.about}>{t('profile.tokens.once')}</p>
      <TextInput
        label={t('profile.tokens.token')}
        value={token}
        readOnly
        classNames={{ input: classes.code }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <DialogAnswers>
        <SmallButton variant="default" onClick={onClose}>
          {t('profile.tokens.done')}
        </SmallButton>
        <SmallButton
          data-autofocus
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={() => void copyText(token, t('profile.tokens.copied'), t('profile.tokens.not-copied'))}
        >
          {t('profile.tokens.copy')}
        </SmallButton>
      </DialogAnswers>
    </Dialog>
  );
}

/** Makes a token and shows it. */
export function TokenDialog({ onClose }: TokenDialogProps) {
  const [made, setMade] = useState<CreatedTokenAnswer | null>(null);
  return made ? <MadeToken made={made} onClose={onClose} /> : <NewToken onMade={setMade} onClose={onClose} />;
}

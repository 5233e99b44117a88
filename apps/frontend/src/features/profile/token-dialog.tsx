import type { CreatedTokenAnswer } from '@gos/contract';
import { limits, type TokenScope, tokenScopes } from '@gos/domain';
import { Select, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useMe } from '../../entities/user/users.api';
import { serverNow } from '../../lib/server-clock';
import { SmallButton } from '../../ui/buttons';
import { Choice } from '../../ui/choice';
import { copyText } from '../../ui/copy-text';
import { Dialog, DialogAnswers } from '../../ui/dialog';
import { useDraftForm } from '../../ui/form/use-draft-form';
import { FieldBox } from '../../ui/form-field';
import { momentText } from '../../ui/moment-format';
import { PasswordField } from '../../ui/password-field';
import { SendButton, SendForm } from '../../ui/send-form';
import { SettingsNote } from '../../ui/settings';
import { showProblem } from '../../ui/toast';
import { useNow } from '../../ui/use-now';
import { accountKeys, createToken } from './account.api';
import classes from './profile.module.css';
import { useProfileT } from './profile-texts';

const dayMs = 24 * 60 * 60 * 1_000;
const lasts = [7, 30, 90, 180, 365] as const;

interface TokenDialogProps {
  readonly onClose: () => void;
}

function NewToken({ onMade, onClose }: TokenDialogProps & { readonly onMade: (made: CreatedTokenAnswer) => void }) {
  const t = useProfileT();
  const { locale } = useIntl();
  const now = useNow();
  const client = useQueryClient();
  const hasPassword = useMe().password !== 'none';
  const form = useDraftForm({
    values: { name: '', password: '', scope: 'read' as TokenScope, days: '90' },
    forgiving: true,
    check: ({ name, password }) => ({
      name: name.trim() === '' && t('validation.required'),
      password: hasPassword && password === '' && t('validation.required'),
    }),
    async send(_, { values: { name, password, scope, days } }) {
      const expiresAt = new Date(serverNow() + Number(days) * dayMs).toISOString();
      return createToken({ name: name.trim(), scope, expiresAt, ...(hasPassword && { password }) }).finally(
        () => void client.invalidateQueries({ queryKey: accountKeys.tokens }),
      );
    },
    onSent: onMade,
    onRefused(error, found) {
      if (Object.keys(found).length === 0) showProblem(error, t('profile.tokens.failure'));
      return undefined;
    },
  });
  const { scope, days } = form.draft;

  return (
    <Dialog title={t('profile.tokens.new.title')} onClose={onClose} closeOnClickOutside={false}>
      <SendForm {...form.props} className={classes.form}>
        <TextInput
          label={t('profile.tokens.name')}
          description={t('profile.tokens.name.help')}
          data-autofocus
          maxLength={limits.tokenName.max}
          name="name"
          {...form.field('name')}
        />
        <FieldBox label={t('profile.tokens.scope')}>
          {() => (
            <div>
              <Choice
                label={t('profile.tokens.scope')}
                values={tokenScopes}
                value={scope}
                text={(one) => t(`profile.tokens.scope.${one}`)}
                onChange={(next) => form.change({ scope: next })}
              />
            </div>
          )}
        </FieldBox>
        <Select
          label={t('profile.tokens.lasts')}
          description={t('profile.tokens.until', {
            day: momentText(locale, new Date(now + Number(days) * dayMs).toISOString() as never, now, t),
          })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          allowDeselect={false}
          data={lasts.map((count) => ({ value: String(count), label: t('profile.tokens.days', { count }) }))}
          {...form.field('days')}
        />
        {hasPassword && (
          <PasswordField
            label={t('password.own')}
            description={t('profile.tokens.password.help')}
            name="password"
            autoComplete="current-password"
            {...form.field('password')}
          />
        )}
        <DialogAnswers>
          <SmallButton variant="default" onClick={onClose}>
            {t('task.action.cancel')}
          </SmallButton>
          <SendButton loading={form.busy}>{t('profile.tokens.create')}</SendButton>
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
      <SettingsNote>{t('profile.tokens.once')}</SettingsNote>
      <TextInput
        label={t('profile.tokens.token')}
        value={token}
        readOnly
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12.5 } }}
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

import { limits } from '@gos/domain';
import { Button, Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Avatar } from '../../entities/user/avatar';
import { changeMe, meQuery, useMe } from '../../entities/user/users.api';
import { type Language, languageNames, languages, useT } from '../../i18n';
import { ApiProblem } from '../../lib/api';
import { useLanguage } from '../../ui/language';
import { PaddedScreen, ScreenHead } from '../../ui/screen';
import { showProblem, showToast } from '../../ui/toast';
import classes from './profile.module.css';

/** One's own data, and below them the settings that other features have. */
export function ProfileScreen({ children }: { readonly children?: ReactNode }) {
  const t = useT();
  const me = useMe();
  const client = useQueryClient();
  const { setLanguage } = useLanguage();
  const [name, setName] = useState(me.name);
  const [phone, setPhone] = useState(me.phone ?? '');
  const [language, chooseLanguage] = useState<Language>(me.language);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setErrors({});
    try {
      await changeMe({ name: name.trim(), phone: phone.trim() === '' ? null : phone.trim(), language });
      await client.invalidateQueries({ queryKey: meQuery.queryKey });
      await setLanguage(language);
      showToast({ message: t('profile.saved') });
    } catch (error) {
      const fields = error instanceof ApiProblem ? error.errors : [];
      setErrors(Object.fromEntries(fields.map(({ path, code, params }) => [path, t(code, params)])));
      if (fields.length === 0) showProblem(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <PaddedScreen>
      <ScreenHead title={t('profile.title')} />
      <form className={classes.form} onSubmit={save} noValidate>
        <div className={classes.who}>
          <Avatar person={me} size={44} decorative />
          <div>
            <div className={classes.name}>{me.name}</div>
            <div className={classes.role}>
              {[t(`people.role.${me.role}`), ...me.positions.map((position) => position.name)].join(' · ')}
            </div>
          </div>
        </div>
        <TextInput
          label={t('register.name')}
          autoComplete="name"
          value={name}
          maxLength={limits.personName.max}
          error={errors.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput label={t('people.email')} value={me.email ?? ''} readOnly variant="filled" />
        <TextInput
          label={t('people.phone')}
          type="tel"
          autoComplete="tel"
          value={phone}
          error={errors.phone}
          onChange={(event) => setPhone(event.currentTarget.value)}
        />
        <Select
          label={t('user.language')}
          allowDeselect={false}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
          value={language}
          onChange={(value) => value && chooseLanguage(value as Language)}
        />
        <Button type="submit" loading={busy} style={{ justifySelf: 'start' }}>
          {t('profile.save')}
        </Button>
      </form>
      {children}
    </PaddedScreen>
  );
}

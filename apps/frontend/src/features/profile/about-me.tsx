import type { meRoutes } from '@gos/contract';
import { limits } from '@gos/domain';
import { Button, Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { changeMe, meQuery, useMe } from '../../entities/user/users.api';
import { type Language, languageNames, languages } from '../../i18n';
import { ApiProblem } from '../../lib/api';
import type { BodyOf } from '../../lib/request';
import { useLanguage } from '../../ui/language';
import { showProblem, showToast } from '../../ui/toast';
import { MyPicture } from './my-picture';
import classes from './profile.module.css';
import { useProfileT } from './profile-texts';

/** The picture; name, phone and language: only what was changed here is sent, so that another tab's change stays. */
export function AboutMe() {
  const t = useProfileT();
  const me = useMe();
  const client = useQueryClient();
  const { setLanguage } = useLanguage();
  const [draft, setDraft] = useState<BodyOf<typeof meRoutes.change>>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const change = (more: typeof draft) => setDraft((now) => ({ ...now, ...more }));

  async function save(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setErrors({});
    try {
      const sent = {
        ...draft,
        ...(draft.name !== undefined && { name: draft.name.trim() }),
        ...(draft.phone !== undefined && { phone: draft.phone?.trim() || null }),
      };
      await changeMe(sent);
      client.setQueryData(meQuery.queryKey, (known) => known && { ...known, ...sent });
      await client.invalidateQueries({ queryKey: meQuery.queryKey, exact: true });
      if (draft.language) await setLanguage(draft.language);
      setDraft({});
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
    <form className={classes.form} onSubmit={save} noValidate>
      <MyPicture />
      <TextInput
        label={t('register.name')}
        autoComplete="name"
        value={draft.name ?? me.name}
        maxLength={limits.personName.max}
        error={errors.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t('people.phone')}
        type="tel"
        autoComplete="tel"
        value={(draft.phone === undefined ? me.phone : draft.phone) ?? ''}
        error={errors.phone}
        onChange={(event) => change({ phone: event.currentTarget.value })}
      />
      <Select
        label={t('user.language')}
        allowDeselect={false}
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
        value={draft.language ?? me.language}
        onChange={(value) => value && change({ language: value as Language })}
      />
      <Button type="submit" loading={busy} style={{ justifySelf: 'start' }}>
        {t('profile.save')}
      </Button>
    </form>
  );
}

import { limits } from '@gos/domain';
import { Button, Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { changeMe, meQuery, useMe } from '../../entities/user/users.api';
import { type Language, languageNames, languages } from '../../i18n';
import { useDraftForm } from '../../ui/form/use-draft-form';
import { useLanguage } from '../../ui/language';
import { SendForm } from '../../ui/send-form';
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
  const form = useDraftForm({
    values: { name: me.name, phone: me.phone ?? '', language: me.language as Language },
    forgiving: true,
    body: ({ name, phone, language }) => ({ name: name.trim(), phone: phone.trim() || null, language }),
    check: () => ({}),
    async send(changed) {
      await changeMe(changed);
      client.setQueryData(meQuery.queryKey, (known) => known && { ...known, ...changed });
      await client.invalidateQueries({ queryKey: meQuery.queryKey, exact: true });
      if (changed.language === undefined) return;
      // The server's answers have words in the language of the profile.
      void client.invalidateQueries();
      await setLanguage(changed.language);
    },
    onSent() {
      form.forget();
      showToast({ message: t('profile.saved') });
    },
    onRefused(error, found) {
      if (Object.keys(found).length === 0) showProblem(error);
      return undefined;
    },
  });

  return (
    <SendForm {...form.props} className={classes.form}>
      <MyPicture />
      <TextInput
        label={t('register.name')}
        autoComplete="name"
        maxLength={limits.personName.max}
        {...form.field('name')}
      />
      <TextInput label={t('people.phone')} type="tel" autoComplete="tel" {...form.field('phone')} />
      <Select
        label={t('user.language')}
        allowDeselect={false}
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
        {...form.field('language')}
      />
      <Button type="submit" loading={form.busy} style={{ justifySelf: 'start' }}>
        {t('profile.save')}
      </Button>
    </SendForm>
  );
}

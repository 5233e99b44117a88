import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { languageNames, languages, useT } from '../i18n';
import { losesSession, runtimeConfig } from '../lib/runtime-config';
import classes from './auth.module.css';
import { BrandMark } from './brand-mark';
import { useLanguage } from './language';

interface AuthPageProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Next to the choice of language. */
  readonly foot?: ReactNode;
}

export function AuthPage({ title, children, foot }: AuthPageProps) {
  const t = useT();
  const { brandName } = runtimeConfig();
  const { language, setLanguage } = useLanguage();
  return (
    <main className={classes.page}>
      <title>{`${title} · ${brandName}`}</title>
      <div className={classes.card}>
        <Group wrap="nowrap" gap={10} mb={22} fz={15} fw={650}>
          <BrandMark size={28} />
          <span>
            {brandName}{' '}
            <Text span c="dimmed" fw={400} fz={13}>
              – {t('login.lead')}
            </Text>
          </span>
        </Group>
        <Text component="h1" m="0 0 18px" fz={20} fw={650} lh="inherit">
          {title}
        </Text>
        {losesSession() && (
          <p role="alert" className={`${classes.about} ${classes.refused}`}>
            {t('login.needs-https')}
          </p>
        )}
        {children}
        <Group justify="space-between" gap={10} mt={18} fz={13}>
          {foot ?? <span />}
          <Group component="fieldset" gap={2} bd={0} m={0} p={0} aria-label={t('user.language')}>
            {languages.map((one) => (
              <button
                key={one}
                type="button"
                lang={one}
                className={classes.language}
                aria-pressed={one === language}
                aria-label={`${one.toUpperCase()} – ${languageNames[one]}`}
                onClick={() => void setLanguage(one)}
              >
                {one.toUpperCase()}
              </button>
            ))}
          </Group>
        </Group>
      </div>
    </main>
  );
}

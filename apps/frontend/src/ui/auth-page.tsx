import type { ReactNode } from 'react';
import { languageNames, languages, useT } from '../i18n';
import { losesSession, runtimeConfig } from '../lib/runtime-config';
import classes from './auth.module.css';
import { BrandMark } from './brand-mark';
import { useLanguage } from './language';

interface AuthPageProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Beside the choice of language. */
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
        <div className={classes.brand}>
          <BrandMark size={28} />
          <span>
            {brandName} <span className={classes.lead}>– {t('login.lead')}</span>
          </span>
        </div>
        <h1 className={classes.title}>{title}</h1>
        {losesSession() && (
          <p role="alert" className={`${classes.about} ${classes.refused}`}>
            {t('login.needs-https')}
          </p>
        )}
        {children}
        <div className={classes.foot}>
          {foot ?? <span />}
          <fieldset
            className={classes.languages}
            style={{ border: 0, margin: 0, padding: 0 }}
            aria-label={t('user.language')}
          >
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
          </fieldset>
        </div>
      </div>
    </main>
  );
}

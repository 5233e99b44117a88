import { type ReactNode, useMemo } from 'react';
import { IntlProvider, useIntl } from 'react-intl';
import type { Language } from './languages';
import type { Messages } from './messages';

interface MoreTextsProps {
  readonly texts: Record<Language, Messages<string>>;
  readonly children: ReactNode;
}

/** Texts that only one screen's readers need: they come with it, and are said in it as those of everybody. */
export function MoreTexts({ texts, children }: MoreTextsProps) {
  const { locale, defaultLocale, messages, timeZone } = useIntl();
  const all = useMemo(
    () => ({ ...messages, ...texts[locale as Language] }) as Record<string, string>,
    [messages, texts, locale],
  );
  return (
    <IntlProvider locale={locale} defaultLocale={defaultLocale} messages={all} timeZone={timeZone}>
      {children}
    </IntlProvider>
  );
}

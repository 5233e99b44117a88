import { type ReactNode, useMemo } from 'react';
import { IntlProvider, useIntl } from 'react-intl';
import type { Language } from './languages';
import type { MessageId, Messages, Say } from './messages';
import { useT } from './use-t';

interface TextsProps {
  readonly children: ReactNode;
}

/**
 * Returns a provider of texts that only some screens need, and the translate function inside it. The texts are in the chunk of
 * these screens. A text that one language lacks does not compile.
 */
export function createTexts<Id extends string>(texts: Record<Language, Messages<Id>>) {
  function Texts({ children }: TextsProps) {
    const { locale, defaultLocale, messages, timeZone } = useIntl();
    const all = useMemo(
      () => ({ ...messages, ...texts[locale as Language] }) as Record<string, string>,
      [messages, locale],
    );
    return (
      <IntlProvider locale={locale} defaultLocale={defaultLocale} messages={all} timeZone={timeZone}>
        {children}
      </IntlProvider>
    );
  }
  return [Texts, useT as () => Say<MessageId | Id>] as const;
}

import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { IntlProvider } from 'react-intl';
import { defaultLanguage, type Language } from './i18n';
import { rememberLanguage } from './i18n/detect-language';
import { loadMessages, type Messages } from './i18n/message-loader';

interface LanguageChoice {
  readonly language: Language;
  setLanguage(language: Language): Promise<void>;
}

const Context = createContext<LanguageChoice>({ language: defaultLanguage, setLanguage: async () => undefined });

export const useLanguage = () => useContext(Context);

interface LanguageProviderProps {
  readonly initial: Language;
  readonly messages: Messages;
  readonly children: ReactNode;
}

/** The reader's language; another one is shown once its messages are here. */
export function LanguageProvider({ initial, messages, children }: LanguageProviderProps) {
  const [shown, setShown] = useState({ language: initial, messages });
  const setLanguage = useCallback(async (language: Language) => {
    setShown({ language, messages: await loadMessages(language) });
    rememberLanguage(language);
  }, []);
  useEffect(() => {
    document.documentElement.lang = shown.language;
  }, [shown.language]);
  const choice = useMemo(() => ({ language: shown.language, setLanguage }), [shown.language, setLanguage]);
  return (
    <Context value={choice}>
      <IntlProvider
        locale={shown.language}
        defaultLocale={defaultLanguage}
        messages={shown.messages as Record<string, string>}
      >
        {children}
      </IntlProvider>
    </Context>
  );
}

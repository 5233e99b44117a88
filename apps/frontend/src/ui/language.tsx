import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { IntlProvider } from 'react-intl';
import { defaultLanguage, type Language, type Messages } from '../i18n';
import { rememberLanguage } from '../i18n/detect-language';
import { loadMessages } from '../i18n/message-loader';
import { reportError } from '../lib/error-reporting';
import { timeZone } from '../lib/installation';
import { useEventCallback } from '../lib/use-event-callback';
import { showProblem } from './toast';

export interface LanguageChoice {
  readonly language: Language;
  /** False when its texts could not be loaded (a toast says so), or when another language was chosen meanwhile. */
  setLanguage(language: Language): Promise<boolean>;
}

/** Until there is a provider. */
export const fixedLanguage: LanguageChoice = { language: defaultLanguage, setLanguage: async () => false };

const Context = createContext(fixedLanguage);

export const useLanguage = () => useContext(Context);

interface LanguageProviderProps {
  readonly initial: Language;
  readonly messages: Messages;
  readonly children: ReactNode;
}

/** Provides the reader's language. Another one is shown once its messages have loaded. */
export function LanguageProvider({ initial, messages, children }: LanguageProviderProps) {
  const [shown, setShown] = useState({ language: initial, messages });
  const choices = useRef(0);
  const setLanguage = useEventCallback(async (language: Language) => {
    const choice = ++choices.current;
    try {
      const loaded = await loadMessages(language);
      // The later of two choices wins, whichever loads first.
      if (choice !== choices.current) return false;
      setShown({ language, messages: loaded });
      rememberLanguage(language);
      return true;
    } catch (error) {
      reportError(error);
      showProblem(error, shown.messages['user.language.failed']);
      return false;
    }
  });
  useEffect(() => {
    document.documentElement.lang = shown.language;
  }, [shown.language]);
  const choice = useMemo(() => ({ language: shown.language, setLanguage }), [shown.language, setLanguage]);
  return (
    <Context value={choice}>
      <IntlProvider
        locale={shown.language}
        defaultLocale={defaultLanguage}
        messages={shown.messages}
        timeZone={timeZone()}
      >
        {children}
      </IntlProvider>
    </Context>
  );
}

import type { ReactNode } from 'react';
import { type Language, type MessageId, type Messages, MoreTexts, type Say, useT } from '../../../i18n';
import cs from './cs.json';
import en from './en.json';

type SsoMessageId = keyof typeof cs | keyof typeof en;

const texts: Record<Language, Messages<SsoMessageId>> = { cs, en };

/** Only who comes back from a provider reads them, so they come with that screen. */
export const SsoTexts = ({ children }: { readonly children: ReactNode }) => (
  <MoreTexts texts={texts}>{children}</MoreTexts>
);

/** The translate function inside `SsoTexts`. */
export const useSsoT = (): Say<MessageId | SsoMessageId> => useT<SsoMessageId>();

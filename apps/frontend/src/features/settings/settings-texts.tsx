import type { ReactNode } from 'react';
import { type Language, type MessageId, type Messages, MoreTexts, type Say, useT } from '../../i18n';
import cs from './cs.json';
import en from './en.json';

type SettingsMessageId = keyof typeof cs | keyof typeof en;

const texts: Record<Language, Messages<SettingsMessageId>> = { cs, en };

/** Only admins read them, so they come with the screen and not with the texts of everybody. */
export const SettingsTexts = ({ children }: { readonly children: ReactNode }) => (
  <MoreTexts texts={texts}>{children}</MoreTexts>
);

/** The translate function inside `SettingsTexts`. */
export const useSettingsT = (): Say<MessageId | SettingsMessageId> => useT<SettingsMessageId>();

import type { ReactNode } from 'react';
import { type Language, type MessageId, type Messages, MoreTexts, type Say, useT } from '../../i18n';
import cs from './cs.json';
import en from './en.json';

export type AdminMessageId = keyof typeof cs | keyof typeof en;

const texts: Record<Language, Messages<AdminMessageId>> = { cs, en };

/** Only admins read them, so they come with the page and not with the texts of everybody. */
export const AdminTexts = ({ children }: { readonly children: ReactNode }) => (
  <MoreTexts texts={texts}>{children}</MoreTexts>
);

/** The translate function inside `AdminTexts`. */
export const useAdminT = (): Say<MessageId | AdminMessageId> => useT<AdminMessageId>();

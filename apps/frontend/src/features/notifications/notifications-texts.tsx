import type { ReactNode } from 'react';
import { type Language, type MessageId, type Messages, MoreTexts, type Say, useT } from '../../i18n';
import cs from './cs.json';
import en from './en.json';

type NotificationsMessageId = keyof typeof cs | keyof typeof en;

const texts: Record<Language, Messages<NotificationsMessageId>> = { cs, en };

/** They come with the bell and the settings, and not with the texts of everybody. */
export const NotificationsTexts = ({ children }: { readonly children: ReactNode }) => (
  <MoreTexts texts={texts}>{children}</MoreTexts>
);

/** The translate function inside `NotificationsTexts`. */
export const useNotificationsT = (): Say<MessageId | NotificationsMessageId> => useT<NotificationsMessageId>();

import type { ReactNode } from 'react';
import { type Language, type MessageId, type Messages, MoreTexts, type Say, useT } from '../../i18n';
import cs from './cs.json';
import en from './en.json';

type ProfileMessageId = keyof typeof cs | keyof typeof en;

const texts: Record<Language, Messages<ProfileMessageId>> = { cs, en };

/** They come with the screens of one's own account, and not with the texts of everybody. */
export const ProfileTexts = ({ children }: { readonly children: ReactNode }) => (
  <MoreTexts texts={texts}>{children}</MoreTexts>
);

/** The translate function inside `ProfileTexts`. */
export const useProfileT = (): Say<MessageId | ProfileMessageId> => useT<ProfileMessageId>();

import type { ReactNode } from 'react';
import { type Language, type MessageId, type Messages, MoreTexts, type Say, useT } from '../../i18n';
import cs from './cs.json';
import en from './en.json';

type InvitationsMessageId = keyof typeof cs | keyof typeof en;

const texts: Record<Language, Messages<InvitationsMessageId>> = { cs, en };

/** They come with the screen and not with the texts of everybody. */
export const InvitationsTexts = ({ children }: { readonly children: ReactNode }) => (
  <MoreTexts texts={texts}>{children}</MoreTexts>
);

/** The translate function inside `InvitationsTexts`. */
export const useInvitationsT = (): Say<MessageId | InvitationsMessageId> => useT<InvitationsMessageId>();

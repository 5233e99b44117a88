import type { ReactNode } from 'react';
import { type Language, type MessageId, type Messages, MoreTexts, type Say, useT } from '../../i18n';
import cs from './cs.json';
import en from './en.json';

type PeopleMessageId = keyof typeof cs | keyof typeof en;

const texts: Record<Language, Messages<PeopleMessageId>> = { cs, en };

/** They come with the screens and not with the texts of everybody. */
export const PeopleTexts = ({ children }: { readonly children: ReactNode }) => (
  <MoreTexts texts={texts}>{children}</MoreTexts>
);

/** The translate function inside `PeopleTexts`. */
export const usePeopleT = (): Say<MessageId | PeopleMessageId> => useT<PeopleMessageId>();

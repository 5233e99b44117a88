import type { ReactNode } from 'react';
import { type Language, type MessageId, type Messages, MoreTexts, type Say, useT } from '../../../i18n';
import cs from './cs.json';
import en from './en.json';

type RepeatedMessageId = keyof typeof cs | keyof typeof en;
export type SayRepeated = Say<MessageId | RepeatedMessageId>;

const texts: Record<Language, Messages<RepeatedMessageId>> = { cs, en };

/** They come with the screens of repeated tasks, not with the texts of everybody. */
export const RepeatedTexts = ({ children }: { readonly children: ReactNode }) => (
  <MoreTexts texts={texts}>{children}</MoreTexts>
);

/** The translate function inside `RepeatedTexts`. */
export const useRepeatedT = (): SayRepeated => useT<RepeatedMessageId>();

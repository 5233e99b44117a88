import type { ReactNode } from 'react';
import { type Language, type MessageId, type Messages, MoreTexts, type Say, useT } from '../../i18n';
import cs from './cs.json';
import en from './en.json';

export type WorkMessageId = keyof typeof cs | keyof typeof en;

const texts: Record<Language, Messages<WorkMessageId>> = { cs, en };

/** They come with the forms of work times and not with the texts of everybody. */
export const WorkTexts = ({ children }: { readonly children: ReactNode }) => (
  <MoreTexts texts={texts}>{children}</MoreTexts>
);

/** The translate function inside `WorkTexts`. */
export const useWorkT = (): Say<MessageId | WorkMessageId> => useT<WorkMessageId>();

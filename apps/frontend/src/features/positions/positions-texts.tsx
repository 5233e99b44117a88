import type { ReactNode } from 'react';
import { type Language, type MessageId, type Messages, MoreTexts, type Say, useT } from '../../i18n';
import cs from './cs.json';
import en from './en.json';

type PositionsMessageId = keyof typeof cs | keyof typeof en;

const texts: Record<Language, Messages<PositionsMessageId>> = { cs, en };

/** They come with the screen and not with the texts of everybody. */
export const PositionsTexts = ({ children }: { readonly children: ReactNode }) => (
  <MoreTexts texts={texts}>{children}</MoreTexts>
);

/** The translate function inside `PositionsTexts`. */
export const usePositionsT = (): Say<MessageId | PositionsMessageId> => useT<PositionsMessageId>();

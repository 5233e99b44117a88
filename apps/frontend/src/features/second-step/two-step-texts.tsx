import type { ReactNode } from 'react';
import { type Language, type MessageId, type Messages, MoreTexts, type Say, useT } from '../../i18n';
import cs from './cs.json';
import en from './en.json';

export type TwoStepMessageId = MessageId | keyof typeof cs | keyof typeof en;

const texts: Record<Language, Messages<keyof typeof cs | keyof typeof en>> = { cs, en };

/** They come with the screens where two-step sign-in is set up. */
export const TwoStepTexts = ({ children }: { readonly children: ReactNode }) => (
  <MoreTexts texts={texts}>{children}</MoreTexts>
);

/** The translate function inside `TwoStepTexts`. */
export const useTwoStepT = (): Say<TwoStepMessageId> => useT<keyof typeof cs | keyof typeof en>();

import type { ReactNode } from 'react';
import { type Language, type MessageId, type Messages, MoreTexts, type Say, useT } from '../../../i18n';
import cs from './cs.json';
import en from './en.json';

type SecondStepMessageId = keyof typeof cs | keyof typeof en;

const texts: Record<Language, Messages<SecondStepMessageId>> = { cs, en };

/** Only who has a second step reads them, so they come with its form. */
export const SecondStepTexts = ({ children }: { readonly children: ReactNode }) => (
  <MoreTexts texts={texts}>{children}</MoreTexts>
);

/** The translate function inside `SecondStepTexts`. */
export const useSecondStepT = (): Say<MessageId | SecondStepMessageId> => useT<SecondStepMessageId>();

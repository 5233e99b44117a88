import type { ReactNode } from 'react';
import { type Language, type MessageId, type Messages, MoreTexts, type Say, useT } from '../../../i18n';
import cs from './cs.json';
import en from './en.json';

type RecoveryMessageId = keyof typeof cs | keyof typeof en;

const texts: Record<Language, Messages<RecoveryMessageId>> = { cs, en };

/** Only who forgot a password reads them, so they come with its screen. */
export const RecoveryTexts = ({ children }: { readonly children: ReactNode }) => (
  <MoreTexts texts={texts}>{children}</MoreTexts>
);

/** The translate function inside `RecoveryTexts`. */
export const useRecoveryT = (): Say<MessageId | RecoveryMessageId> => useT<RecoveryMessageId>();

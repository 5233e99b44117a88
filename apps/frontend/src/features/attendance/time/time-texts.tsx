import type { ReactNode } from 'react';
import { type WorkMessageId, WorkTexts } from '../../../entities/work/work-texts';
import { type Language, type MessageId, type Messages, MoreTexts, type Say, useT } from '../../../i18n';
import cs from './cs.json';
import en from './en.json';

export type TimeMessageId = keyof typeof cs | keyof typeof en | WorkMessageId;

const texts: Record<Language, Messages<keyof typeof cs | keyof typeof en>> = { cs, en };

/** They come with the screens of worked time, with those of its forms. */
export const TimeTexts = ({ children }: { readonly children: ReactNode }) => (
  <WorkTexts>
    <MoreTexts texts={texts}>{children}</MoreTexts>
  </WorkTexts>
);

/** The translate function inside `TimeTexts`. */
export const useTimeT = (): Say<MessageId | TimeMessageId> => useT<TimeMessageId>();

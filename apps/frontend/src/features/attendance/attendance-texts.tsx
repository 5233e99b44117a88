import type { ReactNode } from 'react';
import { type Language, type MessageId, type Messages, MoreTexts, type Say, useT } from '../../i18n';
import cs from './cs.json';
import en from './en.json';

export type AttendanceMessageId = keyof typeof cs | keyof typeof en;

const texts: Record<Language, Messages<AttendanceMessageId>> = { cs, en };

/** They come with the screens of attendance, not with the texts of everybody. */
export const AttendanceTexts = ({ children }: { readonly children: ReactNode }) => (
  <MoreTexts texts={texts}>{children}</MoreTexts>
);

/** The translate function inside `AttendanceTexts`. */
export const useAttendanceT = (): Say<MessageId | AttendanceMessageId> => useT<AttendanceMessageId>();

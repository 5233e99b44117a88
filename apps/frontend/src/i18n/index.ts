import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import type en from './en.json';

export type MessageId = keyof typeof en;
export type MessageValues = Record<string, string | number | Date | null | undefined>;

/** The translate function of the reader's language. */
export function useT(): (id: MessageId, values?: MessageValues) => string {
  const intl = useIntl();
  return useCallback(
    (id, values) => {
      const message: unknown = intl.messages[id];
      // What takes no values is there as it is said; the library would look for its parser.
      return typeof message === 'string' ? message : intl.formatMessage({ id }, values);
    },
    [intl],
  );
}

export const languages = ['cs', 'en'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = 'cs';

export { problemText, refusalText } from './refusal-text';

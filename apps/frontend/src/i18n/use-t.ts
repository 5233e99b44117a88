import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import type { MessageId, MessageValues, Say } from './messages';

/** Formats a message of words and plain values only; the library takes many times longer. */
function joined(message: unknown, values: MessageValues): string | null {
  let said = '';
  for (const part of Array.isArray(message) ? message : [null]) {
    const value: unknown = part?.type === 0 ? part.value : part?.type === 1 ? values[part.value] : undefined;
    if (typeof value !== 'string' && typeof value !== 'number') return null;
    said += value;
  }
  return said;
}

/**
 * Returns the translate function of the reader's language.
 * @typeParam More texts besides those of every screen (`createTexts`)
 */
export function useT<More extends string = never>(): Say<MessageId | More> {
  const intl = useIntl();
  return useCallback(
    (code, values) => {
      // A refusal that says of what there is too much has a sentence of its own.
      const own = `${code}.${values?.what}`;
      const id = own in intl.messages ? own : code;
      const message: unknown = intl.messages[id];
      // A text without values needs no formatting; the library would look for its parser.
      if (typeof message === 'string') return message;
      return (values && joined(message, values)) ?? intl.formatMessage({ id }, values);
    },
    [intl],
  );
}

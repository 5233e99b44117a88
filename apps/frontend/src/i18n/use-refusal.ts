import type { RefusalCode, RefusalParams } from '@gos/domain';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { refusalText } from '.';

/** The sentence of a code in the reader's language. */
export function useRefusal(): (code: RefusalCode, params?: RefusalParams) => string {
  const { locale } = useIntl();
  return useCallback((code, params) => refusalText(code, locale, params), [locale]);
}

import type { UseQueryResult } from '@tanstack/react-query';
import { problemText } from '../../../i18n';
import { ApiProblem } from '../../../lib/api';
import { Failed } from '../../../ui/empty-state';
import { useTimeT } from './time-texts';

interface TimeFailedProps {
  readonly answer: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;
}

/** In place of what could not be loaded: why, and another try. */
export function TimeFailed({ answer: { error, isFetching, refetch } }: TimeFailedProps) {
  const t = useTimeT();
  const why = error instanceof ApiProblem ? problemText(error.problem, t) : '';
  return <Failed text={`${t('time.failed')} ${why}`} busy={isFetching} onRetry={() => void refetch()} />;
}

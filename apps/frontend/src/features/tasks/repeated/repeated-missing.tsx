import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ApiProblem } from '../../../lib/api';
import { ScreenMessage } from '../../../ui/screen-message';
import { useRepeatedT } from './repeated-texts';

interface RepeatedMissingProps {
  readonly query: { readonly error: unknown; readonly isFetching: boolean; readonly refetch: () => unknown };
}

/** The screen of a definition that does not exist or failed to load. */
export function RepeatedMissing({ query: { error, isFetching, refetch } }: RepeatedMissingProps) {
  const t = useRepeatedT();
  const missing = error instanceof ApiProblem && error.status === 404;
  return (
    <ScreenMessage
      title={t(missing ? 'repeated.missing' : 'app.error.title')}
      text={t(missing ? 'repeated.missing.text' : 'repeated.failure.detail')}
    >
      {!missing && (
        <Button onClick={() => void refetch()} loading={isFetching}>
          {t('app.error.retry')}
        </Button>
      )}
      <Button component={Link} to="/tasks/repeated" variant={missing ? 'filled' : 'default'}>
        {t('repeated.to-list')}
      </Button>
    </ScreenMessage>
  );
}

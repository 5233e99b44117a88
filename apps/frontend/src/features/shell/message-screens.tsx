import { Button } from '@mantine/core';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ScreenMessage } from '../../components/screen-message';
import { type MessageId, useT } from '../../i18n';
import { ApiProblem } from '../../lib/api';
import { isMissingPart, reloadOnce } from '../../lib/chunk-reload';

type Failure = 'error' | 'away' | 'chunk' | 'not-found' | 'forbidden';

const retryMs = 5_000;

function failureOf(error: unknown): Failure {
  if (isMissingPart(error)) return navigator.onLine ? 'chunk' : 'away';
  if (!(error instanceof ApiProblem)) return 'error';
  if (error.status === 0 || error.status >= 502) return 'away';
  if (error.status === 404) return 'not-found';
  return error.status === 403 ? 'forbidden' : 'error';
}

const texts = {
  error: ['app.error.title', 'app.error.text'],
  away: ['app.away.title', 'app.away.text'],
  chunk: ['app.chunk.title', 'app.chunk.text'],
  'not-found': ['app.not-found.title', 'app.not-found.text'],
  forbidden: ['app.forbidden.title', 'app.forbidden.text'],
} as const satisfies Record<Failure, readonly [MessageId, MessageId]>;

function HomeButton() {
  const t = useT();
  return (
    <Button component={Link} to="/" variant="default">
      {t('app.not-found.home')}
    </Button>
  );
}

/** What is shown when a screen fails: what happened, and the ways on. A server that is away is tried again by itself. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const t = useT();
  const router = useRouter();
  const failure = failureOf(error);

  function retry() {
    reset();
    void router.invalidate();
  }

  useEffect(() => {
    if (failure === 'chunk') reloadOnce();
    if (failure !== 'away') return;
    const timer = setTimeout(retry, retryMs);
    window.addEventListener('online', retry);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', retry);
    };
  });

  const [title, text] = texts[failure];
  const code = error instanceof ApiProblem && failure === 'error' ? error.code : null;
  const lost = failure === 'not-found' || failure === 'forbidden';
  return (
    <ScreenMessage title={t(title)} text={[t(text), code && t('app.error.code', { code })].filter(Boolean).join(' ')}>
      {!lost && failure !== 'chunk' && <Button onClick={retry}>{t('app.error.retry')}</Button>}
      {!lost && (
        <Button variant={failure === 'chunk' ? 'filled' : 'default'} onClick={() => window.location.reload()}>
          {t('app.error.reload')}
        </Button>
      )}
      {failure !== 'chunk' && <HomeButton />}
    </ScreenMessage>
  );
}

export function NotFoundScreen() {
  const t = useT();
  return (
    <ScreenMessage title={t('app.not-found.title')} text={t('app.not-found.text')}>
      <HomeButton />
    </ScreenMessage>
  );
}

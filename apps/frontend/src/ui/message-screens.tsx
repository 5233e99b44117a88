import { Button } from '@mantine/core';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { type MessageId, useT } from '../i18n';
import { ApiProblem } from '../lib/api';
import { isChunkLoadError, reloadIfReachable } from '../lib/chunk-reload';
import { runtimeConfig } from '../lib/runtime-config';
import { ScreenMessage } from './screen-message';

type Failure = 'error' | 'away' | 'chunk' | 'not-found' | 'forbidden';

const retryMs = 5_000;

function failureOf(error: unknown): Failure {
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

/** Shown when a screen fails: what happened, and what can be done. While the server is away, it tries again by itself. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const t = useT();
  const router = useRouter();
  const missing = isChunkLoadError(error);
  const [there, setThere] = useState(navigator.onLine);
  const failure = missing ? (there ? 'chunk' : 'away') : failureOf(error);

  const retry = useCallback(async () => {
    // The browser does not load a chunk again that has failed once: only a reload helps.
    if (missing) return setThere(await reloadIfReachable());
    reset();
    await router.invalidate();
  }, [missing, reset, router]);

  useEffect(() => {
    if (missing) void retry();
  }, [missing]);

  useEffect(() => {
    if (failure !== 'away') return;
    const again = () => void retry();
    const timer = setInterval(again, retryMs);
    window.addEventListener('online', again);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', again);
    };
  }, [failure, retry]);

  const [title, text] = texts[failure];
  const code = error instanceof ApiProblem && failure === 'error' ? error.code : null;
  const lost = failure === 'not-found' || failure === 'forbidden';
  return (
    <ScreenMessage title={t(title)} text={[t(text), code && t('app.error.code', { code })].filter(Boolean).join(' ')}>
      {!lost && failure !== 'chunk' && <Button onClick={() => void retry()}>{t('app.error.retry')}</Button>}
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

/** For addresses that match no route: shown without the shell around it. */
export function NowhereScreen() {
  const t = useT();
  return (
    <main>
      <title>{`${t('app.not-found.title')} · ${runtimeConfig().brandName}`}</title>
      <NotFoundScreen />
    </main>
  );
}

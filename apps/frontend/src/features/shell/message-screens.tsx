import { Button } from '@mantine/core';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { ScreenMessage } from '../../components/screen-message';
import { useT } from '../../i18n';

/** What is shown when a screen fails: what happened, and two ways on. */
export function ErrorScreen({ reset }: ErrorComponentProps) {
  const t = useT();
  const router = useRouter();
  return (
    <ScreenMessage title={t('app.error.title')} text={t('app.error.text')}>
      <Button
        onClick={() => {
          reset();
          void router.invalidate();
        }}
      >
        {t('app.error.retry')}
      </Button>
      <Button variant="default" onClick={() => window.location.reload()}>
        {t('app.error.reload')}
      </Button>
    </ScreenMessage>
  );
}

export function NotFoundScreen() {
  const t = useT();
  return (
    <ScreenMessage title={t('app.not-found.title')} text={t('app.not-found.text')}>
      <Button component={Link} to="/">
        {t('app.not-found.home')}
      </Button>
    </ScreenMessage>
  );
}

import { Kbd } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { useT } from '../i18n';
import { hasPast, openMoment, pastMoment } from '../lib/past';
import { SmallButton } from '../ui/buttons';
import { fullMoment } from '../ui/moment-format';
import { usePhone } from '../ui/use-phone';
import classes from './past-frame.module.css';

/** Says that the page shows the past, or that this screen has none, and leads back. */
export function PastFrame() {
  const t = useT();
  const { locale } = useIntl();
  const phone = usePhone();
  const shown = useLocation({ select: ({ pathname }) => hasPast(pathname) });
  const moment = pastMoment();
  if (moment === null) return null;
  const text = t(shown ? 'past.frame' : 'past.none');
  return (
    <section className={classes.bar} aria-label={t('past.label')} data-past-bar={shown ? 'shown' : 'none'}>
      <p className={classes.text}>
        {(shown || !phone) && <strong>{t('past.moment', { moment: fullMoment(locale, moment) })}</strong>}{' '}
        {(!shown || !phone) && text}
      </p>
      <SmallButton
        variant="default"
        rightSection={phone ? undefined : <Kbd>N</Kbd>}
        aria-label={t('past.back')}
        onClick={() => openMoment(null)}
      >
        {t(phone ? 'past.back-short' : 'past.back')}
      </SmallButton>
    </section>
  );
}

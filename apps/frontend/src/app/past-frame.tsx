import { Group, Kbd } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { useT } from '../i18n';
import { type ComparedThing, comparisonAddress, thingAt } from '../lib/comparison';
import { hasPast, openMoment, pastMoment } from '../lib/past';
import { SmallButton } from '../ui/buttons';
import { fullMoment } from '../ui/moment-format';
import { usePhone } from '../ui/use-phone';
import classes from './past-frame.module.css';

/** Leads to what changed since the moment, where the screen shows one thing. */
function WithNow({ phone }: { readonly phone: boolean }) {
  const t = useT();
  const thing = useLocation({ select: ({ pathname, search }) => JSON.stringify(thingAt(pathname, search)) });
  const compared = JSON.parse(thing) as ComparedThing | null;
  if (compared === null) return null;
  const icon = <IconArrowsDiff size={15} stroke={1.75} aria-hidden />;
  return (
    <SmallButton
      component="a"
      href={comparisonAddress(compared)}
      variant="default"
      px={phone ? 8 : undefined}
      leftSection={phone ? undefined : icon}
      aria-label={t('compare.with-now')}
    >
      {phone ? icon : t('compare.with-now')}
    </SmallButton>
  );
}

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
      <Group gap={8} wrap="nowrap" flex="none">
        <WithNow phone={phone} />
        <SmallButton
          variant="default"
          rightSection={phone ? undefined : <Kbd>N</Kbd>}
          aria-label={t('past.back')}
          onClick={() => openMoment(null)}
        >
          {t(phone ? 'past.back-short' : 'past.back')}
        </SmallButton>
      </Group>
    </section>
  );
}

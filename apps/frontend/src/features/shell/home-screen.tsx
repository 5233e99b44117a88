import type { TaskCounts } from '@gos/projections';
import { Button } from '@mantine/core';
import { IconChevronRight, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type MessageId, useT } from '../../i18n';
import { useMe } from '../session/session.api';
import { countsQuery } from './counts.api';
import classes from './home.module.css';
import { taskNavigation } from './navigation';

const sentences: Partial<Record<keyof TaskCounts, MessageId>> = {
  'to-complete': 'home.to-complete',
  'to-accept': 'home.to-accept',
  given: 'home.given',
  notified: 'home.notified',
};

const order = Object.keys(sentences);

export function HomeScreen() {
  const t = useT();
  const me = useMe();
  const { data: counts } = useQuery(countsQuery);
  const waiting = taskNavigation
    .filter(({ count }) => count && sentences[count] && (counts?.[count] ?? 0) > 0)
    .sort((a, b) => order.indexOf(a.count!) - order.indexOf(b.count!));
  return (
    <div className={classes.home}>
      <p className={classes.badge}>{t('home.logged-in')}</p>
      <h1 className={classes.greeting}>{t('home.greeting', { name: me.name })}</h1>
      <h2 className={classes.heading}>{t('home.waiting')}</h2>
      {counts && waiting.length === 0 && <p className={classes.nothing}>{t('home.nothing')}</p>}
      <ul className={classes.list}>
        {waiting.map(({ to, count, icon: Icon }) => (
          <li key={to}>
            <Link to={to} className={classes.card}>
              <Icon size={18} stroke={1.75} aria-hidden />
              <span className={classes.sentence}>{t(sentences[count!]!, { count: counts![count!] })}</span>
              <IconChevronRight size={16} stroke={1.75} className={classes.arrow} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
      <Button component={Link} to="/tasks/new" leftSection={<IconPlus size={16} />}>
        {t('nav.new-task')}
      </Button>
    </div>
  );
}

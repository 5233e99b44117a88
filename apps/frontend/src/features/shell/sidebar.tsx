import { Button, Kbd } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { BrandMark } from '../../components/brand-mark';
import { useT } from '../../i18n';
import { countsQuery } from './counts.api';
import { type NavigationEntry, peopleNavigation, taskNavigation } from './navigation';
import classes from './shell.module.css';

/** The main navigation, at the left on a desk and in a drawer on a phone. */
export function Sidebar({ onNavigate }: { readonly onNavigate?: () => void }) {
  const t = useT();
  const { data: counts } = useQuery(countsQuery);
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, '') });

  const entry = ({ to, label, icon: Icon, count, calls, under }: NavigationEntry) => {
    if (under && !path.startsWith(under)) return null;
    const number = count && counts?.[count];
    return (
      <li key={to}>
        <Link
          to={to}
          className={classes.entry}
          data-under={under !== undefined || undefined}
          activeOptions={{ exact: true, includeSearch: false }}
          onClick={onNavigate}
        >
          <Icon size={16} stroke={1.75} aria-hidden />
          <span className={classes.entryLabel}>{t(label)}</span>
          {number !== undefined && number > 0 && (
            <span className={classes.count} data-calls={calls || undefined}>
              {number}
            </span>
          )}
        </Link>
      </li>
    );
  };

  return (
    <>
      <Link to="/" className={classes.brand} onClick={onNavigate}>
        <BrandMark />
        Gos
      </Link>
      <Button
        component={Link}
        to="/tasks/new"
        fullWidth
        h={30}
        leftSection={<IconPlus size={16} aria-hidden />}
        rightSection={<Kbd className={classes.keyOnAccent}>C</Kbd>}
        onClick={onNavigate}
      >
        {t('nav.new-task')}
      </Button>
      <nav aria-label={t('nav.label')} className={classes.nav}>
        <h2 className={classes.group}>{t('nav.tasks')}</h2>
        <ul>{taskNavigation.map(entry)}</ul>
        <h2 className={classes.group}>{t('nav.people')}</h2>
        <ul>{entry(peopleNavigation)}</ul>
      </nav>
    </>
  );
}

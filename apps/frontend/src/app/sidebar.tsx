import { Button, Flex, Kbd } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { memo, type ReactNode } from 'react';
import { useBrandName } from '../entities/installation/settings.api';
import { isMember } from '../entities/project/is-member';
import { ProjectSquare } from '../entities/project/project-square';
import { projectsQuery } from '../entities/project/projects.api';
import { useOpenProject } from '../entities/project/use-open-project';
import { countsQuery } from '../entities/task/counts.api';
import { Offer } from '../entities/user/offers';
import { useMe } from '../entities/user/users.api';
import { useT } from '../i18n';
import { pastMoment } from '../lib/past';
import { BrandMark } from '../ui/brand-mark';
import pieces from '../ui/pieces.module.css';
import { attendanceNavigation, type NavigationEntry, offeredEntries, taskNavigation } from './navigation';
import classes from './shell.module.css';
import { SidebarAreas } from './sidebar-areas';
import { SidebarGroup } from './sidebar-group';

/** As many as are found at a glance. */
const maxProjects = 8;

/** As wide as the icons of the other entries. */
const SquareBox = ({ children }: { readonly children?: ReactNode }) => (
  <Flex component="span" flex="none" justify="center" w={16}>
    {children}
  </Flex>
);

/** The reader's active projects, and the one that is open. */
function MyProjects({ onNavigate }: { readonly onNavigate?: () => void }) {
  const t = useT();
  const me = useMe();
  const { data } = useQuery(projectsQuery());
  const open = useOpenProject();
  const mine = (data ?? []).filter((project) => isMember(project, me.id));
  const first = mine.slice(0, maxProjects);
  const shown = open && !first.some(({ id }) => id === open.id) ? [...first, open] : first;
  if (shown.length === 0) return null;
  return (
    <SidebarGroup name="projects" label={t('nav.projects')}>
      {() => (
        <ul>
          {shown.map(({ id, name }) => (
            <li key={id}>
              <Link
                to="/tasks/project/$projectId"
                params={{ projectId: id }}
                className={classes.entry}
                activeOptions={{ includeSearch: false }}
                onClick={onNavigate}
              >
                <SquareBox>
                  <ProjectSquare id={id} />
                </SquareBox>
                <span className={`${pieces.word} ${classes.entryLabel}`} title={name}>
                  {name}
                </span>
              </Link>
            </li>
          ))}
          {mine.length > maxProjects && (
            <li>
              <Link to="/tasks/projects" className={classes.entry} data-quiet activeProps={{}} onClick={onNavigate}>
                <SquareBox />
                <span className={`${pieces.word} ${classes.entryLabel}`}>
                  {t('project.all-of', { count: mine.length })}
                </span>
              </Link>
            </li>
          )}
        </ul>
      )}
    </SidebarGroup>
  );
}

const everywhere = taskNavigation.filter(({ under }) => under === undefined);

/** The same array for every place where nothing more is shown, so that moving from one to another draws nothing again. */
function entriesAt(path: string): readonly NavigationEntry[] {
  const here = taskNavigation.filter(({ under }) => under !== undefined && path.startsWith(under));
  return here.length === 0
    ? everywhere
    : taskNavigation.filter((entry) => entry.under === undefined || here.includes(entry));
}

interface SidebarProps {
  readonly onNavigate?: () => void;
  readonly children?: ReactNode;
}

/** The main navigation, at the left on a desk and in a drawer on a phone. */
export const Sidebar = memo(function Sidebar({ onNavigate, children }: SidebarProps) {
  const t = useT();
  const brandName = useBrandName();
  const me = useMe();
  const { data: counts } = useQuery(countsQuery);
  const entries = useLocation({ select: ({ pathname }) => entriesAt(pathname) });

  const entry = ({ to, label, icon: Icon, count, calls, under }: NavigationEntry) => {
    const number = pastMoment() === null ? count && counts?.[count] : undefined;
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
          <span className={`${pieces.word} ${classes.entryLabel}`}>{t(label)}</span>
          {number !== undefined && number > 0 && (
            <span className={`${pieces.count} ${classes.count}`} data-calls={calls || undefined}>
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
        {brandName}
      </Link>
      <Offer part="work">
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
      </Offer>
      {children}
      <nav aria-label={t('nav.label')} className={classes.nav}>
        <SidebarGroup name="tasks" label={t('nav.tasks')}>
          {() => <ul>{offeredEntries(me, entries).map(entry)}</ul>}
        </SidebarGroup>
        <MyProjects onNavigate={onNavigate} />
        <SidebarGroup name="attendance" label={t('nav.attendance')}>
          {() => <ul>{offeredEntries(me, attendanceNavigation).map(entry)}</ul>}
        </SidebarGroup>
        <SidebarAreas onNavigate={onNavigate} />
      </nav>
    </>
  );
});

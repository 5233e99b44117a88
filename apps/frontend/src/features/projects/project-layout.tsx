import { Button, Group, Skeleton, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ProjectProvider } from '../../entities/project/project-context';
import { ProjectSquare } from '../../entities/project/project-square';
import { projectQuery } from '../../entities/project/projects.api';
import { AvatarGroup } from '../../entities/user/avatar';
import { useMe } from '../../entities/user/users.api';
import { useT } from '../../i18n';
import { ApiProblem } from '../../lib/api';
import { useComparing } from '../../ui/compare-item';
import { NotFoundScreen } from '../../ui/message-screens';
import pieces from '../../ui/pieces.module.css';
import { ScreenMessage } from '../../ui/screen-message';
import { Spacer } from '../../ui/toolbar';
import classes from './project.module.css';
import { missingProjectId } from './project-id';
import { useProjectCommands } from './use-project-commands';

/** On a narrow screen the tabs are wider than it is. */
const intoView = (tab: HTMLElement | null) => tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });

const tabs = [
  { to: '/tasks/project/$projectId', label: 'project.tab.dashboard', exact: true },
  { to: '/tasks/project/$projectId/users', label: 'project.tab.users' },
  { to: '/tasks/project/$projectId/information', label: 'project.tab.information' },
  { to: '/tasks/project/$projectId/statistics', label: 'project.tab.statistics' },
  { to: '/tasks/project/$projectId/activity', label: 'project.tab.activity' },
  { to: '/tasks/project/$projectId/webhooks', label: 'project.tab.webhooks', action: 'edit', audited: true },
  { to: '/tasks/project/$projectId/edit', label: 'project.tab.edit', action: 'edit' },
] as const;

function ToProjects() {
  const t = useT();
  return (
    <Button component={Link} to="/tasks/projects">
      {t('project.to-projects')}
    </Button>
  );
}

/** Said where the address names no project. */
export function ProjectIdMissing() {
  const t = useT();
  return (
    <ScreenMessage title={t('project.id-missing')} text={t('project.id-missing.text')}>
      <ToProjects />
    </ScreenMessage>
  );
}

/** The message below a project's address when nothing was found. */
export function ProjectNotFound({ data }: { readonly data?: unknown }) {
  return data === missingProjectId ? <ProjectIdMissing /> : <NotFoundScreen />;
}

/** Everything of one project: its name, the people in it and its tabs. */
export function ProjectLayout({ projectId }: { readonly projectId: number }) {
  const t = useT();
  const query = useQuery(projectQuery(projectId));
  const inBoard = useParams({ strict: false, select: ({ boardId }) => boardId !== undefined });
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const project = query.data;
  const audits = useMe().role === 'auditor';
  useProjectCommands(project, audits);
  useComparing(project === undefined ? null : { kind: 'project', id: project.id });
  const hidden = query.error instanceof ApiProblem && query.error.status === 404;

  if (hidden) {
    return project ? (
      <ScreenMessage title={t('project.gone', { name: project.name })} text={t('project.gone.text')}>
        <ToProjects />
      </ScreenMessage>
    ) : (
      <ScreenMessage title={t('project.missing')} text={t('project.missing.text')}>
        <ToProjects />
      </ScreenMessage>
    );
  }
  if (query.isError && !project) {
    return (
      <ScreenMessage title={t('app.error.title')} text={t('project.failure.fetch')}>
        <Button onClick={() => void query.refetch()} loading={query.isFetching}>
          {t('app.error.retry')}
        </Button>
      </ScreenMessage>
    );
  }

  const contract = project?.contracts[0];
  return (
    <Stack gap={0} miw={0} mih="100%">
      <header className={classes.head}>
        <Title fz={17} lh="30px" className={classes.title}>
          {project ? (
            <>
              <ProjectSquare id={project.id} size={11} />
              <span className={pieces.word}>{project.name}</span>
            </>
          ) : (
            <Skeleton width={180} height={18} />
          )}
        </Title>
        {contract && <span className={`${pieces.word} ${classes.contract}`}>· {contract.contractId}</span>}
        {project?.active === false && (
          <span className={`${pieces.badge} ${classes.inactive}`}>{t('project.state.inactive')}</span>
        )}
        <Spacer />
        {project && (
          <Link
            to="/tasks/project/$projectId/users"
            params={{ projectId }}
            className={classes.people}
            aria-label={t('project.members', { count: project.members.length })}
          >
            <AvatarGroup people={project.members.map(({ user }) => user)} size={24} most={6} />
          </Link>
        )}
        <Group component="span" ref={setSlot} flex="none" wrap="nowrap" gap={8} className={classes.slot} />
      </header>
      <nav className={classes.tabs} aria-label={t('project.tabs')}>
        {tabs.map((tab) =>
          'action' in tab && project?.can[tab.action] !== true && !('audited' in tab && audits) ? null : (
            <Link
              key={tab.to}
              to={tab.to}
              params={{ projectId }}
              className={classes.tab}
              activeOptions={{ exact: 'exact' in tab, includeSearch: false }}
              activeProps={{ ref: intoView }}
              // A board is a part of the dashboard.
              {...(inBoard && 'exact' in tab && { 'data-status': 'active', 'aria-current': true })}
            >
              {t(tab.label)}
            </Link>
          ),
        )}
      </nav>
      {project && (
        <ProjectProvider value={{ project, slot }}>
          <Outlet />
        </ProjectProvider>
      )}
    </Stack>
  );
}

import type { ProjectAnswer } from '@gos/contract';
import { Table } from '@mantine/core';
import { IconFilter, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ProjectSquare } from '../../entities/project/project-square';
import { projectPageQuery } from '../../entities/project/projects.api';
import { DayText } from '../../entities/task/deadline-text';
import { AvatarGroup, PersonLabel } from '../../entities/user/avatar';
import { usePersonName } from '../../entities/user/person-name';
import { useMe } from '../../entities/user/users.api';
import { type MessageId, useT } from '../../i18n';
import { SmallButton } from '../../ui/buttons';
import { EmptyState, Failed } from '../../ui/empty-state';
import { LazyChoiceMenu } from '../../ui/lazy-menus';
import type { TriggerButton } from '../../ui/lazy-popup';
import { TextFilter } from '../../ui/list-filters';
import { Pager } from '../../ui/pager';
import pieces from '../../ui/pieces.module.css';
import { Screen, ScreenHead } from '../../ui/screen';
import { ariaSort, SortButton } from '../../ui/sort-button';
import { ListTable, WaitingRows } from '../../ui/table';
import { Chip, Spacer, Toolbar } from '../../ui/toolbar';
import { usePages } from '../../ui/use-pages';
import { permissionMessages } from './membership-select';
import { ProjectCsv } from './project-csv';
import classes from './project-list.module.css';
import {
  type ProjectActivity,
  type ProjectListSearch,
  type ProjectSort,
  projectActivities,
  projectPageOf,
  projectPageSize,
} from './project-search';

const activityMessages = {
  active: 'project.show.active',
  inactive: 'project.show.inactive',
  all: 'project.show.all',
} as const satisfies Record<ProjectActivity, MessageId>;

interface HeaderProps {
  readonly label: string;
  readonly column: 'name' | 'finishDate' | 'active';
  readonly sort: ProjectSort;
  readonly onSort: (sort: ProjectSort) => void;
}

function SortableHeader({ label, column, sort, onSort }: HeaderProps) {
  return (
    <Table.Th className={classes[column]} aria-sort={ariaSort(column, sort)}>
      <SortButton label={label} column={column} sort={sort} onSort={onSort} />
    </Table.Th>
  );
}

function ProjectRow({ project }: { readonly project: ProjectAnswer }) {
  const t = useT();
  const nameOf = usePersonName();
  const me = useMe();
  const managers = project.members.filter(({ permission }) => permission === 'manage');
  const own = project.members.find(({ user }) => user.id === me.id);
  return (
    <Table.Tr data-inactive={!project.active || undefined}>
      <Table.Th scope="row">
        <Link to="/tasks/project/$projectId" params={{ projectId: project.id }}>
          <ProjectSquare id={project.id} />
          <span className={pieces.word}>{project.name}</span>
        </Link>
      </Table.Th>
      <Table.Td className={classes.active}>
        {t(project.active ? 'project.state.active' : 'project.state.inactive')}
      </Table.Td>
      <Table.Td className={classes.finishDate}>
        {project.finishDate === null ? <span className={pieces.nothing}>–</span> : <DayText day={project.finishDate} />}
      </Table.Td>
      <Table.Td className={classes.permission}>
        {own ? t(permissionMessages[own.permission]) : <span className={pieces.nothing}>–</span>}
      </Table.Td>
      <Table.Td className={classes.members}>
        <AvatarGroup people={project.members.map(({ user }) => user)} most={5} />
      </Table.Td>
      <Table.Td className={classes.manager}>
        {managers[0] && (
          <span className={classes.managers}>
            <PersonLabel person={managers[0].user} />
            {managers.length > 1 && (
              <span
                className={pieces.nothing}
                title={managers
                  .slice(1)
                  .map(({ user }) => nameOf(user))
                  .join(', ')}
              >
                +{managers.length - 1}
              </span>
            )}
          </span>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

interface ActivityFilterProps {
  readonly show: ProjectActivity;
  readonly onChange: (show: ProjectActivity | undefined) => void;
}

function ActivityFilter({ show, onChange }: ActivityFilterProps) {
  const t = useT();
  const button: TriggerButton = (props) => (
    <Chip
      {...props}
      on
      aria-label={t('task.filter.named', { label: t(activityMessages[show]) })}
      leftSection={<IconFilter size={14} stroke={1.75} aria-hidden />}
    >
      {t(activityMessages[show])}
    </Chip>
  );
  return (
    <LazyChoiceMenu
      button={button}
      options={projectActivities.map((one) => ({ value: one, content: t(activityMessages[one]) }))}
      chosen={show}
      onChange={(value) => onChange(projectActivities.find((one) => one === value))}
    />
  );
}

/** All projects that the reader sees. */
export function ProjectList() {
  const t = useT();
  const me = useMe();
  const navigate = useNavigate({ from: '/tasks/projects' });
  const search: ProjectListSearch = useSearch({ from: '/_app/tasks/projects' });
  const projects = useQuery(projectPageQuery(projectPageOf(search)));
  const { sort = 'name', show = 'active', q = '', page = 1 } = search;
  const total = projects.data?.total;
  const pages = usePages(page, projectPageSize, projects);
  const filtered = q !== '' || show !== 'active';

  const go = (next: ProjectListSearch) =>
    void navigate({
      to: '.',
      search: (previous) => ({ ...previous, page: undefined, ...next }),
      replace: next.page === undefined,
    });

  return (
    <Screen>
      <ScreenHead title={t('nav.projects')} count={total ?? null}>
        {me.mayCreateProjects && (
          <SmallButton
            component={Link}
            to="/tasks/project-new"
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            {t('nav.new-project')}
          </SmallButton>
        )}
      </ScreenHead>
      <Toolbar label={t('task.filter.toolbar')}>
        <ActivityFilter show={show} onChange={(next) => go({ show: next === 'active' ? undefined : next })} />
        <TextFilter
          label={t('project.find')}
          value={q}
          onChange={(text) => go({ q: text === '' ? undefined : text })}
        />
        <Spacer wideOnly />
        <ProjectCsv search={search} />
      </Toolbar>
      {projects.isError && !projects.data ? (
        <Failed text={t('project.failure.list')} busy={projects.isFetching} onRetry={() => void projects.refetch()} />
      ) : total === 0 ? (
        <EmptyState>
          <p>
            {t(
              filtered
                ? 'project.empty.filtered'
                : me.mayCreateProjects
                  ? 'project.empty'
                  : 'project.empty.may-not-create',
            )}
          </p>
          {filtered ? (
            <SmallButton variant="default" onClick={() => go({ q: undefined, show: undefined })}>
              {t('task.filter.clear-all')}
            </SmallButton>
          ) : (
            me.mayCreateProjects && (
              <SmallButton component={Link} to="/tasks/project-new">
                {t('nav.new-project')}
              </SmallButton>
            )
          )}
        </EmptyState>
      ) : (
        <ListTable className={classes.table} aria-label={t('nav.projects')} aria-busy={projects.isPending}>
          <Table.Thead>
            <Table.Tr>
              <SortableHeader
                label={t('project.field.name')}
                column="name"
                sort={sort}
                onSort={(next) => go({ sort: next === 'name' ? undefined : next })}
              />
              <SortableHeader
                label={t('project.field.active')}
                column="active"
                sort={sort}
                onSort={(next) => go({ sort: next })}
              />
              <SortableHeader
                label={t('project.field.finish-date')}
                column="finishDate"
                sort={sort}
                onSort={(next) => go({ sort: next })}
              />
              <Table.Th className={classes.permission}>{t('project.my-permission')}</Table.Th>
              <Table.Th className={classes.members}>{t('project.field.members')}</Table.Th>
              <Table.Th className={classes.manager}>{t('project.managers')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {projects.data ? (
              projects.data.items.map((project) => <ProjectRow key={project.id} project={project} />)
            ) : (
              <WaitingRows columns={6} />
            )}
          </Table.Tbody>
        </ListTable>
      )}
      <Pager page={page} pages={pages} onPage={(next) => go({ page: next })} />
    </Screen>
  );
}

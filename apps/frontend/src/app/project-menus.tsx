import { Group } from '@mantine/core';
import { IconFolderPlus, IconFolders, IconLayoutList, type TablerIcon } from '@tabler/icons-react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useProjectOptions } from '../entities/project/use-project-options';
import type { TaskListPreference } from '../entities/task/task-search';
import { listPreferenceQuery, rememberView } from '../entities/task/tasks.api';
import { useMe } from '../entities/user/users.api';
import { listOfPath } from '../features/tasks/list/list-paths';
import { useListView } from '../features/tasks/list/use-list-view';
import { type MessageId, useT } from '../i18n';
import { Picker } from '../ui/fields/picker';
import { TopButton } from './top-button';

interface MenuProps {
  /** Called when the person navigates. */
  readonly onNavigate?: () => void;
}

function Entry({ icon: Icon, label }: { readonly icon: TablerIcon; readonly label: MessageId }) {
  const t = useT();
  return (
    <Group component="span" gap={7} ml={-2}>
      <Icon size={14} stroke={1.75} color="var(--gos-muted)" aria-hidden />
      {t(label)}
    </Group>
  );
}

/** Go to one of the projects. @public */
export function ProjectsMenu({ onNavigate }: MenuProps) {
  const t = useT();
  const me = useMe();
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const { options, nothing } = useProjectOptions(search, null);
  const searching = search.trim() !== '';

  function go(value: string) {
    onNavigate?.();
    if (value === 'all') void navigate({ to: '/tasks/projects' });
    else if (value === 'new') void navigate({ to: '/tasks/project-new' });
    else void navigate({ to: '/tasks/project/$projectId', params: { projectId: Number(value) } });
  }

  return (
    <Picker
      startsOpen
      label={t('nav.projects')}
      placeholder={t('project.find')}
      search={search}
      onSearch={setSearch}
      nothing={nothing}
      onPick={go}
      options={[
        ...options,
        ...(searching ? [] : [{ value: 'all', content: <Entry icon={IconFolders} label="project.all" /> }]),
        ...(searching || !me.mayCreateProjects
          ? []
          : [{ value: 'new', content: <Entry icon={IconFolderPlus} label="nav.new-project" /> }]),
      ]}
    >
      {(props) => <TopButton {...props} label="nav.projects" />}
    </Picker>
  );
}

/** The division of the list that is shown; elsewhere, of the tasks to complete. */
function useDivision() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const list = useLocation({ select: ({ pathname }) => listOfPath(pathname) });
  const shown = useListView(list ?? 'to-complete');
  const { data: preference } = useSuspenseQuery(listPreferenceQuery('to-complete'));
  if (list !== undefined) return shown;
  return {
    view: preference,
    change(part: Partial<TaskListPreference>) {
      rememberView(client, 'to-complete', { ...preference, ...part });
      void navigate({ to: '/tasks' });
    },
  };
}

/** Divides the tasks by projects, or keeps those of one. @public */
export function DivisionsMenu({ onNavigate }: MenuProps) {
  const t = useT();
  const [search, setSearch] = useState('');
  const { view, change } = useDivision();
  const { options, nothing } = useProjectOptions(search, view.project);
  const searching = search.trim() !== '';

  function choose(value: string) {
    onNavigate?.();
    if (value === 'divide') change({ byProject: !view.byProject });
    else change({ project: value === 'all' ? null : Number(value) });
  }

  return (
    <Picker
      startsOpen
      label={t('nav.divisions')}
      placeholder={t('project.find')}
      search={search}
      onSearch={setSearch}
      nothing={nothing}
      onPick={choose}
      options={
        searching
          ? options
          : [
              {
                value: 'divide',
                content: <Entry icon={IconLayoutList} label="task.list.by-project" />,
                chosen: view.byProject,
              },
              {
                value: 'all',
                content: <Entry icon={IconFolders} label="project.all" />,
                chosen: view.project === null,
              },
              ...options,
            ]
      }
    >
      {(props) => <TopButton {...props} label="nav.divisions" />}
    </Picker>
  );
}

import type { ProjectAnswer } from '@gos/contract';
import { fetchProjectPage } from '../../entities/project/projects.api';
import { usePersonName } from '../../entities/user/person-name';
import { useMe } from '../../entities/user/users.api';
import { useT } from '../../i18n';
import { everyPage, everyPageSize } from '../../lib/every-page';
import { CsvChip, type CsvColumn } from '../../ui/csv-chip';
import { permissionMessages } from './membership-select';
import { type ProjectListSearch, projectPageOf } from './project-search';

type Column = CsvColumn<ProjectAnswer>;

/** The projects that the filters let through, as a file. */
export function ProjectCsv({ search }: { readonly search: ProjectListSearch }) {
  const t = useT();
  const me = useMe();
  const nameOf = usePersonName();
  const people = (members: ProjectAnswer['members']) => members.map(({ user }) => nameOf(user)).join(', ');
  const columns: readonly Column[] = [
    [t('task.field.id'), ({ id }) => id],
    [t('project.field.name'), ({ name }) => name],
    [t('project.field.active'), ({ active }) => t(active ? 'project.state.active' : 'project.state.inactive')],
    [t('project.field.finish-date'), ({ finishDate }) => finishDate],
    [
      t('project.my-permission'),
      ({ members }) => {
        const own = members.find(({ user }) => user.id === me.id);
        return own === undefined ? '' : t(permissionMessages[own.permission]);
      },
    ],
    [t('project.field.members'), ({ members }) => people(members)],
    [t('project.managers'), ({ members }) => people(members.filter((member) => member.permission === 'manage'))],
  ];
  function items() {
    const query = { ...projectPageOf(search), pageSize: everyPageSize };
    return everyPage((page) => fetchProjectPage({ ...query, page }));
  }
  return (
    <CsvChip
      label={t('project.export')}
      file={t('nav.projects')}
      failure={t('project.failure.list')}
      columns={columns}
      items={items}
    />
  );
}

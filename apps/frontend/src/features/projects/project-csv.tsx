import type { ProjectAnswer } from '@gos/contract';
import { fetchProjectPage } from '../../entities/project/projects.api';
import { usePersonName } from '../../entities/user/person-name';
import { useMe } from '../../entities/user/users.api';
import { useT } from '../../i18n';
import type { Cell } from '../../lib/csv';
import { everyPage, everyPageSize } from '../../lib/every-page';
import { CsvChip } from '../../ui/csv-chip';
import { permissionMessages } from './membership-select';
import { type ProjectListSearch, projectPageOf } from './project-search';

type Column = readonly [head: string, cell: (project: ProjectAnswer) => Cell];

/** The projects that the filters let through, as a file. */
export function ProjectCsv({ search }: { readonly search: ProjectListSearch }) {
  const t = useT();
  const me = useMe();
  const nameOf = usePersonName();
  const people = (members: ProjectAnswer['members']) => members.map(({ user }) => nameOf(user)).join(', ');
  const permission = ({ members }: ProjectAnswer) => members.find(({ user }) => user.id === me.id)?.permission;
  const columns: readonly Column[] = [
    [t('task.field.id'), ({ id }) => id],
    [t('project.field.name'), ({ name }) => name],
    [t('project.field.active'), ({ active }) => t(active ? 'project.state.active' : 'project.state.inactive')],
    [t('project.field.finish-date'), ({ finishDate }) => finishDate],
    [
      t('project.my-permission'),
      (project) => {
        const own = permission(project);
        return own === undefined ? '' : t(permissionMessages[own]);
      },
    ],
    [t('project.field.members'), ({ members }) => people(members)],
    [t('project.managers'), ({ members }) => people(members.filter((member) => member.permission === 'manage'))],
  ];
  async function rows() {
    const query = { ...projectPageOf(search), pageSize: everyPageSize };
    const projects = await everyPage((page) => fetchProjectPage({ ...query, page }));
    return projects.map((project) => columns.map(([, cell]) => cell(project)));
  }
  return (
    <CsvChip
      label={t('project.export')}
      file={t('nav.projects')}
      failure={t('project.failure.list')}
      columns={columns.map(([head]) => head)}
      rows={rows}
    />
  );
}

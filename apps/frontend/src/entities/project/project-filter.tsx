import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '../../i18n';
import { Picker } from '../../ui/fields/picker';
import pieces from '../../ui/pieces.module.css';
import { FilterChip } from '../../ui/toolbar';
import { ProjectSquare } from './project-square';
import { projectPageQuery, projectQuery } from './projects.api';

interface ProjectFilterProps {
  readonly project: number | undefined;
  readonly onChange: (project: number | undefined) => void;
}

/** Filters by one of all projects that the reader sees. */
export function ProjectFilter({ project, onChange }: ProjectFilterProps) {
  const t = useT();
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState(false);
  const q = search.trim();
  const page = projectPageQuery({ page: 1, pageSize: 50, sort: 'name', ...(q !== '' && { q }) });
  const projects = useQuery({ ...page, enabled: opened });
  const chosen = useQuery({ ...projectQuery(project ?? 0), enabled: project !== undefined });
  const name = project === undefined ? undefined : (chosen.data?.name ?? `#${project}`);
  const found = projects.data?.items ?? [];
  const any = { value: '', content: t('search.project.any'), chosen: project === undefined };
  return (
    <Picker
      label={t('task.field.project')}
      placeholder={t('project.find')}
      search={search}
      onSearch={setSearch}
      onOpened={() => setOpened(true)}
      nothing={t(projects.isPending ? 'task.people.loading' : 'task.project.nothing')}
      onPick={(id) => onChange(id === '' ? undefined : Number(id))}
      options={[
        ...(q === '' ? [any] : []),
        ...found.map((one) => ({
          value: String(one.id),
          chosen: one.id === project,
          content: (
            <span className={pieces.inline}>
              <ProjectSquare id={one.id} />
              <span className={pieces.word}>{one.name}</span>
            </span>
          ),
        })),
      ]}
    >
      {(props) => <FilterChip {...props} label={t('task.field.project')} chosen={name} />}
    </Picker>
  );
}

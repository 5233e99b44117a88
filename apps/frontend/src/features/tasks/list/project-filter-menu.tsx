import { type ReactElement, useState } from 'react';
import { useProjectOptions } from '../../../entities/project/use-project-options';
import { useT } from '../../../i18n';
import { Picker } from '../../../ui/fields/picker';

interface ProjectFilterMenuProps {
  readonly project: number | null;
  readonly onChange: (project: number | null) => void;
  readonly children: Parameters<typeof Picker>[0]['children'];
}

export function ProjectFilterMenu({ project, onChange, children }: ProjectFilterMenuProps): ReactElement {
  const t = useT();
  const [search, setSearch] = useState('');
  const { options, nothing } = useProjectOptions(search, project);
  return (
    <Picker
      startsOpen
      label={t('task.field.project')}
      placeholder={t('project.find')}
      search={search}
      onSearch={setSearch}
      nothing={nothing}
      onPick={(value) => onChange(value === '' ? null : Number(value))}
      options={
        search.trim() === ''
          ? [{ value: '', content: t('project.all'), chosen: project === null }, ...options]
          : options
      }
    >
      {children}
    </Picker>
  );
}

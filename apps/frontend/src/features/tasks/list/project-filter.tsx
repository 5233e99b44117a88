import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { projectsQuery } from '../../../entities/project/projects.api';
import { useT } from '../../../i18n';
import { LazyPopup, type TriggerButton } from '../../../ui/lazy-popup';
import { FilterChip } from '../../../ui/toolbar';

const loadMenu = () => import('./project-filter-menu').then((module) => ({ default: module.ProjectFilterMenu }));
const ProjectFilterMenu = lazy(loadMenu);

interface ProjectFilterProps {
  readonly project: number | null;
  readonly onChange: (project: number | null) => void;
}

/** Filters by project; the menu's code loads when it is first opened. */
export function ProjectFilter({ project, onChange }: ProjectFilterProps) {
  const t = useT();
  const { data } = useQuery(projectsQuery());
  const name = project === null ? undefined : (data?.find(({ id }) => id === project)?.name ?? `#${project}`);
  const button: TriggerButton = (props) => <FilterChip {...props} label={t('task.field.project')} chosen={name} />;
  return (
    <LazyPopup popup="listbox" load={loadMenu} button={button}>
      <ProjectFilterMenu project={project} onChange={onChange}>
        {button}
      </ProjectFilterMenu>
    </LazyPopup>
  );
}

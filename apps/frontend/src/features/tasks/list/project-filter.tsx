import { IconFilter, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ComponentPropsWithRef, lazy, memo } from 'react';
import { projectsQuery } from '../../../entities/project/projects.api';
import { useT } from '../../../i18n';
import { ChipButton } from '../../../ui/buttons';
import { LazyPopup, type TriggerButton } from '../../../ui/lazy-popup';
import classes from '../../../ui/list-filters.module.css';

const loadMenu = () => import('./project-filter-menu').then((module) => ({ default: module.ProjectFilterMenu }));
const ProjectFilterMenu = lazy(loadMenu);

interface ProjectFilterProps {
  readonly project: number | null;
  readonly onChange: (project: number | null) => void;
}

function ProjectFilterButton({ name, ...props }: ComponentPropsWithRef<'button'> & { readonly name?: string }) {
  const t = useT();
  const label = t('task.field.project');
  const said = name === undefined ? label : t('task.filter.value', { label, value: name });
  const on = name !== undefined;
  return (
    <ChipButton
      {...props}
      variant={on ? 'light' : 'default'}
      color="gray"
      aria-label={t('task.filter.named', { label: said })}
      className={on ? classes.chip : classes.dashed}
      classNames={{ label: classes.chipLabel }}
      leftSection={on ? <IconFilter size={14} stroke={1.75} /> : <IconPlus size={14} stroke={1.75} />}
    >
      {said}
    </ChipButton>
  );
}

/** Keeps the tasks of one project; its choice comes when it is first asked for. */
export const ProjectFilter = memo(function ProjectFilter({ project, onChange }: ProjectFilterProps) {
  const { data } = useQuery(projectsQuery());
  const name = project === null ? undefined : (data?.find(({ id }) => id === project)?.name ?? `#${project}`);
  const button: TriggerButton = (props) => <ProjectFilterButton name={name} {...props} />;
  return (
    <LazyPopup popup="listbox" load={loadMenu} button={button}>
      <ProjectFilterMenu project={project} onChange={onChange}>
        {button}
      </ProjectFilterMenu>
    </LazyPopup>
  );
});

import { type TaskState, taskStates } from '@gos/domain';
import { IconArrowsSort, IconFolders, IconLayoutColumns } from '@tabler/icons-react';
import { lazy, memo, useCallback } from 'react';
import { PriorityBars } from '../../../entities/task/priority-bars';
import { StateLabel } from '../../../entities/task/state-ring';
import type { TaskListName } from '../../../entities/task/task-lists';
import { type TaskColumn, type TaskSort, taskColumns } from '../../../entities/task/task-search';
import { useT } from '../../../i18n';
import { useStructurallyEqual } from '../../../lib/use-kept';
import { ChipButton } from '../../../ui/buttons';
import { LazyPopup, type TriggerButton } from '../../../ui/lazy-popup';
import { FilterMenu, TextFilter } from '../../../ui/list-filters';
import classes from '../../../ui/list-filters.module.css';
import { ProjectFilter } from './project-filter';
import { columnMessages } from './task-columns';
import type { ListView } from './use-list-view';

const loadSortMenu = () => import('./sort-menu').then((module) => ({ default: module.SortMenu }));
const SortMenu = lazy(loadSortMenu);
const loadCheckMenu = () => import('../../../ui/check-menu').then((module) => ({ default: module.CheckMenu }));
const CheckMenu = lazy(loadCheckMenu);

const priorities = ['10', '9', '8', '7', '6', '5', '4', '3', '2', '1'];

const renderState = (state: string) => <StateLabel state={state as TaskState} />;
const renderPriority = (priority: string) => <PriorityBars priority={Number(priority)} />;

type Change = Pick<ListView, 'change'>;

const DivisionButton = memo(function DivisionButton({
  on,
  phone,
  change,
}: Change & { readonly on: boolean; readonly phone: boolean }) {
  const t = useT();
  return (
    <ChipButton
      variant={on ? 'light' : 'default'}
      color="gray"
      className={on ? classes.chip : classes.dashed}
      leftSection={<IconFolders size={15} stroke={1.75} />}
      classNames={phone ? { section: classes.alone } : undefined}
      aria-pressed={on}
      aria-label={t('task.list.by-project')}
      onClick={() => change({ byProject: !on })}
    >
      {!phone && t('task.list.by-project')}
    </ChipButton>
  );
});

const ColumnsMenu = memo(function ColumnsMenu({ chosen, change }: Change & { readonly chosen: readonly TaskColumn[] }) {
  const t = useT();
  const button: TriggerButton = (props) => (
    <ChipButton
      {...props}
      variant="default"
      className={classes.dashed}
      leftSection={<IconLayoutColumns size={15} stroke={1.75} />}
    >
      {t('task.list.columns')}
    </ChipButton>
  );
  return (
    <LazyPopup popup="menu" load={loadCheckMenu} button={button}>
      <CheckMenu
        button={button}
        position="bottom-end"
        options={taskColumns.map((column) => ({
          value: column,
          content: t(columnMessages[column]),
          disabled: column === 'name',
        }))}
        chosen={chosen}
        onChange={(columns) => change({ columns: columns as TaskColumn[] })}
      />
    </LazyPopup>
  );
});

const Sorting = memo(function Sorting({ sort, change }: Change & { readonly sort: TaskSort | null }) {
  const t = useT();
  const button: TriggerButton = (props) => (
    <ChipButton
      {...props}
      variant="default"
      className={classes.dashed}
      leftSection={<IconArrowsSort size={15} stroke={1.75} />}
      classNames={{ section: classes.alone }}
      aria-label={t('task.list.sort')}
    />
  );
  return (
    <LazyPopup popup="menu" load={loadSortMenu} button={button}>
      <SortMenu button={button} sort={sort} onSort={(next) => change({ sort: next })} />
    </LazyPopup>
  );
});

interface ListToolbarProps extends ListView {
  readonly list: TaskListName;
  readonly phone: boolean;
}

/** Its parts are drawn anew only where they say something else than in the list before. */
export function ListToolbar({ list, view, change, setText, phone }: ListToolbarProps) {
  const t = useT();
  const priority = useStructurallyEqual(view.priority.map(String));
  const onState = useCallback((state: string[]) => change({ state: state as TaskState[] }), [change]);
  const onPriority = useCallback((chosen: string[]) => change({ priority: chosen.map(Number) }), [change]);
  const onProject = useCallback((project: number | null) => change({ project }), [change]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw and name more than this group needs
    <div className={classes.toolbar} role="group" aria-label={t('task.filter.toolbar')}>
      <FilterMenu
        label={t('task.field.state')}
        values={taskStates}
        chosen={view.state}
        onChange={onState}
        render={renderState}
      />
      <FilterMenu
        label={t('task.field.priority')}
        values={priorities}
        chosen={priority}
        onChange={onPriority}
        render={renderPriority}
      />
      <ProjectFilter project={view.project} onChange={onProject} />
      <TextFilter of={list} value={view.q} onChange={setText} />
      <span className={classes.spring} />
      <DivisionButton on={view.byProject} phone={phone} change={change} />
      {phone ? <Sorting sort={view.sort} change={change} /> : <ColumnsMenu chosen={view.columns} change={change} />}
    </div>
  );
}

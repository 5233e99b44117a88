import { plainFieldsWith } from '@gos/domain';
import { keysOf, tableOf } from '@gos/domain/kernel/tables';
import { IconArrowsSort, IconFolders, IconLayoutColumns } from '@tabler/icons-react';
import { lazy, memo, type ReactNode } from 'react';
import { PlainFilter, StateFilter } from '../../../entities/task/task-filters';
import type { TaskListName } from '../../../entities/task/task-lists';
import {
  type FilteredField,
  type ListFilterName,
  type ListFilters,
  type PlainFilterValue,
  type TaskColumn,
  type TaskSort,
  taskColumns,
} from '../../../entities/task/task-search';
import { useT } from '../../../i18n';
import { LazyCheckMenu } from '../../../ui/lazy-menus';
import { LazyPopup, type TriggerButton } from '../../../ui/lazy-popup';
import { TextFilter } from '../../../ui/list-filters';
import { Chip, Spacer, Toolbar } from '../../../ui/toolbar';
import { ProjectFilter } from './project-filter';
import { columnOf } from './task-columns';
import type { ListView } from './use-list-view';

const loadSortMenu = () => import('./sort-menu').then((module) => ({ default: module.SortMenu }));
const SortMenu = lazy(loadSortMenu);

type Change = Pick<ListView, 'change'>;

const DivisionButton = memo(function DivisionButton({
  on,
  phone,
  change,
}: Change & { readonly on: boolean; readonly phone: boolean }) {
  const t = useT();
  return (
    <Chip
      on={on}
      iconOnly={phone}
      leftSection={<IconFolders size={15} stroke={1.75} />}
      aria-pressed={on}
      aria-label={t('task.list.by-project')}
      onClick={() => change({ byProject: !on })}
    >
      {!phone && t('task.list.by-project')}
    </Chip>
  );
});

const ColumnsMenu = memo(function ColumnsMenu({ chosen, change }: Change & { readonly chosen: readonly TaskColumn[] }) {
  const t = useT();
  const button: TriggerButton = (props) => (
    <Chip {...props} leftSection={<IconLayoutColumns size={15} stroke={1.75} />}>
      {t('task.list.columns')}
    </Chip>
  );
  return (
    <LazyCheckMenu
      button={button}
      position="bottom-end"
      options={taskColumns.map((column) => ({
        value: column,
        content: t(columnOf[column].head),
        disabled: column === 'name',
      }))}
      chosen={chosen}
      onChange={(columns) => change({ columns: columns as TaskColumn[] })}
    />
  );
});

const Sorting = memo(function Sorting({ sort, change }: Change & { readonly sort: TaskSort | null }) {
  const t = useT();
  const button: TriggerButton = (props) => (
    <Chip
      {...props}
      iconOnly
      leftSection={<IconArrowsSort size={15} stroke={1.75} />}
      aria-label={t('task.list.sort')}
    />
  );
  return (
    <LazyPopup popup="menu" load={loadSortMenu} button={button}>
      <SortMenu button={button} sort={sort} onSort={(next) => change({ sort: next })} />
    </LazyPopup>
  );
});

interface FilterControlProps<T> {
  readonly value: T;
  readonly onChange: (value: T) => void;
}

type FilterControls = { readonly [N in ListFilterName]: (props: FilterControlProps<ListFilters[N]>) => ReactNode };

const plainControls = tableOf(
  plainFieldsWith('filter'),
  (field) =>
    ({ value, onChange }: FilterControlProps<readonly PlainFilterValue<FilteredField>[]>) => (
      <PlainFilter field={field} chosen={value} onChange={onChange} />
    ),
) as Pick<FilterControls, FilteredField>;

/** The control of each filter, in their order. */
const filterControls: FilterControls = {
  state: ({ value, onChange }) => <StateFilter chosen={value} onChange={onChange} />,
  ...plainControls,
  project: ({ value, onChange }) => <ProjectFilter project={value} onChange={onChange} />,
};

const Filter = memo(function Filter<N extends ListFilterName>({
  name,
  value,
  change,
}: Change & { readonly name: N; readonly value: ListFilters[N] }) {
  const Control = filterControls[name] as (props: FilterControlProps<ListFilters[N]>) => ReactNode;
  return <Control value={value} onChange={(next) => change({ [name]: next })} />;
});

interface ListToolbarProps extends ListView {
  readonly list: TaskListName;
  readonly phone: boolean;
}

/** The toolbar of a list; a switch of lists renders only the parts that differ. */
export function ListToolbar({ list, view, change, setText, phone }: ListToolbarProps) {
  const t = useT();
  return (
    <Toolbar label={t('task.filter.toolbar')}>
      {keysOf(filterControls).map((name) => (
        <Filter key={name} name={name} value={view[name]} change={change} />
      ))}
      <TextFilter of={list} value={view.q} onChange={setText} />
      <Spacer wideOnly />
      <DivisionButton on={view.byProject} phone={phone} change={change} />
      {phone ? <Sorting sort={view.sort} change={change} /> : <ColumnsMenu chosen={view.columns} change={change} />}
    </Toolbar>
  );
}

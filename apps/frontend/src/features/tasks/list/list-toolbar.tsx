import { type TaskState, taskStates } from '@gos/domain';
import { CloseButton, TextInput } from '@mantine/core';
import { IconArrowsSort, IconFilter, IconFolders, IconLayoutColumns, IconPlus, IconSearch } from '@tabler/icons-react';
import { lazy, type ReactNode, useEffect, useRef, useState } from 'react';
import { OnDemand, type OpeningButton } from '../../../components/on-demand';
import { PriorityBars } from '../../../components/task/priority-bars';
import { StateLabel } from '../../../components/task/state-ring';
import { useT } from '../../../i18n';
import { ChipButton } from '../fields/buttons';
import { type TaskColumn, taskColumns } from '../task-search';
import { ProjectFilter } from './project-filter';
import classes from './task-list.module.css';
import { columnMessages } from './task-table';
import type { ListView } from './use-list-view';

const loadSortMenu = () => import('./sort-menu').then((module) => ({ default: module.SortMenu }));
const SortMenu = lazy(loadSortMenu);
const loadCheckMenu = () => import('./check-menu').then((module) => ({ default: module.CheckMenu }));
const CheckMenu = lazy(loadCheckMenu);

interface FilterMenuProps {
  readonly label: string;
  readonly values: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
  readonly render: (value: string) => ReactNode;
}

export function FilterMenu({ label, values, chosen, onChange, render }: FilterMenuProps) {
  const t = useT();
  const on = chosen.length > 0;
  const said = on ? t('task.filter.count', { label, count: chosen.length }) : label;
  const button: OpeningButton = (props) => (
    <ChipButton
      {...props}
      variant={on ? 'light' : 'default'}
      color="gray"
      aria-label={t('task.filter.named', { label: said })}
      className={on ? classes.chip : classes.dashed}
      leftSection={on ? <IconFilter size={14} stroke={1.75} /> : <IconPlus size={14} stroke={1.75} />}
    >
      {said}
    </ChipButton>
  );
  return (
    <OnDemand popup="menu" load={loadCheckMenu} button={button}>
      <CheckMenu
        button={button}
        position="bottom-start"
        options={values.map((value) => ({ value, content: render(value) }))}
        chosen={chosen}
        onChange={onChange}
        clear={on ? t('task.filter.clear') : undefined}
      />
    </OnDemand>
  );
}

export function TextFilter({ value, onChange }: { readonly value: string; readonly onChange: (q: string) => void }) {
  const t = useT();
  const [text, setText] = useState(value);
  const [settled, setSettled] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address was changed from elsewhere, such as by going back.
  if (value !== settled) {
    setSettled(value);
    if (value !== text.trim()) setText(value);
  }
  function type(next: string, wait: number) {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(next), wait);
  }
  return (
    <TextInput
      type="search"
      size="xs"
      className={classes.text}
      value={text}
      onChange={(event) => type(event.currentTarget.value, 200)}
      aria-label={t('task.filter.text')}
      placeholder={t('task.filter.text')}
      leftSection={<IconSearch size={14} stroke={1.75} />}
      rightSection={
        text !== '' && <CloseButton size="xs" aria-label={t('task.filter.text-clear')} onClick={() => type('', 0)} />
      }
    />
  );
}

const priorities = ['10', '9', '8', '7', '6', '5', '4', '3', '2', '1'];

export function ListToolbar({ view, change, setText, phone }: ListView & { readonly phone: boolean }) {
  const t = useT();
  const columnsButton: OpeningButton = (props) => (
    <ChipButton
      {...props}
      variant="default"
      className={classes.dashed}
      leftSection={<IconLayoutColumns size={15} stroke={1.75} />}
    >
      {t('task.list.columns')}
    </ChipButton>
  );
  const sortButton: OpeningButton = (props) => (
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
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw and name more than this group needs
    <div className={classes.toolbar} role="group" aria-label={t('task.filter.toolbar')}>
      <FilterMenu
        label={t('task.field.state')}
        values={taskStates}
        chosen={view.state}
        onChange={(state) => change({ state: state as TaskState[] })}
        render={(state) => <StateLabel state={state as TaskState} />}
      />
      <FilterMenu
        label={t('task.field.priority')}
        values={priorities}
        chosen={view.priority.map(String)}
        onChange={(priority) => change({ priority: priority.map(Number) })}
        render={(priority) => <PriorityBars priority={Number(priority)} />}
      />
      <ProjectFilter project={view.project} onChange={(project) => change({ project })} />
      <TextFilter value={view.q} onChange={setText} />
      <span className={classes.spring} />
      <ChipButton
        variant={view.byProject ? 'light' : 'default'}
        color="gray"
        className={view.byProject ? classes.chip : classes.dashed}
        leftSection={<IconFolders size={15} stroke={1.75} />}
        classNames={phone ? { section: classes.alone } : undefined}
        aria-pressed={view.byProject}
        aria-label={t('task.list.by-project')}
        onClick={() => change({ byProject: !view.byProject })}
      >
        {!phone && t('task.list.by-project')}
      </ChipButton>
      {phone && (
        <OnDemand popup="menu" load={loadSortMenu} button={sortButton}>
          <SortMenu button={sortButton} sort={view.sort} onSort={(sort) => change({ sort })} />
        </OnDemand>
      )}
      {!phone && (
        <OnDemand popup="menu" load={loadCheckMenu} button={columnsButton}>
          <CheckMenu
            button={columnsButton}
            position="bottom-end"
            options={taskColumns.map((column) => ({
              value: column,
              content: t(columnMessages[column]),
              disabled: column === 'name',
            }))}
            chosen={view.columns}
            onChange={(columns) => change({ columns: columns as TaskColumn[] })}
          />
        </OnDemand>
      )}
    </div>
  );
}

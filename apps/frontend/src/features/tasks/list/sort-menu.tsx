import { Menu } from '@mantine/core';
import { type TaskColumn, type TaskSort, taskColumns } from '../../../entities/task/task-search';
import { useT } from '../../../i18n';
import { LazyMenu } from '../../../ui/lazy-menu';
import type { TriggerButton } from '../../../ui/lazy-popup';
import { columnOf } from './task-columns';

interface SortMenuProps {
  readonly button: TriggerButton;
  readonly sort: TaskSort | null;
  readonly onSort: (sort: TaskSort) => void;
}

/** Sorts the list where there is no room for column headers. */
export function SortMenu({ button, sort, onSort }: SortMenuProps) {
  const t = useT();
  const descending = sort?.startsWith('-') === true;
  const column = taskColumns.find((one) => one === sort || `-${one}` === sort);
  const sorted = (by: TaskColumn, down: boolean): TaskSort => (down ? `-${by}` : by);
  return (
    <LazyMenu button={button} position="bottom-end" withInitialFocusPlaceholder={false} withinPortal>
      <Menu.RadioGroup
        value={column ?? ''}
        onChange={(by) => onSort(sorted(taskColumns.find((one) => one === by) ?? 'id', descending))}
      >
        {taskColumns.map((one) => (
          <Menu.RadioItem key={one} value={one}>
            {t(columnOf[one].head)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      {column !== undefined && (
        <>
          <Menu.Divider />
          <Menu.RadioGroup
            value={descending ? 'down' : 'up'}
            onChange={(direction) => onSort(sorted(column, direction === 'down'))}
          >
            <Menu.RadioItem value="up">{t('task.list.ascending')}</Menu.RadioItem>
            <Menu.RadioItem value="down">{t('task.list.descending')}</Menu.RadioItem>
          </Menu.RadioGroup>
        </>
      )}
    </LazyMenu>
  );
}

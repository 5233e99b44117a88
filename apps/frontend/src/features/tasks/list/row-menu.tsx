import type { TaskRowAnswer } from '@gos/contract';
import type { RefusalCode } from '@gos/domain';
import { Kbd, Menu, UnstyledButton } from '@mantine/core';
import {
  IconCopy,
  IconExternalLink,
  IconInfoCircle,
  IconPencil,
  IconPlayerPlay,
  IconPlayerStop,
  IconSquareCheck,
} from '@tabler/icons-react';
import { useT } from '../../../i18n';
import { giveFocusBack } from '../../../lib/use-focus-return';
import pieces from '../../../ui/pieces.module.css';
import type { AskedMenu } from './row-events';
import type { OpenTask } from './task-row';

interface RowMenuProps {
  readonly asked: AskedMenu;
  readonly selected: boolean;
  readonly onClose: () => void;
  readonly onOpen: OpenTask;
  readonly onCopyName: (name: string) => void;
  readonly onSelect: (taskId: number) => void;
  /** the reader works on it now */
  readonly working: boolean;
  /** why work on it may not begin, or null */
  readonly mayWork: RefusalCode | null;
  readonly onWork: (row: TaskRowAnswer) => void;
}

/** One menu for all rows, placed where it was opened. */
export function RowMenu(props: RowMenuProps) {
  const { asked, selected, onClose, onOpen, onCopyName, onSelect, working, mayWork, onWork } = props;
  const t = useT();
  const { row, x, y, opener, fromEnd } = asked;
  function close() {
    onClose();
    giveFocusBack(() => opener);
  }
  return (
    <Menu
      key={`${row.id} ${x} ${y}`}
      opened
      onChange={(opened) => opened || close()}
      position={fromEnd ? 'bottom-end' : 'bottom-start'}
      offset={fromEnd ? 4 : 0}
      returnFocus={false}
      // The menu key that opened it must not count as a click outside.
      clickOutsideEvents={['mousedown', 'touchstart']}
      withInitialFocusPlaceholder={false}
      withinPortal
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <UnstyledButton pos="fixed" left={x} top={y} tabIndex={-1} style={{ pointerEvents: 'none' }}>
          <span className={pieces.hidden}>{t('task.row.actions', { id: row.id })}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {(working || (mayWork !== 'task.forbidden' && mayWork !== 'task.auditor')) && (
          <Menu.Item
            leftSection={working ? <IconPlayerStop size={15} /> : <IconPlayerPlay size={15} />}
            rightSection={<Kbd>T</Kbd>}
            onClick={() => onWork(row)}
          >
            {t(working ? 'work.stop' : 'work.start')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPencil size={15} />} onClick={() => onOpen(row.id, { view: 'edit' })}>
          {t('task.row.edit')}
        </Menu.Item>
        <Menu.Item leftSection={<IconInfoCircle size={15} />} onClick={() => onOpen(row.id, { view: 'information' })}>
          {t('task.row.info')}
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={15} />} onClick={() => onCopyName(row.name)}>
          {t('task.row.copy-name')}
        </Menu.Item>
        <Menu.Item
          component="a"
          href={`?taskId=${row.id}`}
          target="_blank"
          rel="noopener"
          leftSection={<IconExternalLink size={15} />}
        >
          {t('task.row.new-tab')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconSquareCheck size={15} />}
          rightSection={<Kbd>X</Kbd>}
          onClick={() => onSelect(row.id)}
        >
          {t(selected ? 'task.row.unselect' : 'task.row.select')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

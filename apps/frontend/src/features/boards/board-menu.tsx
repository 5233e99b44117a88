import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { lazy } from 'react';
import { useT } from '../../i18n';
import { LazyPopup, type TriggerButton } from '../../ui/lazy-popup';
import type { BoardMenuProps } from './board-menus';

const loadMenu = () => import('./board-menus').then((module) => ({ default: module.BoardMenuList }));
const BoardMenuList = lazy(loadMenu);

export function BoardMenu({ className, ...props }: BoardMenuProps & { readonly className?: string }) {
  const t = useT();
  const button: TriggerButton = (given) => (
    <ActionIcon
      {...given}
      variant="subtle"
      color="gray"
      size={24}
      className={className}
      aria-label={t('board.actions', { name: props.board.name })}
    >
      <IconDots size={16} stroke={1.75} />
    </ActionIcon>
  );
  return (
    <LazyPopup popup="menu" load={loadMenu} button={button}>
      <BoardMenuList {...props} button={button} />
    </LazyPopup>
  );
}

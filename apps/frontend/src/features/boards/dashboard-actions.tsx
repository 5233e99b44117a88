import { ActionIcon } from '@mantine/core';
import { IconDots, IconPlus } from '@tabler/icons-react';
import { lazy } from 'react';
import { ProjectHeaderActions } from '../../entities/project/project-context';
import { useT } from '../../i18n';
import { SmallButton } from '../../ui/buttons';
import { LazyPopup, type TriggerButton } from '../../ui/lazy-popup';
import type { DashboardMenuProps } from './board-menus';
import classes from './boards.module.css';

const loadMenu = () => import('./board-menus').then((module) => ({ default: module.DashboardMenuList }));
const DashboardMenuList = lazy(loadMenu);

/** The actions for all boards of a project, in its header. */
export function DashboardActions({ onAdd, ...props }: DashboardMenuProps & { readonly onAdd: () => void }) {
  const t = useT();
  const button: TriggerButton = (given) => (
    <ActionIcon {...given} size={30} aria-label={t('board.dashboard-actions')}>
      <IconDots size={18} stroke={1.75} />
    </ActionIcon>
  );
  return (
    <ProjectHeaderActions>
      {props.mayEdit && (
        <SmallButton
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          classNames={{ section: classes.newIcon, label: classes.newLabel }}
          aria-label={t('board.new')}
          aria-keyshortcuts="b"
          onClick={onAdd}
        >
          {t('board.new-short')}
        </SmallButton>
      )}
      <LazyPopup popup="menu" load={loadMenu} button={button}>
        <DashboardMenuList {...props} button={button} />
      </LazyPopup>
    </ProjectHeaderActions>
  );
}

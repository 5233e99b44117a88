import type { BoardAnswer } from '@gos/contract';
import { ActionIcon, Menu } from '@mantine/core';
import { IconArchive, IconDots, IconFoldDown, IconFoldUp, IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { rememberCollapsed } from '../../entities/board/boards.api';
import { ProjectHeaderActions } from '../../entities/project/project-context';
import { useT } from '../../i18n';
import { SmallButton } from '../../ui/buttons';
import type { OpenDialog } from './board-dialogs';
import classes from './boards.module.css';

interface DashboardActionsProps {
  readonly projectId: number;
  /** undefined until they are known */
  readonly boards: readonly BoardAnswer[] | undefined;
  readonly mayEdit: boolean;
  readonly onAdd: () => void;
  readonly onDialog: (dialog: OpenDialog) => void;
}

/** What is done to all boards of a project, in its header. */
export function DashboardActions({ projectId, boards, mayEdit, onAdd, onDialog }: DashboardActionsProps) {
  const t = useT();
  const client = useQueryClient();
  const collapse = (some: readonly BoardAnswer[]) =>
    rememberCollapsed(
      client,
      projectId,
      some.map(({ id }) => id),
    );
  return (
    <ProjectHeaderActions>
      {mayEdit && (
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
      <Menu withInitialFocusPlaceholder={false} position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon size={30} aria-label={t('board.dashboard-actions')}>
            <IconDots size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFoldUp size={15} />} onClick={() => collapse(boards ?? [])}>
            {t('board.collapse-all')}
          </Menu.Item>
          <Menu.Item leftSection={<IconFoldDown size={15} />} onClick={() => collapse([])}>
            {t('board.expand-all')}
          </Menu.Item>
          {mayEdit && (
            <>
              <Menu.Divider />
              <Menu.Item
                leftSection={<IconArchive size={15} />}
                onClick={() => onDialog({ kind: 'deleted', projectId })}
              >
                {t('board.deleted')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </ProjectHeaderActions>
  );
}

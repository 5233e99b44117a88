import type { BoardAnswer } from '@gos/contract';
import { boardSections } from '@gos/domain';
import { Menu } from '@mantine/core';
import {
  IconArchive,
  IconArrowRight,
  IconChecks,
  IconExternalLink,
  IconFoldDown,
  IconFoldUp,
  IconPencil,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { rememberCollapsed } from '../../entities/board/boards.api';
import { useReader } from '../../entities/user/use-reader';
import { useT } from '../../i18n';
import { CompareItem } from '../../ui/compare-item';
import { LazyMenu } from '../../ui/lazy-menu';
import type { TriggerButton } from '../../ui/lazy-popup';
import type { OpenDialog } from './board-dialogs';

interface WithButton {
  readonly button: TriggerButton;
}

export interface BoardMenuProps {
  readonly board: BoardAnswer;
  readonly onDialog: (dialog: OpenDialog) => void;
  readonly onMove: (section: BoardAnswer['section']) => void;
  /** On the board's own screen there is nothing to open. */
  readonly opens?: boolean;
}

/** The actions of one board. */
export function BoardMenuList({ button, board, onDialog, onMove, opens = true }: BoardMenuProps & WithButton) {
  const t = useT();
  const { can } = board;
  return (
    <LazyMenu button={button} withInitialFocusPlaceholder={false} position="bottom-end">
      {opens && (
        <Menu.Item
          component={Link}
          to={`/tasks/project/${board.projectId}/board/${board.id}`}
          leftSection={<IconExternalLink size={15} />}
        >
          {t('board.open')}
        </Menu.Item>
      )}
      <Menu.Item
        component={Link}
        to={`/tasks/project/${board.projectId}/replay?board=${board.id}`}
        leftSection={<IconPlayerPlay size={15} />}
      >
        {t('replay.open')}
      </Menu.Item>
      {can.edit === true && (
        <Menu.Item leftSection={<IconPencil size={15} />} onClick={() => onDialog({ kind: 'edit', board })}>
          {t('board.edit')}
        </Menu.Item>
      )}
      <CompareItem thing={{ kind: 'board', id: board.id }} />
      {can.accept === true && (
        <Menu.Item leftSection={<IconChecks size={15} />} onClick={() => onDialog({ kind: 'accept', board })}>
          {t('board.accept')}
        </Menu.Item>
      )}
      {can.move === true && (
        <>
          <Menu.Divider />
          {boardSections
            .filter((section) => section !== board.section)
            .map((section) => (
              <Menu.Item key={section} leftSection={<IconArrowRight size={15} />} onClick={() => onMove(section)}>
                {t('board.move-to', { section: t(`board.section.${section}`) })}
              </Menu.Item>
            ))}
        </>
      )}
      {can.delete === true && (
        <>
          <Menu.Divider />
          <Menu.Item
            color="var(--gos-late)"
            leftSection={<IconTrash size={15} />}
            onClick={() => onDialog({ kind: 'delete', board })}
          >
            {t('board.delete')}
          </Menu.Item>
        </>
      )}
    </LazyMenu>
  );
}

export interface DashboardMenuProps {
  readonly projectId: number;
  /** undefined until they are known */
  readonly boards: readonly BoardAnswer[] | undefined;
  readonly mayEdit: boolean;
  readonly onDialog: (dialog: OpenDialog) => void;
}

/** The actions for all boards of a project. */
export function DashboardMenuList({ button, projectId, boards, mayEdit, onDialog }: DashboardMenuProps & WithButton) {
  const t = useT();
  const { role } = useReader();
  const client = useQueryClient();
  const collapse = (some: readonly BoardAnswer[]) =>
    rememberCollapsed(
      client,
      projectId,
      some.map(({ id }) => id),
    );
  return (
    <LazyMenu button={button} withInitialFocusPlaceholder={false} position="bottom-end">
      <Menu.Item leftSection={<IconFoldUp size={15} />} onClick={() => collapse(boards ?? [])}>
        {t('board.collapse-all')}
      </Menu.Item>
      <Menu.Item leftSection={<IconFoldDown size={15} />} onClick={() => collapse([])}>
        {t('board.expand-all')}
      </Menu.Item>
      <CompareItem thing={{ kind: 'project', id: projectId }} />
      <Menu.Item component={Link} to={`/tasks/project/${projectId}/replay`} leftSection={<IconPlayerPlay size={15} />}>
        {t('replay.open')}
      </Menu.Item>
      {(mayEdit || role === 'auditor') && (
        <>
          <Menu.Divider />
          <Menu.Item leftSection={<IconArchive size={15} />} onClick={() => onDialog({ kind: 'deleted', projectId })}>
            {t('board.deleted')}
          </Menu.Item>
        </>
      )}
    </LazyMenu>
  );
}

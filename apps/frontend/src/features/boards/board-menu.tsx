import type { BoardAnswer } from '@gos/contract';
import { boardSections } from '@gos/domain';
import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowRight, IconChecks, IconDots, IconExternalLink, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useT } from '../../i18n';
import type { OpenDialog } from './board-dialogs';

interface BoardMenuProps {
  readonly board: BoardAnswer;
  readonly onDialog: (dialog: OpenDialog) => void;
  readonly onMove: (section: BoardAnswer['section']) => void;
  /** On the board's own screen there is nothing to open. */
  readonly opens?: boolean;
  readonly className?: string;
}

export function BoardMenu({ board, onDialog, onMove, opens = true, className }: BoardMenuProps) {
  const t = useT();
  const { can } = board;
  return (
    <Menu withInitialFocusPlaceholder={false} position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          className={className}
          aria-label={t('board.actions', { name: board.name })}
        >
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {opens && (
          <Menu.Item
            component={Link}
            to={`/tasks/project/${board.projectId}/board/${board.id}`}
            leftSection={<IconExternalLink size={15} />}
          >
            {t('board.open')}
          </Menu.Item>
        )}
        {can.edit === true && (
          <Menu.Item leftSection={<IconPencil size={15} />} onClick={() => onDialog({ kind: 'edit', board })}>
            {t('board.edit')}
          </Menu.Item>
        )}
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
      </Menu.Dropdown>
    </Menu>
  );
}

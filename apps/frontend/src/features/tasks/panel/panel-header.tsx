import { ActionIcon, Group, Menu, Tooltip, UnstyledButton } from '@mantine/core';
import { IconCopy, IconDots, IconGitBranch, IconLink, IconRepeat, IconTrash, IconX } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useT } from '../../../i18n';
import { CompareItem } from '../../../ui/compare-item';
import { copyText } from '../../../ui/copy-text';
import pieces from '../../../ui/pieces.module.css';
import { ActionItems, CopyItem, MoveItem, MuteItem, RepeatItem } from './action-menu';
import { Lookers } from './lookers';
import { classes } from './panel-classes';
import { type PanelTask, PanelTaskContext } from './panel-task';
import { BoardLink, ProjectLink } from './place-properties';
import { WorkButton } from './work-button';

interface PanelHeaderProps {
  readonly taskId: number;
  /** null while it is on its way, or there is none */
  readonly panel: PanelTask | null;
  readonly onClose: () => void;
}

export function taskAddress(taskId: number): string {
  return `${window.location.origin}/tasks?taskId=${taskId}`;
}

export function useCopy(): (text: string, said: string) => Promise<void> {
  const t = useT();
  return useCallback((text, said) => copyText(text, said, t('task.failure.action')), [t]);
}

function MoreMenu({ panel, onClose }: { readonly panel: PanelTask; readonly onClose: () => void }) {
  const t = useT();
  const copy = useCopy();
  const { task, actions, past } = panel;
  const mayDelete = task.can.delete;
  const at = useSearch({ strict: false, select: (search) => search.at });
  return (
    <Menu withInitialFocusPlaceholder={false} position="bottom-end" withinPortal width={270}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={30} aria-label={t('task.panel.more')}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!past && (
          <>
            <ActionItems />
            <Menu.Divider />
            <MoveItem />
            <CopyItem />
            <RepeatItem />
            <MuteItem />
          </>
        )}
        <CompareItem thing={{ kind: 'task', id: task.id }} from={at} />
        <Menu.Item
          leftSection={<IconLink size={15} stroke={1.75} />}
          onClick={() => void copy(taskAddress(task.id), t('task.panel.link-copied'))}
        >
          {t('task.panel.copy-link')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconCopy size={15} stroke={1.75} />}
          onClick={() => void copy(task.name, t('task.row.copied'))}
        >
          {t('task.row.copy-name')}
        </Menu.Item>
        {task.gitBranch !== null && (
          <Menu.Item
            leftSection={<IconGitBranch size={15} stroke={1.75} />}
            onClick={() => void copy(task.gitBranch ?? '', t('task.copied'))}
          >
            {t('task.branch.copy')}
          </Menu.Item>
        )}
        {!past && mayDelete !== 'task.forbidden' && mayDelete !== 'task.auditor' && (
          <>
            <Menu.Divider />
            <Menu.Item
              color="var(--gos-late)"
              leftSection={<IconTrash size={15} stroke={1.75} />}
              aria-disabled={mayDelete !== true || undefined}
              data-disabled={mayDelete !== true || undefined}
              onClick={() => {
                if (mayDelete !== true) return;
                onClose();
                void actions.run({ type: 'delete', body: {} });
              }}
            >
              {t('task.action.delete')} {mayDelete !== true && <span className={pieces.why}>{t(mayDelete)}</span>}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

export function PanelHeader({ taskId, panel, onClose }: PanelHeaderProps) {
  const t = useT();
  const copy = useCopy();
  const { project = null, board = null, repeatedTask = null } = panel?.task ?? {};
  const copyLink = () => void copy(taskAddress(taskId), t('task.panel.link-copied'));
  return (
    <div className={classes.header}>
      <p className={classes.crumbs}>
        {project !== null && (
          <Group component="span" gap={5} wrap="nowrap" miw={0}>
            <ProjectLink project={project} className={classes.crumb}>
              {project.name}
            </ProjectLink>
            {board !== null && (
              <>
                <span aria-hidden>/</span>
                <BoardLink project={project} board={board} className={classes.crumb}>
                  {board.name}
                </BoardLink>
              </>
            )}
          </Group>
        )}
        <UnstyledButton className={classes.id} aria-label={t('task.panel.copy-id', { id: taskId })} onClick={copyLink}>
          #{taskId}
        </UnstyledButton>
        {repeatedTask !== null && repeatedTask.name !== null && (
          <Link
            to="/tasks/repeated/$repeatedTaskId"
            params={{ repeatedTaskId: repeatedTask.id }}
            className={pieces.iconButton}
            aria-label={`${t('task.field.repeated-task')}: ${repeatedTask.name}`}
            title={`${t('task.field.repeated-task')}: ${repeatedTask.name}`}
          >
            <IconRepeat size={15} stroke={1.75} aria-hidden />
          </Link>
        )}
      </p>
      {panel !== null && <Lookers taskId={taskId} />}
      {panel !== null && (
        <PanelTaskContext value={panel}>
          <WorkButton />
        </PanelTaskContext>
      )}
      <Tooltip label={t('task.panel.copy-link')}>
        <ActionIcon variant="subtle" color="gray" size={30} aria-label={t('task.panel.copy-link')} onClick={copyLink}>
          <IconLink size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      {panel !== null && (
        <PanelTaskContext value={panel}>
          <MoreMenu panel={panel} onClose={onClose} />
        </PanelTaskContext>
      )}
      <Tooltip label={t('task.panel.close')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={30}
          aria-label={t('task.panel.close')}
          aria-keyshortcuts="Escape"
          onClick={onClose}
        >
          <IconX size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

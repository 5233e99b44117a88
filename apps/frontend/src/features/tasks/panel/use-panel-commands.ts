import type { TaskAction } from '@gos/domain';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useWork } from '../../../entities/work/use-work';
import { useT } from '../../../i18n';
import { type KeyedCommand, type PaletteCommand, useCommands } from '../../../lib/commands';
import { useCompareCommand } from '../../../ui/compare-item';
import { doAction, fittingActions, moveKey } from './action-menu';
import { taskAddress, useCopy } from './panel-header';
import type { PanelTask } from './panel-task';
import { useMute } from './use-mute';
import { workKey } from './work-button';

/** Registers the commands of the open task for the palette and keys; the key of a refused one shows the reason. */
export function usePanelCommands({ task, actions, ask, askPlace, editable, past }: PanelTask): void {
  const t = useT();
  const copy = useCopy();
  const navigate = useNavigate();
  const mute = useMute(task.id);
  const compare = useCompareCommand({ kind: 'task', id: task.id });
  const { id, name, project, can, gitBranch } = task;
  const { activeTaskId, toggle } = useWork();
  const working = activeTaskId === id;
  const mayEditName = editable.has('name');
  const { run } = actions;
  const commands = useMemo(() => {
    const group = t('task.palette.group', { id });
    const click = (selector: string) => document.querySelector<HTMLElement>(`[data-task-panel] ${selector}`)?.click();
    const found: KeyedCommand[] = [];
    function offer(action: TaskAction, command: PaletteCommand, may: boolean = can[action] === true) {
      if (may && !past) found.push({ ...command, group, first: true });
      else if (command.key !== undefined) {
        const allowed = can[action];
        const why = past ? t('task.moment.unchangeable') : t(allowed === true ? 'task.forbidden' : allowed);
        found.push({ key: command.key, refusal: why });
      }
    }
    for (const item of fittingActions(task)) {
      offer(item.action, {
        id: `task.${item.id}`,
        label: t(item.label),
        key: item.keyName?.toLowerCase(),
        run: () => doAction(item, { run }, ask),
      });
    }
    const workNow: PaletteCommand = {
      id: 'task.work',
      label: t(working ? 'work.stop' : 'work.start'),
      key: workKey,
      run: () => toggle({ id, name, project }, null),
    };
    offer('work', workNow, !past && (working || can.work === true));
    const rename = () => click('[data-inline-text]');
    offer('edit', { id: 'task.rename', label: t('task.palette.rename'), key: 'e', run: rename }, mayEditName);
    const assign = () => click('[data-edit-solver]');
    offer('assign', { id: 'task.assign', label: t('task.palette.assign'), key: 's', run: assign });
    offer('move', { id: 'task.move', label: t('task.move.action'), key: moveKey, run: askPlace });
    if (compare !== null) found.push({ ...compare, group });
    if (past) return found;
    if (can.edit !== 'task.auditor') {
      found.push({
        id: 'task.from',
        label: t('task.new.from'),
        group,
        run: () => void navigate({ to: '/tasks/new', search: { from: id } }),
      });
      found.push({
        id: 'task.repeat',
        label: t('task.repeat'),
        group,
        run: () => void navigate({ to: '/tasks/repeated-new', search: { from: id } }),
      });
    }
    found.push({
      id: 'task.copy-link',
      label: t('task.panel.copy-link'),
      group,
      run: () => void copy(taskAddress(id), t('task.panel.link-copied')),
    });
    found.push({ id: 'task.mute', label: t('task.mute.switch'), group, run: () => void mute() });
    if (gitBranch !== null) {
      found.push({
        id: 'task.copy-branch',
        label: t('task.branch.copy'),
        group,
        run: () => void copy(gitBranch, t('task.copied')),
      });
    }
    if (can.delete === true) {
      found.push({
        id: 'task.delete',
        label: t('task.action.delete'),
        group,
        run: () => void run({ type: 'delete', body: {} }),
      });
    }
    return found;
  }, [
    t,
    task,
    copy,
    navigate,
    id,
    name,
    project,
    working,
    toggle,
    can,
    gitBranch,
    mayEditName,
    past,
    run,
    ask,
    askPlace,
    mute,
    compare,
  ]);
  useCommands(commands);
}

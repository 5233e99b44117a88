import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useT } from '../../../i18n';
import { type PaletteCommand, useCommands } from '../../../lib/commands';
import { moveKey, panelActions } from './action-menu';
import { taskAddress, useCopy } from './panel-header';
import type { PanelTask } from './panel-task';

/** What the open task allows now, for the palette and by its keys; nothing else is offered. */
export function usePanelCommands({ task, actions, ask, askPlace, editable, past }: PanelTask): void {
  const t = useT();
  const copy = useCopy();
  const navigate = useNavigate();
  const { id, can, gitBranch } = task;
  const mayEditName = editable.has('name');
  const { run } = actions;
  const commands = useMemo(() => {
    if (past) return [];
    const group = t('task.palette.group', { id });
    const found: PaletteCommand[] = panelActions
      .filter(({ action }) => can[action] === true)
      .map(({ id: name, label, keyName, question }) => ({
        id: `task.${name}`,
        label: t(label),
        key: keyName?.toLowerCase(),
        group,
        run: () => (question === undefined ? void run({ type: 'accept', body: {} }) : ask(question)),
      }));
    const click = (selector: string) => document.querySelector<HTMLElement>(`[data-task-panel] ${selector}`)?.click();
    if (mayEditName) {
      found.push({
        id: 'task.rename',
        label: t('task.palette.rename'),
        key: 'e',
        group,
        run: () => click('[data-inline-text]'),
      });
    }
    if (can.assign === true) {
      found.push({
        id: 'task.assign',
        label: t('task.palette.assign'),
        key: 's',
        group,
        run: () => click('[data-edit-solver]'),
      });
    }
    if (can.move === true) {
      found.push({ id: 'task.move', label: t('task.move.action'), key: moveKey, group, run: askPlace });
    }
    if (can.edit !== 'task.auditor') {
      found.push({
        id: 'task.from',
        label: t('task.new.from'),
        group,
        run: () => void navigate({ to: '/tasks/new', search: { from: id } }),
      });
    }
    found.push({
      id: 'task.copy-link',
      label: t('task.panel.copy-link'),
      group,
      run: () => void copy(taskAddress(id), t('task.panel.link-copied')),
    });
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
  }, [t, copy, navigate, id, can, gitBranch, mayEditName, past, run, ask, askPlace]);
  useCommands(commands);
}

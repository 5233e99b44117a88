import type { ProjectAnswer } from '@gos/contract';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useT } from '../../i18n';
import { type PaletteCommand, useCommands } from '../../lib/commands';

/** Registers the palette's commands for the open project: its replay and its webhooks. */
export function useProjectCommands(project: ProjectAnswer | undefined, audits: boolean): void {
  const t = useT();
  const navigate = useNavigate();
  const id = project?.id;
  const manages = project?.can.edit === true;
  const commands = useMemo(() => {
    if (id === undefined) return [];
    const replay: PaletteCommand = {
      id: 'project-replay',
      label: t('replay.open'),
      run: () => void navigate({ to: '/tasks/project/$projectId/replay', params: { projectId: id }, search: {} }),
    };
    if (!(manages || audits)) return [replay];
    const open = (search: { readonly new?: true }) => () =>
      void navigate({ to: '/tasks/project/$projectId/webhooks', params: { projectId: id }, search });
    const list: PaletteCommand = { id: 'project-webhooks', label: t('project.tab.webhooks'), run: open({}) };
    const create: PaletteCommand = {
      id: 'project-new-webhook',
      label: t('project.webhook.new'),
      run: open({ new: true }),
    };
    return manages ? [replay, list, create] : [replay, list];
  }, [id, manages, audits, navigate, t]);
  useCommands(commands);
}

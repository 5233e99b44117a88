import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { taskQuery } from '../../../entities/task/tasks.api';
import { useT } from '../../../i18n';
import { showRefusal } from '../../../ui/toast';
import { useListKeys } from '../../../ui/use-list-keys';
import type { OpenTask } from './task-row';
import type { CurrentRow } from './use-current-row';
import { useListCommands } from './use-list-commands';
import { rowLinks, type Selection } from './use-selection';

interface Given {
  readonly current: CurrentRow;
  readonly selection: Selection;
  readonly openId: number | undefined;
  readonly open: OpenTask;
  readonly work: (taskId: number) => void;
}

/** Going through the rows, selecting and opening them without a mouse. */
export function useRowKeys({ current, selection, openId, open, work }: Given): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const t = useT();
  const { present } = current;

  useListKeys({
    move(by, extending) {
      const links = rowLinks();
      if (links.length === 0) return;
      const index = links.findIndex((link) => Number(link.dataset.rowLink) === current.id);
      const next = links[Math.min(Math.max(current.placeBeside(index, by), 0), links.length - 1)]!;
      const id = Number(next.dataset.rowLink);
      next.focus();
      next.scrollIntoView({ block: 'nearest' });
      current.set(id);
      if (extending) selection.extend(id, index < 0 ? null : current.id);
      void client.prefetchQuery(taskQuery(id));
      // With a task open, moving in the list goes through the tasks themselves.
      if (openId !== undefined) {
        void navigate({ to: '.', search: (previous: object) => ({ ...previous, taskId: id }), replace: true });
      }
    },
    open() {
      if (current.id !== null) open(current.id);
    },
    selectAll: () => selection.selectAll(true),
    clear() {
      if (openId !== undefined || selection.ids.size === 0) return false;
      selection.selectAll(false);
      return true;
    },
  });

  function onCurrent(act: (id: number) => void) {
    if (present !== null) act(present);
    else if (rowLinks().length > 0) showRefusal(t('task.list.no-row'));
  }
  useListCommands({
    covered: openId !== undefined,
    select: () => onCurrent(selection.toggle),
    open: () => onCurrent(open),
    work: () => onCurrent(work),
    edit: () => onCurrent((id) => open(id, { view: 'edit' })),
  });
}

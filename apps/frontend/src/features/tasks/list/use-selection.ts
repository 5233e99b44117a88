import { useCallback } from 'react';
import type { TaskListName } from '../../../entities/task/task-lists';
import { useT } from '../../../i18n';
import { announce } from '../../../lib/announce';
import { useStateUnder } from '../../../lib/use-derived-state';

interface Selected {
  readonly ids: ReadonlySet<number>;
  /** Start of a range, and the selection outside of it. */
  readonly anchor: number | null;
  readonly base: ReadonlySet<number>;
}

const nothing: Selected = { ids: new Set(), anchor: null, base: new Set() };

/** Returns the links of the rows in their order, without closed groups. */
export const rowLinks = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-row-link]')];
export const rowIds = (): number[] => rowLinks().map((link) => Number(link.dataset.rowLink));

/** The task in whose row the focus is. */
export function focusedTask(): number | null {
  const link = document.activeElement?.closest('tr')?.querySelector<HTMLElement>('[data-row-link]');
  return link ? Number(link.dataset.rowLink) : null;
}

function between(ids: readonly number[], from: number, to: number): number[] {
  const [a, b] = [ids.indexOf(from), ids.indexOf(to)];
  return a < 0 || b < 0 ? [to] : ids.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/** The selected rows of one page of a list; another page, filter or list begins with none. */
export function useSelection(list: TaskListName, scope: string) {
  const t = useT();
  const [{ ids }, setSelected] = useStateUnder(scope, nothing);
  const [begun, setBegun] = useStateUnder(list, false);

  const toggle = useCallback(
    (id: number) => {
      setBegun(true);
      setSelected((before) => {
        const next = new Set(before.ids);
        if (!next.delete(id)) next.add(id);
        return { ids: next, anchor: id, base: next };
      });
    },
    [setBegun, setSelected],
  );

  /** Everything from where the last one was selected to here. */
  const extend = useCallback(
    (id: number, from: number | null) => {
      setBegun(true);
      setSelected((before) => {
        const anchor = before.anchor ?? from ?? id;
        return { ...before, anchor, ids: new Set([...before.base, ...between(rowIds(), anchor, id)]) };
      });
    },
    [setBegun, setSelected],
  );

  function selectAll(all: boolean) {
    const next = new Set(all ? rowIds() : []);
    if (next.size > 0) setBegun(true);
    setSelected({ ids: next, anchor: null, base: next });
    announce(t('task.bulk.selected', { count: next.size }));
  }

  /** Whatever was selected meanwhile stays so. */
  const keepOnly = (stays: (id: number) => boolean) =>
    setSelected((before) => {
      const next = new Set([...before.ids].filter(stays));
      return { ids: next, anchor: null, base: next };
    });

  return {
    ids,
    /** Something of this list has been selected, though it may be no more. */
    begun,
    toggle,
    extend,
    selectAll,
    keepOnly,
  };
}

export type Selection = ReturnType<typeof useSelection>;

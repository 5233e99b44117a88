import { useCallback, useState } from 'react';

interface Selected {
  readonly scope: string;
  readonly ids: ReadonlySet<number>;
  /** Where a range begins, and what was selected beside it. */
  readonly anchor: number | null;
  readonly base: ReadonlySet<number>;
}

const nothing: ReadonlySet<number> = new Set();

/** The rows as they stand one below the other, those of closed groups left out. */
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
export function useSelection(scope: string) {
  const [given, setGiven] = useState<Selected>({ scope, ids: nothing, anchor: null, base: nothing });
  const selected = given.scope === scope ? given : { scope, ids: nothing, anchor: null, base: nothing };
  if (selected !== given) setGiven(selected);

  const toggle = useCallback((id: number) => {
    setGiven((before) => {
      const ids = new Set(before.ids);
      if (!ids.delete(id)) ids.add(id);
      return { ...before, ids, anchor: id, base: ids };
    });
  }, []);

  /** Everything from where the last one was selected to here. */
  const extend = useCallback((id: number, from: number | null) => {
    setGiven((before) => {
      const anchor = before.anchor ?? from ?? id;
      return { ...before, anchor, ids: new Set([...before.base, ...between(rowIds(), anchor, id)]) };
    });
  }, []);

  const set = useCallback((ids: Iterable<number>) => {
    setGiven((before) => {
      const next = new Set(ids);
      return { ...before, ids: next, anchor: null, base: next };
    });
  }, []);

  /** Whatever was selected meanwhile stays so. */
  const keepOnly = useCallback((stays: (id: number) => boolean) => {
    setGiven((before) => {
      const ids = new Set([...before.ids].filter(stays));
      return { ...before, ids, anchor: null, base: ids };
    });
  }, []);

  return { ids: selected.ids, toggle, extend, set, keepOnly };
}

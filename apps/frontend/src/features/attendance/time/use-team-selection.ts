import type { TeamMonth } from '@gos/contract';
import { useCallback } from 'react';
import { announce } from '../../../lib/announce';
import { useStateUnder } from '../../../lib/use-derived-state';
import { useListKeys } from '../../../ui/use-list-keys';
import { useTimeT } from './time-texts';

interface Chosen {
  readonly ids: ReadonlySet<number>;
  /** Start of a range. */
  readonly anchor: number | null;
}
const nobody: Chosen = { ids: new Set(), anchor: null };

const linksOf = () => [...document.querySelectorAll<HTMLElement>('[data-row-link]')];

/** The selected people of a page; another page, filter or month begins with none. */
export function useTeamSelection(rows: readonly TeamMonth[], scope: string) {
  const t = useTimeT();
  const [{ ids }, setChosen] = useStateUnder(scope, nobody);
  // People who left the list meanwhile are not selected any more.
  const selected = rows.filter(({ userId }) => ids.has(userId));

  /** @param range with everybody from the last toggled person to this one */
  const toggle = useCallback(
    (id: number, range: boolean) =>
      setChosen(({ ids: before, anchor }) => {
        const next = new Set(before);
        const order = linksOf().map(({ dataset }) => Number(dataset.rowLink));
        const [first, last] = [order.indexOf(anchor ?? id), order.indexOf(id)].sort((a, b) => a - b) as [
          number,
          number,
        ];
        if (range && first >= 0) for (const one of order.slice(first, last + 1)) next.add(one);
        else if (!next.delete(id)) next.add(id);
        return { ids: next, anchor: id };
      }),
    [setChosen],
  );

  function selectAll(all: boolean) {
    setChosen({ ids: new Set(all ? rows.map(({ userId }) => userId) : []), anchor: null });
    announce(t('time.team-month.selected', { count: all ? rows.length : 0 }));
  }

  useListKeys({
    move(by) {
      const links = linksOf();
      const index = links.indexOf(document.activeElement as HTMLElement);
      links[Math.min(Math.max(index + by, 0), links.length - 1)]?.focus();
    },
    open: () => undefined,
    selectAll: () => selectAll(true),
    clear() {
      if (selected.length === 0) return false;
      selectAll(false);
      return true;
    },
  });
  return { selected, toggle, selectAll };
}

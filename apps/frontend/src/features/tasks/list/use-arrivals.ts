import type { TaskRowAnswer } from '@gos/contract';
import { useEffect, useRef } from 'react';
import { useT } from '../../../i18n';
import { announce } from '../../../lib/announce';

interface Given {
  readonly rows: readonly TaskRowAnswer[] | undefined;
  readonly total: number | undefined;
  /** Which list and filters they answer. */
  readonly scope: string;
}

interface Known {
  readonly scope: string;
  readonly total: number;
  readonly ids: ReadonlySet<number>;
  /** The revisions of tasks shown here so far. */
  readonly revisions: Map<number, number>;
}

/** Says what comes into a list while it is shown; what moves up from the next page, or back where it was, does not come. */
export function useArrivals({ rows, total = 0, scope }: Given): void {
  const t = useT();
  const known = useRef<Known | null>(null);
  useEffect(() => {
    if (rows === undefined) return;
    const before = known.current?.scope === scope ? known.current : null;
    const revisions = before?.revisions ?? new Map<number, number>();
    const come = rows.filter(({ id, revision }) => !before?.ids.has(id) && (revisions.get(id) ?? 0) < revision);
    for (const { id, revision } of rows) revisions.set(id, revision);
    known.current = { scope, total, ids: new Set(rows.map(({ id }) => id)), revisions };
    const [first] = come;
    if (before === null || first === undefined) return;
    const isCut = total > rows.length || before.total > before.ids.size;
    if (!isCut || total > before.total) announce(t('task.list.arrived', { count: come.length, name: first.name }));
  }, [rows, total, scope, t]);
}

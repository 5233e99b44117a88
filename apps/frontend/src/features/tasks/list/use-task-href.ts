import { useMatches, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

/** The addresses that open the tasks of a list where it stands, made with one look at the present one. */
export function useTaskHref(): (taskId: number) => string {
  const router = useRouter();
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '/' });
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const start = useMemo(() => {
    // The part of another task that is shown is none of theirs.
    const { taskId: _, tab: __, graph: ___, ...others } = search;
    const { href } = router.buildLocation({ to: path, search: { ...others, taskId: 0 } } as never);
    return href.slice(0, -1);
  }, [router, path, search]);
  return useCallback((taskId) => `${start}${taskId}`, [start]);
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { live } from '../../lib/live';
import { statisticsKeys } from './statistics.api';

/** Changes that come together ask once, and a stream of them no oftener than this. */
const batchMs = 60;
const throttleMs = 1_000;

/** While statistics are shown, they are asked for again when something happened to tasks. */
export function useLiveStatistics(projectId: number): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let asking = false;
    let again = false;
    let asked = Number.NEGATIVE_INFINITY;

    /** One at a time: a stream of changes must not abandon every answer before it comes. */
    async function renew() {
      timer = null;
      asking = true;
      again = false;
      asked = performance.now();
      await client.invalidateQueries({ queryKey: statisticsKeys.project(projectId) });
      asking = false;
      if (again) schedule();
    }
    function schedule() {
      again = true;
      if (asking || timer !== null) return;
      timer = setTimeout(() => void renew(), Math.max(batchMs, asked + throttleMs - performance.now()));
    }
    const deaf = live.hear((changes) => {
      if (changes.some(({ model }) => model === 'task' || model === 'project')) schedule();
    });
    return () => {
      deaf();
      if (timer !== null) clearTimeout(timer);
    };
  }, [client, projectId]);
}

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { countsQuery } from '../entities/task/counts.api';
import { isInstalled, showBadge } from '../lib/installed';
import { pastMoment } from '../lib/past';

/** Shows at the icon of the installed Gos how many results the person is to accept now. */
export function useAppBadge(): void {
  const { data } = useQuery({ ...countsQuery, enabled: isInstalled() && pastMoment() === null });
  const count = data?.['to-accept'];
  useEffect(() => {
    if (count !== undefined && pastMoment() === null) showBadge(count);
  }, [count]);
}

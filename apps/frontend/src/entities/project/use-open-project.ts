import type { ProjectAnswer } from '@gos/contract';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { projectQuery } from './projects.api';

/** Returns the project of the current address from the cache, without a request. */
export function useOpenProject(): ProjectAnswer | undefined {
  const id = useLocation({ select: ({ pathname }) => Number(/^\/tasks\/project\/(\d+)/.exec(pathname)?.[1] ?? 0) });
  const { data, isError } = useQuery({ ...projectQuery(id), enabled: false });
  return isError ? undefined : data;
}

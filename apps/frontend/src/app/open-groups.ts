import type { AreaGroup } from '@gos/domain';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useReader } from '../entities/user/use-reader';
import { fetchPreference, preferenceKeys, savePreference } from '../lib/preferences';

export type SidebarGroup = 'tasks' | 'projects' | 'attendance' | AreaGroup;

/** Groups that the person opened or closed; all others are in their initial state. */
type OpenGroups = Readonly<Record<string, boolean>>;

const openAtFirst: ReadonlySet<SidebarGroup> = new Set(['tasks', 'projects', 'attendance']);
const keyOf = (readerId: number) => `gos-sidebar-${readerId}`;

function openGroupsOf(value: unknown): OpenGroups {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([, open]) => typeof open === 'boolean'));
}

/** Returns the browser's own copy, which is there before the server's answer arrives. */
function keptHere(readerId: number): OpenGroups {
  try {
    return openGroupsOf(JSON.parse(localStorage.getItem(keyOf(readerId)) ?? 'null'));
  } catch {
    return {};
  }
}

function keepHere(readerId: number, groups: OpenGroups) {
  try {
    localStorage.setItem(keyOf(readerId), JSON.stringify(groups));
  } catch {
    // The server keeps it too.
  }
}

const openGroupsQuery = (readerId: number) =>
  queryOptions({
    queryKey: preferenceKeys.of('sidebar'),
    queryFn: async ({ signal }): Promise<OpenGroups> => {
      const groups = openGroupsOf(await fetchPreference('sidebar', signal));
      keepHere(readerId, groups);
      return groups;
    },
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: () => keptHere(readerId),
  });

/** Which groups of the sidebar are open: remembered for the person, on the server. */
export function useOpenGroups() {
  const client = useQueryClient();
  const { id } = useReader();
  const query = openGroupsQuery(id);
  const { data = {} } = useQuery(query);
  return {
    isOpen: (group: SidebarGroup, current: boolean) => data[group] ?? (openAtFirst.has(group) || current),
    set(group: SidebarGroup, open: boolean) {
      const next = { ...data, [group]: open };
      keepHere(id, next);
      client.setQueryData(query.queryKey, next);
      savePreference('sidebar', next);
    },
  };
}

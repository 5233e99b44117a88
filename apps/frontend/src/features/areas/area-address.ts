import type { Area, AreaAddress, AreaGroup } from '@gos/domain';
import { areaAddressOf, isAreaHidden } from '@gos/domain/kernel/areas';
import { useCallback } from 'react';
import { useMe } from '../../entities/user/users.api';

/** In the order of the sidebar; what is in them comes when one is opened. */
export const areaGroupNames = [
  'contracts',
  'invoices',
  'directory',
  'offers',
  'users',
  'hr',
  'work',
  'salary',
  'documents',
  'emails',
  'charts',
  'telephone',
] as const satisfies readonly AreaGroup[];

const singles: ReadonlySet<AreaGroup> = new Set(['hr', 'work', 'salary', 'emails', 'charts', 'telephone']);

/** A group that is an entry itself. */
export const isSingle = (group: AreaGroup): boolean => singles.has(group);

export const groupOf = (area: Area): string => area.split('.')[0]!;

/** Whether an admin has hidden an entry, or its group. */
export function useIsAreaHidden(): (area: Area) => boolean {
  const { hiddenAreas } = useMe();
  return useCallback((area) => isAreaHidden(hiddenAreas, area), [hiddenAreas]);
}

/** Returns an entry's own address, or else that of its group. Only web addresses, whatever the settings say. */
export function useAreaAddresses(): (area: Area) => AreaAddress | null {
  const { areas } = useMe();
  return useCallback(
    (area) => {
      const address = areaAddressOf(areas, area);
      return address !== null && /^https?:\/\//i.test(address.url) ? address : null;
    },
    [areas],
  );
}

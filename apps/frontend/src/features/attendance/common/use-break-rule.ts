import type { BreakRule } from '@gos/domain';
import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../../../entities/installation/settings.api';

/** Returns the break that plans have unless another one is chosen; null while it is not known. */
export function useBreakRule(): BreakRule | null {
  const { data } = useQuery(settingsQuery);
  if (data === undefined) return null;
  return { breakMinutes: data.breakMinutes.value, breakAfterHours: data.breakAfterHours.value };
}

import type { WorkEntryAnswer } from '@gos/contract';
import { isFlagged } from '@gos/domain';
import { useQuery } from '@tanstack/react-query';
import { timeZone } from '../../lib/installation';
import { useNow } from '../../ui/use-now';
import { activeWorkQuery, flaggedWorkQuery } from './work.api';

/** Work that looks forgotten, what runs before what was ended by starting another; null where there is none. */
export function useForgottenWork(): WorkEntryAnswer | null {
  const now = useNow();
  const { data: active } = useQuery(activeWorkQuery);
  const { data: entries } = useQuery(flaggedWorkQuery);
  const running = active?.entry;
  if (running && isFlagged(running, new Date(now).toISOString(), timeZone())) return running;
  return entries?.find(({ flagged, to, deleted }) => flagged && to !== null && !deleted) ?? null;
}

import type { Happening } from '@gos/contract';
import { useActivityT } from './activity-texts';

/** The token or webhook that an action came through, where the reader may know it, or only the channel. */
export function Channel({ item: { source, via } }: { readonly item: Happening }) {
  const t = useActivityT();
  if (!source) return t(`activity.via.${via}`);
  return t(`activity.source.${source.kind}`, { name: source.name ?? `#${source.id}` });
}

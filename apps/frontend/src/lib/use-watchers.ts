import type { PersonRef, Watched } from '@gos/contract';
import { useEffect, useState } from 'react';
import { live, useConnected } from './live';

/** Everybody who looks at a document now, the reader included; nobody while that cannot be known. */
export function useWatchers(model: Watched['model'], id: number): readonly PersonRef[] {
  const connected = useConnected();
  const [present, setPresent] = useState<readonly PersonRef[]>([]);
  useEffect(() => {
    setPresent([]);
    return live.watch(model, id, ({ users }) => setPresent(users));
  }, [model, id]);
  return connected ? present : [];
}

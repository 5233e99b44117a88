import type { PersonRef, Watched } from '@gos/contract';
import { useEffect } from 'react';
import { live, useConnected } from './live';
import { useStateUnder } from './use-derived-state';

const nobody: readonly PersonRef[] = [];

/** Everybody who looks at a document now, the reader included; nobody while that cannot be known. */
export function useWatchers(model: Watched['model'], id: number): readonly PersonRef[] {
  const connected = useConnected();
  const [present, setPresent] = useStateUnder(`${model}-${id}`, nobody);
  useEffect(() => live.watch(model, id, ({ users }) => setPresent(users)), [model, id, setPresent]);
  return connected ? present : nobody;
}

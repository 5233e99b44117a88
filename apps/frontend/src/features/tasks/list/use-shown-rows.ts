import type { TaskRowAnswer } from '@gos/contract';
import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { type ShownRows, shownAfter, withoutLeft } from './shown-rows';

const fadeMs = 150;

interface Given {
  readonly rows: readonly TaskRowAnswer[] | undefined;
  readonly scope: string;
  /** The rows belong to what was asked before. */
  readonly old: boolean;
  readonly held: boolean;
}

/** The rows as they are drawn: what leaves fades out first, and nothing moves while it is held. */
export function useShownRows({ rows, scope, old, held }: Given): ShownRows | null {
  const still = useReducedMotion(false, { getInitialValueInEffect: false });
  const [shown, setShown] = useState<ShownRows | null>(null);
  let next = shown;
  if (rows === undefined) {
    next = null;
  } else if (shown === null || (!old && (shown.source !== rows || shown.scope !== scope || shown.held !== held))) {
    next = shownAfter(shown, rows, scope, held);
    if (still && !held) next = withoutLeft(next);
  }
  if (next !== shown) setShown(next);
  const leaving = next !== null && !next.held && next.left.size > 0;
  useEffect(() => {
    if (!leaving) return;
    const timer = setTimeout(
      () => setShown((present) => (present && !present.held ? withoutLeft(present) : present)),
      fadeMs,
    );
    return () => clearTimeout(timer);
  }, [leaving]);
  return next;
}

import type { TaskRowAnswer } from '@gos/contract';
import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { useDerivedState } from '../../../lib/use-derived-state';
import { type ShownRows, shownAfter, withoutLeft } from './shown-rows';

const fadeMs = 150;

const isLeaving = (shown: ShownRows | null): boolean => shown !== null && !shown.held && shown.left.size > 0;

interface Given {
  readonly rows: readonly TaskRowAnswer[] | undefined;
  readonly scope: string;
  /** The rows belong to an earlier query. */
  readonly old: boolean;
  readonly held: boolean;
}

/** The rows as they are drawn: what leaves fades out first, and nothing moves while it is held. */
export function useShownRows({ rows, scope, old, held }: Given): ShownRows | null {
  const still = useReducedMotion(false, { getInitialValueInEffect: false });
  /** Shown rows whose leaving ones have faded out. */
  const [faded, setFaded] = useState<ShownRows | null>(null);
  const shown = useDerivedState<ShownRows | null>((before = null) => {
    if (rows === undefined) return null;
    const stands =
      before !== null && (old || (before.source === rows && before.scope === scope && before.held === held));
    const next = stands ? before : shownAfter(before, rows, scope, held);
    return isLeaving(next) && (still || next === faded) ? withoutLeft(next) : next;
  });
  const leaving = isLeaving(shown);
  const fade = useEffectEvent(() => setFaded(shown));
  useEffect(() => {
    if (!leaving) return;
    const timer = setTimeout(fade, fadeMs);
    return () => clearTimeout(timer);
  }, [leaving]);
  return shown;
}

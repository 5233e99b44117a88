import { useMemo } from 'react';
import { type PaletteCommand, useCommands } from '../../../lib/commands';
import { useEventCallback } from '../../../lib/use-event-callback';
import { TurnButtons } from '../../../ui/turn-buttons';
import { useTimeT } from './time-texts';
import type { MonthState } from './use-month';

interface TurnProps {
  readonly of: 'month' | 'day';
  readonly state: Pick<MonthState, 'turn' | 'isFirst' | 'isLast'>;
  /** The screen, above the keys in the help. */
  readonly group: string;
  readonly toNow: () => void;
  readonly isNow: boolean;
}

/** To the one before and after, and to the present one; by keys too. */
export function Turn({ of, group, state, toNow, isNow }: TurnProps) {
  const t = useTimeT();
  const [go, now] = [useEventCallback(state.turn), useEventCallback(toNow)];
  const commands = useMemo((): PaletteCommand[] => {
    const [before, after] = [t(`time.${of}.previous`), t(`time.${of}.next`)];
    return [
      { id: 'time-now', label: t(`time.${of}.now`), key: '.', group, run: () => now() },
      { id: 'time-previous', label: before, key: 'p', group, run: () => go(-1) },
      { id: 'time-next', label: after, key: 'n', group, run: () => go(1) },
      { id: 'time-left', label: before, key: 'ArrowLeft', group, run: () => go(-1) },
      { id: 'time-right', label: after, key: 'ArrowRight', group, run: () => go(1) },
    ];
  }, [t, of, group, go, now]);
  useCommands(commands);
  return (
    <TurnButtons
      previous={t(`time.${of}.previous`)}
      now={t(`time.${of}.now`)}
      next={t(`time.${of}.next`)}
      turn={state.turn}
      toNow={toNow}
      isNow={isNow}
      isFirst={state.isFirst}
      isLast={state.isLast}
    />
  );
}

import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useMemo } from 'react';
import { type PaletteCommand, useCommands } from '../../../lib/commands';
import { useEventCallback } from '../../../lib/use-event-callback';
import { ChipButton } from '../../../ui/buttons';
import classes from './time.module.css';
import { useTimeT } from './time-texts';

interface TurnProps {
  readonly of: 'month' | 'day';
  /** The screen, above the keys in the help. */
  readonly group: string;
  readonly turn: (by: 1 | -1) => void;
  readonly toNow: () => void;
  readonly isNow: boolean;
}

/** To the one before and after, and to the present one; by keys too. */
export function Turn({ of, group, turn, toNow, isNow }: TurnProps) {
  const t = useTimeT();
  const [go, now] = [useEventCallback(turn), useEventCallback(toNow)];
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
    <div className={classes.turn}>
      <ActionIcon variant="default" size={28} aria-label={t(`time.${of}.previous`)} onClick={() => turn(-1)}>
        <IconChevronLeft size={16} stroke={1.75} />
      </ActionIcon>
      <ChipButton variant="default" h={28} disabled={isNow} onClick={toNow}>
        {t(`time.${of}.now`)}
      </ChipButton>
      <ActionIcon variant="default" size={28} aria-label={t(`time.${of}.next`)} onClick={() => turn(1)}>
        <IconChevronRight size={16} stroke={1.75} />
      </ActionIcon>
    </div>
  );
}

import { ActionIcon } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconPlayerSkipBack, IconPlayerSkipForward } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';

/** Longer pauses, such as those of a hidden tab, are not made up for. */
const longestMs = 250;

/**
 * Calls `advance` in regular turns while something plays, with the milliseconds since the last turn.
 * @param shown a new value begins the turn again
 */
export function usePlayback(playing: boolean, everyMs: number, advance: (ms: number) => void, shown?: unknown): void {
  const take = useEffectEvent(advance);
  useEffect(() => {
    if (!playing) return;
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      take(Math.min(now - last, Math.max(everyMs, longestMs)));
      last = now;
    }, everyMs);
    return () => clearInterval(timer);
  }, [playing, everyMs, shown]);
}

interface PlayerButtonsProps {
  readonly labels: Readonly<Record<'previous' | 'play' | 'pause' | 'next', string>>;
  readonly playing: boolean;
  readonly atStart: boolean;
  readonly atEnd: boolean;
  readonly onPlay: () => void;
  readonly onStep: (by: 1 | -1) => void;
}

/** Plays a history, and steps through it by hand. */
export function PlayerButtons({ labels, playing, atStart, atEnd, onPlay, onStep }: PlayerButtonsProps) {
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={30}
        aria-label={labels.previous}
        disabled={atStart}
        onClick={() => onStep(-1)}
      >
        <IconPlayerSkipBack size={15} stroke={1.75} />
      </ActionIcon>
      <ActionIcon variant="default" size={30} aria-label={playing ? labels.pause : labels.play} onClick={onPlay}>
        {playing ? <IconPlayerPause size={15} stroke={1.75} /> : <IconPlayerPlay size={15} stroke={1.75} />}
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={30}
        aria-label={labels.next}
        disabled={atEnd}
        onClick={() => onStep(1)}
      >
        <IconPlayerSkipForward size={15} stroke={1.75} />
      </ActionIcon>
    </>
  );
}

import type { ReplayStart } from '@gos/contract';
import type { Instant } from '@gos/domain';
import { NativeSelect } from '@mantine/core';
import { type KeyboardEvent, memo, useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { fullMoment } from '../../../ui/moment-format';
import own from './replay.module.css';
import { useReplayT } from './replay-texts';

const speeds = [0.5, 1, 2, 5, 10] as const;
export type Speed = (typeof speeds)[number];

export function SpeedChoice({ speed, onChange }: { readonly speed: Speed; readonly onChange: (speed: Speed) => void }) {
  const t = useReplayT();
  const { formatNumber } = useIntl();
  return (
    <NativeSelect
      size="xs"
      w={78}
      aria-label={t('replay.speed')}
      value={speed}
      onChange={(event) => onChange(speeds.find((one) => String(one) === event.target.value) ?? 1)}
    >
      {speeds.map((one) => (
        <option key={one} value={one}>
          {formatNumber(one)}×
        </option>
      ))}
    </NativeSelect>
  );
}

interface Range {
  readonly from: Instant;
  readonly to: Instant;
  readonly days: ReplayStart['days'];
}

const bars = 120;

/** When how much changed. */
const Density = memo(function Density({ from, to, days }: Range) {
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  const counts = Array.from({ length: bars }, () => 0);
  for (const { day, changes } of days) {
    const place = (Date.parse(`${day}T12:00:00Z`) - begin) / Math.max(1, end - begin);
    counts[Math.min(bars - 1, Math.max(0, Math.floor(place * bars)))]! += changes;
  }
  const most = Math.max(1, ...counts);
  const path = counts
    .map((count, index) => (count === 0 ? '' : `M${index + 0.5} 14v-${Math.max(2, (count / most) * 14).toFixed(1)}`))
    .join('');
  return (
    <svg className={own.density} viewBox={`0 0 ${bars} 14`} preserveAspectRatio="none" aria-hidden>
      <path d={path} stroke="currentColor" strokeWidth={0.8} />
    </svg>
  );
});

/** A seek beyond the loaded part waits for the end of the drag. */
const dragMs = 120;

interface SliderProps {
  readonly range: Range;
  readonly at: Instant;
  readonly onSeek: (at: Instant) => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly onDay: (by: 1 | -1) => void;
  readonly onPlay: () => void;
}

export function ReplaySlider({ range, at, onSeek, onStep, onDay, onPlay }: SliderProps) {
  const t = useReplayT();
  const { locale, formatDate } = useIntl();
  const [dragged, setDragged] = useState<number | null>(null);
  const [begin, end] = [Date.parse(range.from), Date.parse(range.to)];
  useEffect(() => {
    if (dragged === null) return;
    const timer = setTimeout(() => {
      onSeek(new Date(dragged).toISOString());
      setDragged(null);
    }, dragMs);
    return () => clearTimeout(timer);
  }, [dragged, onSeek]);

  const keys: Readonly<Record<string, () => void>> = {
    ArrowRight: () => onStep(1),
    ArrowUp: () => onStep(1),
    ArrowLeft: () => onStep(-1),
    ArrowDown: () => onStep(-1),
    PageUp: () => onDay(1),
    PageDown: () => onDay(-1),
    Home: () => onSeek(range.from),
    End: () => onSeek(range.to),
    ' ': onPlay,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const key = keys[event.key];
    if (!key || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    key();
  };
  const shown = dragged ?? Date.parse(at);
  const day = (instant: Instant) => formatDate(instant, { day: 'numeric', month: 'numeric', year: 'numeric' });
  return (
    <div className={own.track}>
      <Density {...range} />
      <input
        type="range"
        className={own.slider}
        min={begin}
        max={Math.max(end, begin + 1)}
        step="any"
        value={shown}
        aria-label={t('replay.slider')}
        aria-valuetext={fullMoment(locale, new Date(shown).toISOString())}
        title={t('replay.keys')}
        onKeyDown={onKeyDown}
        onChange={(event) => setDragged(Number(event.target.value))}
      />
      <div className={own.dates} aria-hidden>
        <span>{day(range.from)}</span>
        <span>{day(new Date((begin + end) / 2).toISOString())}</span>
        <span>{day(range.to)}</span>
      </div>
    </div>
  );
}

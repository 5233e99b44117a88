import type { TaskState } from '@gos/domain';
import { type CSSProperties, memo, type ReactNode } from 'react';
import { type MessageId, useT } from '../../i18n';
import pieces from '../../ui/pieces.module.css';
import classes from './task-pieces.module.css';

export const stateMessages = {
  created: 'task.state.created',
  assigned: 'task.state.assigned',
  fulfilled: 'task.state.fulfilled',
  returned: 'task.state.returned',
  solved: 'task.state.solved',
} as const satisfies Record<TaskState, MessageId>;

const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.75 } as const;

const pictures: Record<TaskState, ReactNode> = {
  created: <circle cx="8" cy="8" r="6.1" {...line} strokeDasharray="2.4 2.39" />,
  assigned: (
    <>
      <circle cx="8" cy="8" r="6.1" {...line} />
      <path d="M8 8V4.4A3.6 3.6 0 0 1 11.6 8Z" fill="currentColor" />
    </>
  ),
  returned: (
    <>
      <circle cx="8" cy="8" r="6.1" {...line} />
      <path
        d="M10.8 8H5.6M7.6 5.9 5.4 8l2.2 2.1"
        {...line}
        strokeWidth={1.6}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  fulfilled: (
    <>
      <circle cx="8" cy="8" r="6.1" {...line} />
      <path d="M8 8V4.1A3.9 3.9 0 1 1 4.1 8Z" fill="currentColor" />
    </>
  ),
  solved: (
    <>
      <circle cx="8" cy="8" r="7" fill="currentColor" />
      <path
        d="m4.9 8.2 2.1 2.1 4.1-4.3"
        fill="none"
        stroke="var(--mantine-color-body)"
        strokeWidth={1.7}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
};

export const stateColour = (state: TaskState) => `var(--gos-${state})`;

/** The colour of a state for the styles of what shows it, as `--tone`. */
export const toneOf = (state: TaskState | null) =>
  state === null ? undefined : ({ '--tone': stateColour(state) } as CSSProperties);

interface StateRingProps {
  readonly state: TaskState;
  readonly size?: number;
  /** The state for screen readers; leave it out where the text is next to the ring. */
  readonly label?: string;
}

export function StateRing({ state, size = 16, label }: StateRingProps) {
  return (
    <svg
      className={classes.ring}
      style={{ color: stateColour(state) }}
      data-state={state}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      role="img"
      aria-label={label}
      aria-hidden={label === undefined || undefined}
    >
      {pictures[state]}
    </svg>
  );
}

/** The ring, named by its state for a screen reader. */
export function NamedStateRing({ state, size }: Omit<StateRingProps, 'label'>) {
  const t = useT();
  return <StateRing state={state} size={size} label={t(stateMessages[state])} />;
}

export const StateLabel = memo(function StateLabel({ state, size }: Omit<StateRingProps, 'label'>) {
  const t = useT();
  return (
    <span className={pieces.inline}>
      <StateRing state={state} size={size} />
      <span className={pieces.word}>{t(stateMessages[state])}</span>
    </span>
  );
});

import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import pieces from './pieces.module.css';
import classes from './screen.module.css';

/** A screen whose pieces keep their distance from its edges; others reach them, and keep what they say away from them. */
export const PaddedScreen = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.padded}>{children}</div>
);

/** A screen whose pieces reach its edges. */
export const Screen = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.screen}>{children}</div>
);

interface ScreenHeadProps {
  readonly title: string;
  /** How many there are; room is kept for it while it is not known. */
  readonly count?: number | null;
  readonly children?: ReactNode;
}

/** The title of a screen and the actions next to it. */
export const ScreenHead = ({ title, count, children }: ScreenHeadProps) => (
  <header className={classes.head}>
    <h1 className={classes.title}>
      {title} {count !== undefined && <span className={classes.count}>{count}</span>}
    </h1>
    {children}
  </header>
);

interface DaysHeadProps {
  /** Name of the screen, for screen readers only. */
  readonly screen: string;
  /** Which days are shown. */
  readonly title: string;
  /** Said once they are there. */
  readonly said: string | false;
  /** Actions that do not fit next to the title wrap below it. */
  readonly wraps?: boolean;
  readonly children?: ReactNode;
}

/** The head of a screen that shows some days. */
export const DaysHead = ({ screen, title, said, wraps, children }: DaysHeadProps) => (
  <header className={classes.head} data-wraps={wraps}>
    <h1 className={classes.title}>
      <span className={pieces.hidden}>{screen}:</span> {title}
    </h1>
    <div className={pieces.hidden} role="status">
      {said}
    </div>
    {children}
  </header>
);

/** The introduction of a padded screen. */
export const ScreenIntro = Text.withProps({ inherit: true, fz: 13, c: 'dimmed', maw: '74ch' });

/** A sentence about all that a screen shows, below its head. */
export const ScreenNote = ({ children }: { readonly children: ReactNode }) => (
  <p className={classes.note}>{children}</p>
);

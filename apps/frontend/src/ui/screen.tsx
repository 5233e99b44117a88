import type { ReactNode } from 'react';
import classes from './screen.module.css';

/** A screen whose pieces keep their distance from its edges; others reach them, and keep what they say away from them. */
export const PaddedScreen = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.padded}>{children}</div>
);

interface ScreenHeadProps {
  readonly title: string;
  /** How many there are; room is kept for it while it is not known. */
  readonly count?: number | null;
  readonly children?: ReactNode;
}

/** The name of a screen, and what stands beside it. */
export const ScreenHead = ({ title, count, children }: ScreenHeadProps) => (
  <header className={classes.head}>
    <h1 className={classes.title}>
      {title} {count !== undefined && <span className={classes.count}>{count}</span>}
    </h1>
    {children}
  </header>
);

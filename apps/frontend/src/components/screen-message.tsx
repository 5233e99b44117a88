import type { ReactNode } from 'react';
import classes from './screen-message.module.css';

/** A screen that only has something to say: an error, an address with nothing at it. */
export function ScreenMessage({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={classes.message} role="alert">
      <h1>{title}</h1>
      <p>{text}</p>
      <div className={classes.actions}>{children}</div>
    </div>
  );
}

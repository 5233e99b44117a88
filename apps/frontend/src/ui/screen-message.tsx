import type { ReactNode } from 'react';
import classes from './screen-message.module.css';

/** A screen that only has something to say: an error, an address with nothing at it. */
export function ScreenMessage({
  title,
  text,
  alert = true,
  children,
}: {
  readonly title: string;
  readonly text: string;
  /** Said at once to whoever does not see it. */
  readonly alert?: boolean;
  readonly children?: ReactNode;
}) {
  return (
    <div className={classes.message} role={alert ? 'alert' : undefined}>
      <h1>{title}</h1>
      <p>{text}</p>
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  );
}

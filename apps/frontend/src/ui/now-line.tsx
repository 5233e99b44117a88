import classes from './now-line.module.css';

interface NowLineProps {
  readonly top: number;
  /** Left edge, next to the hours. */
  readonly left?: number;
}

/** Where now is in a day that is drawn from above to below. */
export const NowLine = ({ top, left = 0 }: NowLineProps) => (
  <div className={classes.now} style={{ top, left }} aria-hidden />
);

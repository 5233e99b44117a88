import { dotColour } from '../../ui/colours';
import pieces from '../../ui/pieces.module.css';
import classes from './task-pieces.module.css';

export function TagChip({ tag }: { readonly tag: string }) {
  return (
    <span className={classes.tag}>
      <span className={classes.dot} style={{ background: dotColour(tag) }} aria-hidden />
      <span className={pieces.word}>{tag}</span>
    </span>
  );
}

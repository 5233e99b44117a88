import { Fragment } from 'react';
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

/** All tags in one line, of which as many are seen as there is room for. */
export function TagLine({ tags }: { readonly tags: readonly string[] }) {
  return (
    <span className={classes.tagLine} title={tags.join(', ')}>
      {tags.map((tag) => (
        <Fragment key={tag}>
          <TagChip tag={tag} />{' '}
        </Fragment>
      ))}
    </span>
  );
}

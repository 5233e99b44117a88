import { Fragment } from 'react';

/** A name without spaces, such as an address or a branch: it breaks after its signs before it breaks inside a word. */
export const Breakable = ({ text }: { readonly text: string }) =>
  text.split(/(?<=[/._-])(?=[^/._-])/).map((part, place) => (
    <Fragment key={`${place} ${part}`}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));

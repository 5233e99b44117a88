import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

const id = 'below-main';

/** The place of a screen's own bar: below the scrolling content, so that it covers nothing. */
export const BelowMainPlace = () => <div id={id} />;

export function BelowMain({ children }: { readonly children: ReactNode }) {
  const place = document.getElementById(id);
  return place && createPortal(children, place);
}

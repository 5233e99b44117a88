import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

const id = 'below-main';

/** Where a screen's own bar stands: below what scrolls, so that it lies over nothing. */
export const BelowMainPlace = () => <div id={id} />;

export function BelowMain({ children }: { readonly children: ReactNode }) {
  const place = document.getElementById(id);
  return place && createPortal(children, place);
}

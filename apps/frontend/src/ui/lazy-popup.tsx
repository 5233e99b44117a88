import { type ComponentPropsWithRef, type ReactElement, type ReactNode, Suspense, useState } from 'react';

/** A button as what it opens wants it: named and drawn alike, whoever hands it its properties. */
export type TriggerButton = (props: ComponentPropsWithRef<'button'>) => ReactElement;

interface LazyPopupProps {
  readonly popup: 'menu' | 'listbox' | 'dialog';
  /** Brings what will be opened; the pointer above the button or the focus on it begins it. */
  readonly load: () => Promise<unknown>;
  readonly button: TriggerButton;
  /** The same button with what it opens, already open. */
  readonly children: ReactNode;
}

/** What a button opens comes when it is first asked for; until then the button stands in its place. */
export function LazyPopup({ popup, load, button, children }: LazyPopupProps) {
  const [asked, setAsked] = useState(false);
  // That it could not be brought is said when it is pressed.
  const expect = () => void load().catch(() => undefined);
  const waiting = button({
    'aria-haspopup': popup,
    'aria-expanded': false,
    onClick: () => setAsked(true),
    onPointerEnter: expect,
    onFocus: expect,
  });
  return asked ? <Suspense fallback={waiting}>{children}</Suspense> : waiting;
}

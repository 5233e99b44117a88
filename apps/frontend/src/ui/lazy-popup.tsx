import {
  type ComponentPropsWithRef,
  type ReactElement,
  type ReactNode,
  Suspense,
  startTransition,
  useState,
} from 'react';

/** Draws the button with the given properties. It is used before and after the popup has loaded, and must look the same. */
export type TriggerButton = (props: ComponentPropsWithRef<'button'>) => ReactElement;

interface LazyPopupProps {
  readonly popup: 'menu' | 'listbox' | 'dialog';
  /** Loads the popup's chunk; begun when the pointer is above the button or the focus on it. */
  readonly load: () => Promise<unknown>;
  readonly button: TriggerButton;
  /** The same button with its popup, open. */
  readonly children: ReactNode;
}

/** Loads a popup at the first click: until then it draws the button alone, afterwards its children. */
export function LazyPopup({ popup, load, button, children }: LazyPopupProps) {
  const [asked, setAsked] = useState(false);
  // A failure is shown once the button is pressed.
  const expect = () => void load().catch(() => undefined);
  const waiting = button({
    'aria-haspopup': popup,
    'aria-expanded': false,
    // React holds back what comes after a fallback; there is none in a transition.
    onClick: () => startTransition(() => setAsked(true)),
    onPointerEnter: expect,
    onFocus: expect,
  });
  return <Suspense fallback={waiting}>{asked ? children : waiting}</Suspense>;
}

import { lazy, type ReactNode, Suspense, startTransition, useEffect, useState } from 'react';

const loadAsk = () => import('./ask-dialog').then((module) => ({ default: module.AskDialog }));
const loadConflict = () => import('./conflict-dialog').then((module) => ({ default: module.ConflictDialog }));
const Ask = lazy(loadAsk);
const Conflict = lazy(loadConflict);

export const loadDialogs = () => Promise.all([loadAsk(), loadConflict()]);

/** The screen stays meanwhile. React holds back what comes after a fallback; there is none in a transition. */
function Coming({ children }: { readonly children: ReactNode }) {
  const [asked, setAsked] = useState(false);
  useEffect(() => startTransition(() => setAsked(true)), []);
  return <Suspense>{asked && children}</Suspense>;
}

export const LazyAskDialog = (props: Parameters<typeof Ask>[0]) => (
  <Coming>
    <Ask {...props} />
  </Coming>
);

/** Opens once the form has a conflict. */
export const LazyConflictDialog = (props: Parameters<typeof Conflict>[0]) =>
  props.form.conflict && (
    <Coming>
      <Conflict {...props} />
    </Coming>
  );

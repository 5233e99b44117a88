import { useSyncExternalStore } from 'react';
import { problemText, useT } from '../i18n';
import { announce } from '../lib/announce';
import { ApiProblem } from '../lib/api';
import { keyOf } from '../lib/key-of';
import { useDocumentKeys } from '../lib/screen-keys';
import { onSignOut } from '../lib/sign-out';
import classes from './toast.module.css';

/** Specification, section 9: three seconds, one at a time, a dismissed one is removed after 1,000,000 ms. */
export const specifiedToastTimes = { shownMs: 3_000, removedAfterMs: 1_000_000 } as const;
/** The times in effect; tests may lengthen them. */
export const toastTimes: Record<keyof typeof specifiedToastTimes, number> = { ...specifiedToastTimes };

interface Toast {
  readonly id: number;
  readonly message: string;
  readonly kind: 'done' | 'problem';
  readonly undo?: () => void;
  /** A refusal, said in the reader's language where the toast is shown. */
  readonly problem?: ApiProblem;
  readonly open: boolean;
}

let toast: Toast | null = null;
let next = 1;
let closing: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();

function set(value: Toast | null) {
  toast = value;
  for (const watcher of watchers) watcher();
}

function show(given: Omit<Toast, 'id' | 'open'>) {
  clearTimeout(closing);
  const id = next++;
  set({ ...given, id, open: true });
  // A problem is an alert, which says itself.
  if (given.kind === 'done') announce(given.message);
  rest(id);
}

/** Restarts the three seconds. */
function rest(id: number) {
  clearTimeout(closing);
  closing = setTimeout(() => dismiss(id), toastTimes.shownMs);
}

/** Stays while the pointer is above it or the focus in it. */
const keep = () => clearTimeout(closing);

function undoShown(): boolean {
  if (!toast?.open || !toast.undo) return false;
  const { id, undo } = toast;
  dismiss(id);
  undo();
  return true;
}

let otherwise: (() => void) | null = null;

/** Sets the action of the undo key while no toast offers one. Returns a function that ends it. */
export function onUndoKey(action: () => void): () => void {
  otherwise = action;
  return () => {
    if (otherwise === action) otherwise = null;
  };
}

const typing = 'input, textarea, select, [contenteditable="true"]';

/** Takes back what the toast offers to take back; while typing the key belongs to the text. */
function onKeyDown(event: KeyboardEvent) {
  const asked = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && keyOf(event) === 'z';
  if (!asked || event.defaultPrevented || (event.target instanceof Element && event.target.closest(typing))) return;
  if (!undoShown()) {
    if (otherwise === null) return;
    otherwise();
  }
  event.preventDefault();
}

function dismiss(id: number) {
  if (toast?.id !== id) return;
  set({ ...toast, open: false });
  setTimeout(() => {
    if (toast?.id === id) set(null);
  }, toastTimes.removedAfterMs);
}

/** Says for three seconds what happened, with an undo where there is one. */
export function showToast({ message, undo }: { readonly message: string; readonly undo?: () => void }): void {
  show({ message, undo, kind: 'done' });
}

/** Says what failed, in the words of the catalogue, and why. */
export function showProblem(error: unknown, message?: string): void {
  const problem = error instanceof ApiProblem ? error : undefined;
  show({ message: message ?? '', kind: 'problem', problem });
}

/** Says why something is not done, in a sentence that is there already. */
export const showRefusal = (message: string): void => show({ message, kind: 'problem' });

// The next person may not undo what the previous one did.
onSignOut(() => {
  clearTimeout(closing);
  set(null);
});

function subscribe(watcher: () => void) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The only place where toasts appear; the root renders it. */
export function ToastArea() {
  const shown = useSyncExternalStore(subscribe, () => toast);
  const t = useT();
  useDocumentKeys(onKeyDown);
  if (!shown?.open) return null;
  const why = shown.problem ? problemText(shown.problem.problem, t) : null;
  return (
    <section className={classes.area} aria-label={t('toast.area')}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: pointing only keeps it longer */}
      <div
        key={shown.id}
        className={classes.toast}
        data-toast
        data-kind={shown.kind}
        role={shown.kind === 'problem' ? 'alert' : undefined}
        onPointerEnter={keep}
        onPointerLeave={() => rest(shown.id)}
        onFocus={keep}
        onBlur={() => rest(shown.id)}
      >
        <span style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {shown.message}
          {why !== null && why !== shown.message && (
            <span style={shown.message === '' ? undefined : { fontWeight: 400, opacity: 0.86 }}>
              {shown.message === '' ? why : ` ${why}`}
            </span>
          )}
        </span>
        {shown.undo && (
          <button type="button" className={classes.action} onClick={undoShown}>
            {t('toast.undo')} <kbd className={classes.key}>Ctrl Z</kbd>
          </button>
        )}
        <button type="button" className={classes.close} aria-label={t('app.close')} onClick={() => dismiss(shown.id)}>
          ×
        </button>
      </div>
    </section>
  );
}

import type { NamedRef, TaskRowAnswer } from '@gos/contract';
import type { KeyboardEvent, MouseEvent, PointerEvent, TouchEvent } from 'react';
import type { TaskView } from '../common/task-view';

/** The row of the open menu, and the menu's place on the screen. */
export interface AskedMenu {
  readonly row: TaskRowAnswer;
  readonly x: number;
  readonly y: number;
  /** The element that gets the focus back. */
  readonly opener: HTMLElement | null;
  /** From the button at the end of the row it opens to the left. */
  readonly fromEnd: boolean;
}

/** Events of a row. The object is stable while the list is mounted, so that unchanged rows do not render again. */
export interface RowEvents {
  readonly open: (taskId: number, how?: { readonly view: TaskView }) => void;
  readonly visit: (project: NamedRef, board?: NamedRef | null) => void;
  readonly current: (taskId: number) => void;
  readonly toggle: (taskId: number) => void;
  readonly extend: (taskId: number) => void;
  readonly menu: (asked: AskedMenu) => void;
  /** Begins work on it or, where it runs, ends it. */
  readonly work: (row: TaskRowAnswer) => void;
}

const pressMs = 500;
/** A finger that goes further than this scrolls. */
const pressReach = 10;

interface Press {
  readonly x: number;
  readonly y: number;
  readonly timer: ReturnType<typeof setTimeout>;
}

let press: Press | null = null;
/** Events of the list that opened its menu by touch; lifting the finger over the row then is no tap. */
let openedByFinger: RowEvents | null = null;

function endPress() {
  if (press !== null) clearTimeout(press.timer);
  press = null;
}

/** Clicks on a row open it; what is a control by itself keeps its own. */
const onControl = (target: EventTarget) =>
  target instanceof Element && target.closest('a, button, input, label, [role="menu"]') !== null;

const onControlButLink = (target: EventTarget) =>
  target instanceof Element && target.closest('button, input, label') !== null;

/** The link that a click follows on this very page; with a key it is the browser's. */
function followed({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): HTMLElement | null {
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return null;
  return target instanceof Element ? target.closest('a') : null;
}

const linkIn = (row: Element): HTMLElement | null => row.querySelector('[data-row-link]');

function menuAtLink(row: TaskRowAnswer, element: Element): AskedMenu {
  const opener = linkIn(element);
  const { left, bottom } = (opener ?? element).getBoundingClientRect();
  return { row, x: left, y: bottom, opener, fromEnd: false };
}

/** @param selecting a tap selects instead of opening */
export function rowHandlers(row: TaskRowAnswer, events: RowEvents, selecting = false) {
  const { id } = row;
  return {
    onFocus: () => events.current(id),
    onMouseDown(event: MouseEvent) {
      // Text between two clicks is not what Shift selects here.
      if (event.shiftKey && event.button === 0) event.preventDefault();
    },
    onClickCapture(event: MouseEvent) {
      if (openedByFinger === events) {
        openedByFinger = null;
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      if (onControlButLink(event.target)) return;
      if (event.shiftKey || selecting) {
        event.preventDefault();
        event.stopPropagation();
        if (event.shiftKey) events.extend(id);
        else events.toggle(id);
      }
    },
    onClick(event: MouseEvent) {
      const link = followed(event);
      if (link !== null) {
        event.preventDefault();
        if (link.dataset.rowLink !== undefined) events.open(id);
        else if (link.dataset.workLink !== undefined) events.open(id, { view: 'monitoring' });
        else if (row.project !== null) events.visit(row.project, link.dataset.board === undefined ? null : row.board);
        return;
      }
      if (onControl(event.target)) return;
      if (event.ctrlKey || event.metaKey) events.toggle(id);
      else if (window.getSelection()?.toString() === '') events.open(id);
    },
    onContextMenu(event: MouseEvent<HTMLElement>) {
      // Shift brings the browser's own.
      if (event.shiftKey) return;
      event.preventDefault();
      endPress();
      const byKey = event.clientX === 0 && event.clientY === 0;
      events.menu(
        byKey
          ? menuAtLink(row, event.currentTarget)
          : { row, x: event.clientX, y: event.clientY, opener: linkIn(event.currentTarget), fromEnd: false },
      );
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return;
      event.preventDefault();
      events.menu(menuAtLink(row, event.currentTarget));
    },
    onPointerDown(event: PointerEvent<HTMLElement>) {
      endPress();
      openedByFinger = null;
      if (event.pointerType !== 'touch' || onControlButLink(event.target)) return;
      const element = event.currentTarget;
      const [x, y] = [event.clientX, event.clientY];
      const timer = setTimeout(() => {
        press = null;
        openedByFinger = events;
        events.menu({ row, x, y, opener: linkIn(element), fromEnd: false });
      }, pressMs);
      press = { x, y, timer };
    },
    onPointerMove(event: PointerEvent) {
      if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > pressReach) endPress();
    },
    onPointerUp: endPress,
    onTouchEnd(event: TouchEvent) {
      // The mouse that follows a finger would close what it has just opened.
      if (openedByFinger === events && event.cancelable) event.preventDefault();
    },
    onPointerCancel: endPress,
  };
}

import { Component, type ReactNode } from 'react';

interface FlipProps {
  /** Whatever is shown; cards slide when it is another one. */
  readonly of: unknown;
  readonly root: HTMLElement | null;
  /** The only cards that slide, where it is known which ones moved; by default all of them. */
  readonly only?: readonly string[];
  /** Where a card that has just been let go was on the screen. */
  readonly droppedFrom: () => { readonly key: string; readonly box: DOMRectReadOnly } | null;
  readonly children: ReactNode;
}

type Boxes = Map<string, DOMRectReadOnly>;

const calm = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;
const motion = { duration: 180, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' };

function cardsOf(root: HTMLElement, only?: readonly string[]): HTMLElement[] {
  if (only === undefined) return [...root.querySelectorAll<HTMLElement>('[data-flip]')];
  return only.flatMap((key) => root.querySelector<HTMLElement>(`[data-flip="${key}"]`) ?? []);
}

function measure(root: HTMLElement, only?: readonly string[]): Boxes {
  const boxes: Boxes = new Map();
  for (const card of cardsOf(root, only)) {
    const box = card.getBoundingClientRect();
    if (box.height > 0) boxes.set(card.dataset.flip!, box);
  }
  return boxes;
}

const onScreen = ({ top, bottom }: DOMRectReadOnly) => bottom > 0 && top < window.innerHeight;

/** Animates moved cards from their earlier places and fades in new ones. */
function play(root: HTMLElement, before: Boxes, only?: readonly string[]): void {
  const slid = new Map<Element, { readonly x: number; readonly y: number }>();
  const animations: (() => void)[] = [];
  for (const card of cardsOf(root, only)) {
    const box = card.getBoundingClientRect();
    if (box.height === 0) continue;
    const was = before.get(card.dataset.flip!);
    if (was === undefined) {
      if (onScreen(box)) animations.push(() => card.animate({ opacity: [0, 1] }, { duration: 150 }));
      continue;
    }
    if (!onScreen(box) && !onScreen(was)) continue;
    const by = { x: was.left - box.left, y: was.top - box.top };
    slid.set(card, by);
    // A task goes along with its board.
    const around = card.parentElement?.closest('[data-flip]');
    const along = (around && slid.get(around)) ?? { x: 0, y: 0 };
    const [x, y] = [by.x - along.x, by.y - along.y];
    if (Math.abs(x) < 1 && Math.abs(y) < 1) continue;
    animations.push(() => card.animate({ transform: [`translate(${x}px, ${y}px)`, 'none'] }, motion));
  }
  for (const animate of animations) animate();
}

/** Measures the cards just before and after an update; only a class component has a hook for the moment before. */
export class Flip extends Component<FlipProps> {
  override getSnapshotBeforeUpdate(previous: FlipProps): Boxes | null {
    const { root, only } = this.props;
    if (previous.of === this.props.of || root === null || calm()) return null;
    const boxes = measure(root, only);
    const dropped = this.props.droppedFrom();
    if (dropped !== null) boxes.set(dropped.key, dropped.box);
    return boxes;
  }

  override componentDidUpdate(_: FlipProps, __: unknown, before: Boxes | null): void {
    const { root, only } = this.props;
    if (before !== null && root !== null) play(root, before, only);
  }

  override render(): ReactNode {
    return this.props.children;
  }
}

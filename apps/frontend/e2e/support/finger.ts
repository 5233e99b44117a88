import type { Locator, Page } from 'playwright-core';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A finger on a touch screen: real touch events, which scroll and fling as on a phone. */
export interface Finger {
  press(at: Point): Promise<void>;
  /** Moves a pressed finger in eight steps. */
  move(to: Point): Promise<void>;
  lift(): Promise<void>;
  /** Presses, moves at once and lifts while moving, so that what scrolls goes on by momentum. */
  flick(from: Point, to: Point): Promise<void>;
}

export async function fingerOn(page: Page): Promise<Finger> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  let place: Point = { x: 0, y: 0 };
  const finger: Finger = {
    async press(at) {
      place = at;
      await touch('touchStart', at);
    },
    async move(to) {
      const from = place;
      for (let step = 1; step <= 8; step++) {
        place = { x: from.x + ((to.x - from.x) * step) / 8, y: from.y + ((to.y - from.y) * step) / 8 };
        await touch('touchMove', place);
      }
    },
    async lift() {
      await touch('touchEnd');
    },
    async flick(from, to) {
      await finger.press(from);
      await finger.move(to);
      await finger.lift();
    },
  };
  return finger;
}

export async function centreOf(target: Locator): Promise<Point> {
  await target.waitFor();
  const box = await target.boundingBox();
  if (box === null) throw new Error('it is not on the screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

import type { Locator } from 'playwright-core';
import { fingerOn } from './finger';
import type { Person } from './person';

/** A project's dashboard as a person sees and touches it. */
export class BoardScreen {
  constructor(
    readonly person: Person,
    readonly projectId: number,
  ) {}

  async open(): Promise<void> {
    await this.person.open(`/tasks/project/${this.projectId}`);
    await this.person.page.getByRole('article').first().waitFor();
  }

  board(name: string): Locator {
    return this.person.page.getByRole('article', { name, exact: true });
  }

  /** The names of a board's tasks in their order. */
  tasks(board: string): Promise<string[]> {
    return this.board(board).locator('[data-task]:not([hidden]) a').allInnerTexts();
  }

  /** The names of a section's boards in their order. */
  boards(section: string): Promise<string[]> {
    return this.person.page.getByRole('region', { name: section }).getByRole('heading', { level: 3 }).allInnerTexts();
  }

  card(name: string): Locator {
    return this.person.page.getByRole('main').getByRole('link', { name, exact: true });
  }

  get place(): Locator {
    return this.person.page.locator('[data-place]');
  }

  /** Presses the mouse on one card and takes it over another, without letting go. */
  async carry(name: string, over: string): Promise<void> {
    const { mouse } = this.person.page;
    const from = await boxOf(this.card(name));
    await mouse.move(from.x + 12, from.y + from.height / 2);
    await mouse.down();
    await mouse.move(from.x + 24, from.y + from.height / 2 + 8, { steps: 3 });
    await this.place.waitFor();
    await this.hold(over);
  }

  /** Takes what is carried over a card. */
  async hold(over: string): Promise<void> {
    const to = await boxOf(this.card(over));
    await this.person.page.mouse.move(to.x + 30, to.y + to.height / 2, { steps: 8 });
  }

  async drop(): Promise<void> {
    await this.person.page.mouse.up();
  }

  async drag(name: string, over: string): Promise<void> {
    await this.carry(name, over);
    await this.drop();
  }

  /** A finger that is put on a card, rests there, and takes it over another. */
  async dragByFinger(name: string, over: string): Promise<void> {
    const { page } = this.person;
    const finger = await fingerOn(page);
    const [from, to] = [await boxOf(this.card(name)), await boxOf(this.card(over))];
    const middle = from.y + from.height / 2;
    await finger.press({ x: from.x + 12, y: middle });
    await page.locator('[data-by="pointer"]', { hasText: name }).waitFor();
    await finger.move({ x: to.x + 12, y: middle + to.y - from.y });
    await finger.lift();
  }

  /** A finger that goes up over the screen at once, as to scroll; resolves when nothing scrolls any more. */
  async swipe(name: string, by: number): Promise<void> {
    const { page } = this.person;
    const { x, y } = await boxOf(this.card(name));
    await (await fingerOn(page)).flick({ x: x + 12, y: y + 8 }, { x: x + 12, y: y + 8 - by });
    await page.getByRole('main').evaluate(untilItRests);
  }
}

/** Waits, in the page, until scrolling by momentum ends. */
async function untilItRests(scroller: Element): Promise<void> {
  let top = Number.NaN;
  for (let still = 0; still < 20; still++) {
    if (scroller.scrollTop !== top) still = 0;
    top = scroller.scrollTop;
    await new Promise(requestAnimationFrame);
  }
}

async function boxOf(locator: Locator) {
  await locator.waitFor();
  const box = await locator.boundingBox();
  if (box === null) throw new Error('it is not on the screen');
  return box;
}

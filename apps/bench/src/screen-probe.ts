import type { CDPSession, Page } from 'playwright-core';

/** Measurements inside a page: as text, because it runs there. */
const probe = `window.bench = {
  /** The moment after the next frame. */
  drawn: () => new Promise((resolve) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => resolve(performance.now());
    channel.port2.postMessage(null);
  })),
  /** From a followed link to the frame that shows so many rows of its list. */
  async follow(selector, ids, count) {
    const wanted = new Set(ids);
    const link = document.querySelector(selector);
    const started = performance.now();
    link.click();
    for (;;) {
      let stands = false;
      requestAnimationFrame(() => {
        const rows = [...document.querySelectorAll('[data-row-link]')];
        stands = rows.length >= count && rows.every(({ dataset }) => wanted.has(Number(dataset.rowLink)));
      });
      const at = await this.drawn();
      if (stands) return at - started;
    }
  },
  /** Milliseconds from each key to the frame that shows its effect. */
  keys: [],
  watchKeys() {
    let pressed = null;
    addEventListener('keydown', ({ timeStamp }) => { pressed = timeStamp; }, true);
    addEventListener('input', async () => {
      const from = pressed;
      pressed = null;
      if (from !== null) this.keys.push((await this.drawn()) - from);
    }, true);
  },
  async keyed(count) {
    while (this.keys.length < count) await new Promise((resolve) => setTimeout(resolve, 2));
  },
  /** Lengths of the frames until the measurement ends. */
  frames: [],
  watchFrames() {
    const frames = (this.frames = []);
    let last = null;
    const next = (at) => {
      if (frames !== this.frames) return;
      if (last !== null) frames.push(at - last);
      last = at;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  },
  endFrames() {
    const frames = this.frames;
    this.frames = [];
    return frames;
  },
};`;

export const addProbe = (page: Page) => page.addInitScript(probe);

export function follow(page: Page, selector: string, ids: readonly number[], count: number): Promise<number> {
  return page.evaluate(`bench.follow(${JSON.stringify(selector)}, ${JSON.stringify(ids)}, ${count})`);
}

/** Processor time of the page's main thread meanwhile, milliseconds: other load on the machine does not count. */
export async function busyDuring<T>(session: CDPSession, work: () => Promise<T>): Promise<{ result: T; busy: number }> {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const seconds = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')!.value;
  };
  const before = await seconds();
  const result = await work();
  return { result, busy: ((await seconds()) - before) * 1_000 };
}

/** Presses letters one after the other, each after the frame that shows the former one: milliseconds to each. */
export async function typedKeys(page: Page, count: number): Promise<number[]> {
  await page.evaluate('bench.keys.length === 0 && bench.watchKeys()');
  for (let key = 1; key <= count; key++) {
    await page.keyboard.press(key % 6 === 0 ? 'Space' : 'a');
    await page.evaluate(`bench.keyed(${key})`);
    // As fast as people type.
    await page.waitForTimeout(40);
  }
  return page.evaluate('bench.keys');
}

/** Lengths of the frames during some work, milliseconds. */
export async function framesDuring(page: Page, work: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate('bench.watchFrames()');
  await work();
  return page.evaluate('bench.endFrames()');
}

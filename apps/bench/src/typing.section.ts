import { barePath, serveBarePage } from './bare-page';
import { freshContext, inBrowser, settled, slowdown, slowPage } from './browser';
import { figure, percentile, type Section } from './figures';
import { addProbe, typedKeys } from './screen-probe';
import { act, withoutScreens, withScreens } from './screens';
import type { Setting } from './setting';

const words = 4_000;
const title = `A key in a description of ${words.toLocaleString('en-US')} words, on a processor ${slowdown} times slower`;
/** Draws frames as soon as possible: a display's refresh rate is no delay of the product. */
const withoutDisplay = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

/** Measures from a key to the frame that shows its letter. */
export async function measureTyping(setting: Setting): Promise<Section> {
  const skipped = withoutScreens();
  if (skipped !== null) return { name: 'typing', title, figures: [], profiles: [], skipped };
  return withScreens(setting, 'typing', async (screens) => {
    const { origin, cookies, toComplete } = screens;
    const taskId = toComplete[0]!;
    const keys = setting.options.quick ? 30 : 150;
    await act(screens, taskId, { description: description() });
    const { editor, bare } = await inBrowser(async (browser) => {
      const context = await freshContext(browser, origin, cookies);
      await serveBarePage(context);
      const { page } = await slowPage(context);
      await addProbe(page);
      await page.goto(`${origin}${barePath}?words=${words}`);
      await page.locator('textarea').focus();
      const bareKeys = await typedKeys(page, keys);
      await page.goto(`${origin}/tasks?taskId=${taskId}`);
      await page.locator('section[aria-label="Popis"] button').click();
      await page.locator('[contenteditable="true"][role="textbox"]').waitFor();
      await settled(page);
      const editorKeys = await typedKeys(page, keys);
      await context.close();
      return { editor: editorKeys, bare: bareKeys };
    }, withoutDisplay);
    const baseline = (share: number) => ({
      name: 'a text area of the browser with as many words',
      value: percentile(bare, share),
    });
    const longest = Math.max(...editor);
    return {
      name: 'typing',
      title,
      figures: [
        figure('key to drawn, p50', percentile(editor, 0.5), 'ms', baseline(0.5)),
        figure(
          'key to drawn, p95',
          percentile(editor, 0.95),
          'ms',
          baseline(0.95),
          `the longest ${longest.toFixed(1)} ms`,
        ),
      ],
      profiles: [],
    };
  });
}

/** Paragraphs of fifty words. */
const description = () => `<p>${'slovo '.repeat(50).trim()}</p>`.repeat(words / 50);

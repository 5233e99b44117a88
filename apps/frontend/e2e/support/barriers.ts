import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator, Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Compares the visible words of a control with its name. It is experimental, so no tag includes it. */
const nameRule = 'label-content-name-mismatch';
/** The rules whose result depends on the theme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

type Axe = typeof import('axe-core');

async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
}

/** Runs all rules of `tags` and `nameRule`. Axe describes violations only, which halves its time. */
async function checkAll(page: Page, without: readonly string[] = []): Promise<string[]> {
  await loadAxe(page);
  return page.evaluate(
    async ({ values, named, skipped }) => {
      const checker = (window as unknown as { readonly axe: Axe }).axe;
      const { violations } = await checker.run({
        runOnly: values,
        rules: { [named]: { enabled: true }, ...Object.fromEntries(skipped.map((id) => [id, { enabled: false }])) },
        resultTypes: ['violations'],
        elementRef: true,
        // Rules about played sound need the media. No enabled rule needs the text of the style sheets.
        preload: { assets: ['media'] },
      });
      const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => ({ id, node })));
      // Initials in a person's circle are a picture of the name next to them, not a label: check those controls without them.
      const isNamedByCircle = ({ id, node }: (typeof found)[number]) =>
        id === named && node.element?.querySelector('[class*="_person_"]') !== null;
      const circled = found.filter(isNamedByCircle);
      const circles = [...document.querySelectorAll<HTMLElement>('[class*="_person_"]')];
      const again: typeof found = [];
      if (circled.length > 0) {
        for (const circle of circles) circle.style.visibility = 'hidden';
        const names = await checker.run({ runOnly: { type: 'rule', values: [named] }, resultTypes: ['violations'] });
        for (const circle of circles) circle.style.visibility = '';
        again.push(...names.violations.flatMap(({ id, nodes }) => nodes.map((node) => ({ id, node }))));
      }
      return [...found.filter((one) => circled.length === 0 || one.id !== named), ...again]
        .filter(
          ({ id, node }) =>
            // Floating elements are outside the landmarks of the page.
            !(id === 'region' && node.element?.closest('[data-portal], [data-toast]')) &&
            // The library's menu keeps a place for the focus while nothing in it is chosen.
            !node.failureSummary?.includes('presentational children which cannot be ignored'),
        )
        .map(({ id, node }) => `${id}: ${node.html.slice(0, 300)} ${node.failureSummary}`);
    },
    { values: tags, named: nameRule, skipped: without },
  );
}

async function checkColours(page: Page, part?: Locator): Promise<string[]> {
  await loadAxe(page);
  return page.evaluate(
    async ({ values, within }) => {
      const { violations } = await (window as unknown as { readonly axe: Axe }).axe.run(within ?? document, {
        runOnly: { type: 'rule', values },
        resultTypes: ['violations'],
        preload: false,
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 300)} ${failureSummary}`),
      );
    },
    { values: colourRules, within: await part?.elementHandle() },
  );
}

/** Returns the barriers that axe finds on the page in its present theme. */
export const barriers = (page: Page): Promise<string[]> => checkAll(page);

/** Shows the page in a theme at once, or with null as before. Elements must not be measured during a transition. */
const showTheme = (page: Page, theme: 'light' | 'dark' | null) =>
  page.evaluate(async (value) => {
    const root = document.documentElement;
    const scheme = 'data-mantine-color-scheme';
    document.querySelector('style[data-still]')?.remove();
    root.dataset.ownScheme ??= root.getAttribute(scheme) ?? 'light';
    if (value === null) {
      root.setAttribute(scheme, root.dataset.ownScheme);
      delete root.dataset.ownScheme;
    } else {
      const still = document.createElement('style');
      still.dataset.still = '';
      still.textContent = '*, *::before, *::after { transition: none !important; animation: none !important; }';
      root.append(still);
      root.setAttribute(scheme, value);
    }
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  }, theme);

/**
 * Returns the barriers that axe finds in both themes, and leaves the page as it was. With `part`, colours are checked only there:
 * the screen behind a menu or dialog has a test of its own.
 */
export async function barriersInBothThemes(page: Page, part?: Locator): Promise<string[]> {
  await showTheme(page, 'light');
  const light = part
    ? [...(await checkAll(page, colourRules)), ...(await checkColours(page, part))]
    : await checkAll(page);
  await showTheme(page, 'dark');
  const dark = await checkColours(page, part);
  await showTheme(page, null);
  return [...light.map((barrier) => `light: ${barrier}`), ...dark.map((barrier) => `dark: ${barrier}`)];
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { NodeResult } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type Axe = typeof import('axe-core');

async function bringAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
}

const sentenceOf = (id: string, { html, failureSummary }: NodeResult) =>
  `${id}: ${html.slice(0, 300)} ${failureSummary}`;

/** What axe finds on the page as it is now. */
export async function barriers(page: Page): Promise<string[]> {
  await bringAxe(page);
  const { violations } = await page.evaluate(async (values) => {
    const checker = (window as unknown as { readonly axe: Axe }).axe;
    const named = 'label-content-name-mismatch';
    const rest = await checker.run({ runOnly: values, rules: { [named]: { enabled: false } } });
    // Initials in a person's circle are a picture of the name beside them, no label.
    const circles = [...document.querySelectorAll<HTMLElement>('[class*="_person_"]')];
    for (const circle of circles) circle.style.visibility = 'hidden';
    const names = await checker.run({ runOnly: { type: 'rule', values: [named] } });
    for (const circle of circles) circle.style.visibility = '';
    // What floats is no part of the page's landmarks.
    for (const { id, nodes } of rest.violations) {
      if (id !== 'region') continue;
      const inPage = nodes.filter(
        ({ target }) => !document.querySelector(String(target[0]))?.closest('[data-portal], [data-toast]'),
      );
      nodes.splice(0, nodes.length, ...inPage);
    }
    return { violations: [...rest.violations, ...names.violations] };
  }, tags);
  return violations.flatMap(({ id, nodes }) =>
    nodes
      // The library's menu keeps a place of its own for the focus while nothing in it is chosen.
      .filter(({ failureSummary }) => !failureSummary?.includes('presentational children which cannot be ignored'))
      .map((node) => sentenceOf(id, node)),
  );
}

/** Which texts axe finds too pale: of all that it asks, colours alone differ from theme to theme. */
async function pale(page: Page): Promise<string[]> {
  await bringAxe(page);
  const { violations } = await page.evaluate(() =>
    (window as unknown as { readonly axe: Axe }).axe.run({ runOnly: { type: 'rule', values: ['color-contrast'] } }),
  );
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => sentenceOf(id, node)));
}

/** What axe finds in the light and in the dark theme, whichever is worn. */
export async function barriersInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate(async (value) => {
      const root = document.documentElement;
      // Colours take their time only while a person looks; nothing here may be measured in between.
      const still = document.createElement('style');
      still.textContent = '*, *::before, *::after { transition: none !important; animation: none !important; }';
      root.append(still);
      root.setAttribute('data-mantine-color-scheme', value);
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }, theme);
    const seen = theme === 'light' ? await barriers(page) : await pale(page);
    found.push(...seen.map((barrier) => `${theme}: ${barrier}`));
  }
  return found;
}

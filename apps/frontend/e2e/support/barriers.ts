import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

type Axe = typeof import('axe-core');

/** What is serious or critical on the page as it is now. */
export async function barriers(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const { violations } = await page.evaluate(async (values) => {
    const checker = (window as unknown as { readonly axe: Axe }).axe;
    const named = 'label-content-name-mismatch';
    const rest = await checker.run({ runOnly: values, rules: { [named]: { enabled: false } } });
    // Initials in a person's circle are a picture of the name beside them, no label.
    const circles = [...document.querySelectorAll<HTMLElement>('[class*="_person_"]')];
    for (const circle of circles) circle.style.visibility = 'hidden';
    const names = await checker.run({ runOnly: { type: 'rule', values: [named] } });
    for (const circle of circles) circle.style.visibility = '';
    return { violations: [...rest.violations, ...names.violations] };
  }, tags);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes
        // The library's menu keeps a place of its own for the focus while nothing in it is chosen.
        .filter(({ failureSummary }) => !failureSummary?.includes('presentational children which cannot be ignored'))
        .map(({ html, failureSummary }) => `${id}: ${html.slice(0, 300)} ${failureSummary}`),
    );
}

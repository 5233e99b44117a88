import type { Page } from 'playwright-core';

/** Returns elements wider than their screen; retries, because a screen redraws after it becomes narrow. */
export const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = [...document.querySelectorAll<HTMLElement>('*')].filter((element) => {
      const { overflowX } = getComputedStyle(element);
      return (overflowX === 'auto' || overflowX === 'scroll') && element.scrollWidth > element.clientWidth + 1;
    });
    const whole = document.documentElement.scrollWidth > width ? ['the page'] : [];
    return [...whole, ...scrolls.map(({ tagName, className }) => `${tagName.toLowerCase()}.${className}`)];
  });

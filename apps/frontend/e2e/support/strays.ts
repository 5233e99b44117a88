import type { Page } from 'playwright-core';

/** Returns screen-reader texts that do not scroll with the element they name and lengthen another container instead. */
export const strays = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowY);
    return [...document.querySelectorAll<HTMLElement>('#main *, [data-task-panel] *')]
      .filter((element) => {
        const { position, clipPath, clip } = getComputedStyle(element);
        if (position !== 'absolute' || (clipPath === 'none' && clip === 'auto')) return false;
        let scroller = element.parentElement;
        while (scroller !== null && !scrolls(scroller)) scroller = scroller.parentElement;
        return (
          scroller !== null && element.offsetParent?.contains(scroller) === true && element.offsetParent !== scroller
        );
      })
      .map(
        (element) =>
          `a stray: ${element.tagName.toLowerCase()}.${element.className} "${element.textContent?.slice(0, 40)}"`,
      );
  });

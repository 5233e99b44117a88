import type { Page } from 'playwright-core';
import { refusalSentences } from '../../../../libs/domain/src/kernel/refusals';
import cs from '../../src/i18n/cs.json';
import english from '../../src/i18n/en.json';

const en = { ...english, ...refusalSentences };
const texts: Record<'cs' | 'en', Record<string, string>> = { cs, en };

/** Returns sentences that only the other language has; shared words and texts with values prove nothing. */
function foreignTo(language: 'cs' | 'en'): string[] {
  const own = new Set(Object.values(texts[language]));
  const other = Object.values(texts[language === 'cs' ? 'en' : 'cs']);
  return other.filter((text) => !own.has(text) && !/[{}<]/.test(text));
}

/**
 * Returns visible faults of the current screen: text cut off without an ellipsis, covered controls, message ids or words of the
 * other language, and content that makes the page scroll sideways.
 */
export function faults(page: Page, language: 'cs' | 'en'): Promise<string[]> {
  return page.evaluate(
    ({ ids, foreign }) => {
      const found: string[] = [];
      const [known, strange] = [new Set(ids), new Set(foreign)];
      const nameOf = (element: Element) =>
        `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${(element.textContent || element.getAttribute('aria-label') || '').trim().slice(0, 60)}"`;
      const isSeen = (element: Element) =>
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        element.closest('[aria-hidden="true"], [inert], [data-flow-viewport], .recharts-wrapper') === null;
      const styles = new Map<Element, CSSStyleDeclaration>();
      /** Returns a copy of some computed values: most elements are ancestors of many others, and are read for each of them. */
      const styleOf = (element: Element) => {
        let style = styles.get(element);
        if (style === undefined) {
          const { clipPath, clip, overflowX, textOverflow, webkitLineClamp, position } = getComputedStyle(element);
          style = { clipPath, clip, overflowX, textOverflow, webkitLineClamp, position } as CSSStyleDeclaration;
          styles.set(element, style);
        }
        return style;
      };
      /** For screen readers alone. */
      const isSpoken = (element: Element): boolean => {
        for (let one: Element | null = element; one !== null; one = one.parentElement) {
          const { clipPath, clip } = styleOf(one);
          if (clipPath !== 'none' || clip !== 'auto') return true;
        }
        return false;
      };

      if (document.documentElement.scrollWidth > document.documentElement.clientWidth)
        found.push('the page scrolls sideways');

      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const text = (node.textContent ?? '').trim();
        const element = node.parentElement;
        if (text === '' || element === null || element.closest('script, style') || !isSeen(element)) continue;
        if (known.has(text)) found.push(`no words: ${text}`);
        if (strange.has(text)) found.push(`another language: ${text}`);
        if (isSpoken(element)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const box = range.getBoundingClientRect();
        if (box.width === 0) continue;
        for (let one: Element | null = element; one !== null && one !== document.body; one = one.parentElement) {
          const { overflowX, textOverflow, webkitLineClamp, position } = styleOf(one);
          // Scrollable content can be reached, and an ellipsis marks hidden text.
          if (
            overflowX === 'auto' ||
            overflowX === 'scroll' ||
            textOverflow === 'ellipsis' ||
            webkitLineClamp !== 'none'
          )
            break;
          const clip = one.getBoundingClientRect();
          if (
            (overflowX === 'hidden' || overflowX === 'clip') &&
            (box.right > clip.right + 1.5 || box.left < clip.left - 1.5)
          ) {
            found.push(`cut off: "${text.slice(0, 60)}" in ${nameOf(one)}`);
            break;
          }
          if (position === 'fixed') {
            if (box.right > innerWidth + 1.5 || box.left < -1.5)
              found.push(`out of the window: "${text.slice(0, 60)}"`);
            break;
          }
        }
      }

      for (const attribute of ['aria-label', 'title', 'placeholder']) {
        for (const element of document.querySelectorAll(`[${attribute}]`)) {
          const text = element.getAttribute(attribute)?.trim() ?? '';
          if (known.has(text)) found.push(`no words: ${text} (${attribute})`);
          if (strange.has(text)) found.push(`another language: ${text} (${attribute})`);
        }
      }

      // Two controls of one place, at the top of it: what follows by scrolling is looked at elsewhere.
      const controls = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')].filter(
        (element) => isSeen(element) && !isSpoken(element) && getComputedStyle(element).pointerEvents !== 'none',
      );
      for (const control of controls) {
        const { left, right, top, bottom } = control.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        if (right - left < 2 || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
        const over = document.elementFromPoint(x, y);
        if (over === null || control.contains(over) || over.contains(control)) continue;
        if (over.closest('label')?.contains(control) || control.closest('label')?.contains(over)) continue;
        const [one, other] = [
          control.closest('[data-task-panel], nav, header, main'),
          over.closest('[data-task-panel], nav, header, main'),
        ];
        if (one === other && one !== null) found.push(`${nameOf(over)} lies over ${nameOf(control)}`);
      }
      return [...new Set(found)];
    },
    { ids: Object.keys(en), foreign: foreignTo(language) },
  );
}

import { announcerId } from '../lib/announce';

/**
 * Listens to what is announced to screen readers until the test ends, and returns a function that returns the last of it.
 * The page itself drops an announcement after seven seconds, which a busy machine may take to look.
 */
export function listenToAnnouncements(): () => string | null | undefined {
  let last: string | null | undefined;
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      const added = addedNodes.item(addedNodes.length - 1);
      if (added !== null && target instanceof Element && target.id === announcerId) last = added.textContent;
    }
  });
  observer.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  return () => last;
}

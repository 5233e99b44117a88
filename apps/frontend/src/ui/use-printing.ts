import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

const scheme = 'data-mantine-color-scheme';

/** Whether the page is being printed: what is shown then is what comes on paper, which is light. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const root = document.documentElement;
    let before: string | null = null;
    const begin = () => {
      before = root.getAttribute(scheme);
      root.setAttribute(scheme, 'light');
      flushSync(() => setPrinting(true));
    };
    const end = () => {
      if (before !== null) root.setAttribute(scheme, before);
      setPrinting(false);
    };
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
}

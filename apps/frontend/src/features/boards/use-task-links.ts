import { useNavigate } from '@tanstack/react-router';
import { type MouseEvent, useCallback } from 'react';

/** One ear for the clicks on all cards: a card opens its task, a click with a key does what the browser does with a link. */
export function useTaskLinks(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return useCallback(
    (event) => {
      const target = event.target as Element;
      const link = target.closest('[data-task]')?.querySelector<HTMLElement>('[data-task-link]');
      if (!link || event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      const taskId = Number(link.dataset.taskLink);
      void navigate({ to: '.', search: (previous: object) => ({ ...previous, taskId }) });
    },
    [navigate],
  );
}

/** The next of them gets the focus; from elsewhere the first or the last. */
export function focusNext(cards: readonly HTMLElement[], by: 1 | -1): void {
  const at = cards.indexOf(document.activeElement as HTMLElement);
  const next = cards[at < 0 ? (by > 0 ? 0 : cards.length - 1) : Math.max(0, Math.min(at + by, cards.length - 1))];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

import { useQueryClient } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { earlierThan, readEarlier } from '../../../entities/task/loaded-part';
import { type Discussion, taskComments } from '../../../entities/task/tasks.api';

/**
 * Shows the comment that the address names (`#comment-5`) and gives it the focus, once: loads earlier ones until it is there.
 * A comment that is deleted or not there is not looked for any longer when all are loaded.
 */
export function useAddressedComment(taskId: number, discussion: Discussion | undefined): void {
  const client = useQueryClient();
  const anchor = useRouterState({ select: ({ location }) => location.hash });
  const shown = useRef('');
  const commentId = Number(/^comment-([1-9]\d{0,5})$/.exec(anchor)?.[1] ?? 0);

  useEffect(() => {
    if (commentId === 0 || discussion === undefined || shown.current === anchor) return;
    if (discussion.items.some(({ id }) => id === commentId)) {
      shown.current = anchor;
      const found = document.getElementById(anchor);
      found?.scrollIntoView({ block: 'center' });
      found?.focus({ preventScroll: true });
    } else if (earlierThan(discussion) > 0 && (discussion.items[0]?.id ?? 0) > commentId) {
      // Where it fails, the button above the list is still there.
      void readEarlier(client, taskComments(taskId)).catch(() => undefined);
    }
  }, [anchor, commentId, discussion, client, taskId]);
}

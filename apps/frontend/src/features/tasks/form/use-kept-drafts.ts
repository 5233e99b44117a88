import type { PersonRef } from '@gos/contract';
import { useEffect, useRef, useState } from 'react';
import { useEventCallback } from '../../../lib/use-event-callback';
import { isWorthKeeping, keepDrafts, keptDrafts, type TaskDraft } from './task-draft';

/** What is not finished outlives the screen: the present draft, once something was typed, before those left earlier. */
export function useKeptDrafts(reader: PersonRef, draft: TaskDraft) {
  const [offered, setOffered] = useState<readonly TaskDraft[]>(() => keptDrafts(reader));
  const touched = useRef(false);
  // Asked anew whenever it runs: a timer that is still under way must not keep a task that was created meanwhile.
  const keep = useEventCallback(() => {
    if (touched.current) keepDrafts(reader.id, [draft, ...offered]);
  });
  useEffect(() => {
    const timer = setTimeout(keep, 300);
    return () => clearTimeout(timer);
  }, [draft, offered, keep]);
  // Whoever leaves at once, by a link or by closing the page, finds the draft all the same.
  useEffect(() => {
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [keep]);

  return {
    offered: offered[0] ?? null,
    touch: useEventCallback(() => {
      touched.current = true;
    }),
    /** The first of those left earlier, which is offered no more. */
    take(): TaskDraft | null {
      const [taken, ...others] = offered;
      if (taken === undefined) return null;
      // What has been typed meanwhile can be had back in the same way.
      setOffered([...(touched.current && isWorthKeeping(draft) ? [draft] : []), ...others]);
      return taken;
    },
    drop() {
      const others = offered.slice(1);
      keepDrafts(reader.id, touched.current ? [draft, ...others] : others);
      setOffered(others);
    },
    /** The present one is a task now; what was left earlier and not taken up is still there. */
    finish() {
      keepDrafts(reader.id, offered);
      touched.current = false;
    },
  };
}

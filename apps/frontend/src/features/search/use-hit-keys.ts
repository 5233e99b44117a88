import type { SearchItem } from '@gos/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { taskQuery } from '../../entities/task/tasks.api';
import { useEventCallback } from '../../lib/use-event-callback';
import { useListKeys } from '../../ui/use-list-keys';

export const hitKey = ({ model, id }: Pick<SearchItem, 'model' | 'id'>): string => `${model}-${id}`;

const hitLinks = () => [...document.querySelectorAll<HTMLElement>('[data-hit]')];
const taskIdOf = (link: HTMLElement) => Number(/^task-(\d+)$/.exec(link.dataset.hit ?? '')?.[1]) || null;

interface Hits {
  readonly q: string;
  /** undefined while the hits load or nothing was searched */
  readonly items: readonly SearchItem[] | undefined;
  /** They answer `q`. */
  readonly settled: boolean;
  readonly openId: number | undefined;
}

/** Going through the hits without a mouse, from the field on. */
export function useHitKeys({ q, items, settled, openId }: Hits) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [current, setCurrent] = useState<string | null>(null);
  const wanted = useRef<string | null>(null);

  function focusHit(link: HTMLElement | undefined) {
    if (link === undefined) return;
    link.focus();
    link.scrollIntoView({ block: 'nearest' });
    setCurrent(link.dataset.hit ?? null);
    const taskId = taskIdOf(link);
    if (taskId === null) return;
    void client.prefetchQuery(taskQuery(taskId));
    if (openId !== undefined) {
      void navigate({ to: '.', search: (previous: object) => ({ ...previous, taskId }), replace: true });
    }
  }

  // Enter during loading opens the first new hit, never one of an older search.
  function toWanted() {
    if (wanted.current !== q || !settled || items === undefined) return;
    wanted.current = null;
    focusHit(hitLinks()[0]);
  }
  const onSettled = useEffectEvent(toWanted);
  useEffect(() => onSettled(), [q, settled, items]);

  useListKeys({
    move(by) {
      const links = hitLinks();
      const index = links.findIndex(({ dataset }) => dataset.hit === current);
      const next = index < 0 ? (by > 0 ? 0 : links.length - 1) : index + by;
      focusHit(links[Math.min(Math.max(next, 0), links.length - 1)]);
    },
    open: () =>
      hitLinks()
        .find(({ dataset }) => dataset.hit === current)
        ?.click(),
  });

  return {
    current,
    setCurrent,
    /** To the first hit of a text, once it is there. */
    goTo(text: string) {
      wanted.current = text;
      toWanted();
    },
    /** Something else is typed. */
    leave: useEventCallback(() => {
      wanted.current = null;
    }),
  };
}

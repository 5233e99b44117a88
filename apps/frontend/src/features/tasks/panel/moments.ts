import type { ActivityItem } from '@gos/contract';

/** A point of a history at which something happened: what one command did stands together. */
export interface Moment {
  readonly at: string;
  readonly items: readonly ActivityItem[];
}

export function momentsOf(items: readonly ActivityItem[]): Moment[] {
  const found = new Map<string, ActivityItem[]>();
  for (const item of items) {
    const there = found.get(item.at);
    if (there) there.push(item);
    else found.set(item.at, [item]);
  }
  return [...found].map(([at, those]) => ({ at, items: those }));
}

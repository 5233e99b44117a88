import type { LiveHandlers, Stale } from '../../lib/live-cache';
import { statisticsKeys } from './statistics-keys';

/** A stream of changes refetches at most at this interval. */
const throttled: readonly Stale[] = [{ queryKey: statisticsKeys.all, everyMs: 1_000 }];
const takes = () => throttled;

export const statisticsHandlers: LiveHandlers = { task: takes, board: takes, project: takes, work: takes };

import type { TypeOf } from '@gos/domain';
import { described, instant, integer, orNull, text } from '@gos/domain/kernel/shape';
import { answer, arrayOf, page } from '../kernel/answer';
import { operations } from '../kernel/operation';
import { pagingOnly } from '../kernel/query';
import { logContentRoutes, logRoutes } from './log.routes';

const checkpoint = answer('LogCheckpoint', {
  size: described(integer(), { description: 'Number of events' }),
  at: instant,
  note: described(text(), { description: 'The checkpoint: a signed note' }),
});
export type LogCheckpoint = TypeOf<typeof checkpoint>;

const key = answer('LogKey', {
  key: described(text(), { description: 'Name, id and public key, as tools for signed notes take them' }),
  from: instant,
  until: described(orNull(instant), { description: 'Null for the key that signs' }),
});
export type LogKey = TypeOf<typeof key>;

export const logOperations = operations('Log', logRoutes, {
  checkpoints: { body: null, query: pagingOnly, answer: page(checkpoint) },
  keys: { body: null, answer: answer('LogKeys', { items: arrayOf(key) }) },
});

export const logContents = {
  checkpoint: { id: 'getLogCheckpoint', route: logContentRoutes.checkpoint },
  tile: { id: 'getLogTile', route: logContentRoutes.tile },
  secondTile: { id: 'getLogTileOfTwoParts', route: logContentRoutes.secondTile },
  thirdTile: { id: 'getLogTileOfThreeParts', route: logContentRoutes.thirdTile },
} as const;

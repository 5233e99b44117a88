import type { TypeOf } from '@gos/domain';
import { described, instant, integer, orNull, text } from '@gos/domain/kernel/shape';
import { answer, arrayOf, page, unchecked } from '../kernel/answer';
import { operations } from '../kernel/operation';
import { explained, pagingOnly, param } from '../kernel/query';
import { checkpointCopies, checkpointCopiesBody } from './checkpoint-copies.answers';
import { logContentRoutes, logRoutes } from './log.routes';
import { verification, verifiedActivity } from './verification.answers';

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
  verification: {
    id: 'getLogVerification',
    body: null,
    answer: answer('LastVerification', {
      last: described(orNull(verification), { description: 'The running or last one; null before the first' }),
    }),
  },
  verify: { id: 'startLogVerification', body: null, answer: verification, status: 202 },
  copies: { id: 'getCheckpointCopies', body: null, answer: checkpointCopies },
  changeCopies: { id: 'changeCheckpointCopies', body: checkpointCopiesBody, answer: checkpointCopies },
  verifyActivity: { id: 'verifyActivity', body: null, answer: verifiedActivity },
});

const provenEvent = answer('ProvenEvent', {
  index: described(integer(), { description: 'Number of the leaf, from 0' }),
  event: unchecked<object>({ type: 'object', description: 'As it was recorded, without a position' }),
  proof: described(arrayOf(text()), { description: 'Audit path of RFC 6962, hashes in base64' }),
});

const proof = answer('LogProof', {
  format: text(),
  excerpt: unchecked<object>({ type: 'object', description: 'The query' }),
  checkpoint: text(),
  keys: arrayOf(text()),
  events: arrayOf(provenEvent),
  count: integer(),
});

export const logContents = {
  checkpoint: { id: 'getLogCheckpoint', route: logContentRoutes.checkpoint },
  proof: {
    id: 'getLogProof',
    route: logContentRoutes.proof,
    answer: proof,
    query: {
      own: {
        taskId: explained(param.integer, 'Events of this task'),
        projectId: explained(param.integer, 'Events of this project and of its tasks'),
        from: explained(param.instant, 'Events since this instant'),
        to: explained(param.instant, 'Events until this instant'),
      },
    },
  },
  tile: { id: 'getLogTile', route: logContentRoutes.tile },
  secondTile: { id: 'getLogTileOfTwoParts', route: logContentRoutes.secondTile },
  thirdTile: { id: 'getLogTileOfThreeParts', route: logContentRoutes.thirdTile },
} as const;

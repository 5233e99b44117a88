import type { Redis } from 'ioredis';
import type { Belonging } from '../../../kernel/belonging';

/** Names of before they had an installation's id; `queues` is there where jobs were kept under them. */
const unnamed = { jobs: '{gos}', queues: '{gos}:queues', owner: '{gos}:installation' };

export interface RedisNames {
  /** Prefix of all the jobs' keys, in braces so that a Redis cluster keeps them in one slot. */
  readonly jobs: string;
  /** Prefix of channels, behind that of the database: those of Redis span all its databases. */
  readonly channels: string;
}

/**
 * The names that belong to an installation: with its id, so that several may share a Redis. One that kept jobs there before names had
 * an id keeps the names that it had.
 */
export async function namesIn(client: Redis, { installation, mayBeUnnamed }: Belonging): Promise<RedisNames> {
  if (mayBeUnnamed && (await client.exists(unnamed.queues)) === 1) await client.set(unnamed.owner, installation, 'NX');
  if ((await client.get(unnamed.owner)) === installation) return { jobs: unnamed.jobs, channels: '' };
  return { jobs: `{gos-${installation}}`, channels: `${installation}:` };
}

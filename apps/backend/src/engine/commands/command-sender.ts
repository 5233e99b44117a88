import { createHash } from 'node:crypto';
import { type Actor, type Source, systemActor, type Via } from '@gos/domain';

/** The sender of a command, its correlation id, and the key by which a retry is recognised. */
export interface CommandSender {
  readonly actor: Actor;
  readonly via: Via;
  readonly source?: Source;
  readonly correlationId: string;
  /** The id of the event that caused the command; absent: the correlation id. */
  readonly causationId?: string;
  /** `bodyHash` covers method, path and body: the same key with another hash is refused. */
  readonly idempotency?: { readonly key: string; readonly bodyHash: string };
  /** The id of the command's first event where it was settled before, no random UUID. */
  readonly eventId?: string;
}

export interface Rights {
  /** The `PermissionLock.epoch` before they were read. */
  readonly asOf: number;
  /**
   * The actor as they are now.
   * @throws Refused when nobody is signed in any more
   */
  again(): Promise<Actor & { readonly id: number }>;
}

/** The sender of a command sent by a signed-in person. */
export interface PersonSender extends CommandSender {
  readonly actor: Actor & { readonly id: number };
  /** The revision that the person saw when they decided. */
  readonly ifMatch: number | null;
  /** The epoch in which the actor's rights were read, and a way to read them again; absent where they never change. */
  readonly rights?: Rights;
  /** The IP address that the request came from: personal data, never in the log. */
  readonly address?: string;
}

/** The sender of a command that a job sends. */
export const jobSender = (correlationId: string): CommandSender => ({
  actor: systemActor,
  via: 'job',
  correlationId,
});

/**
 * The sender of a command of the system. It has no number, so only contexts that need no number can take its commands.
 * @param key makes a repetition the same command
 */
export function systemSender(via: Via, correlationId: string, key: string): PersonSender {
  const idempotency = { key, bodyHash: createHash('sha256').update(key).digest('hex') };
  return { actor: systemActor as PersonSender['actor'], via, correlationId, idempotency, ifMatch: null };
}

import { createHash } from 'node:crypto';
import { type Actor, systemActor, type Via } from '@gos/domain';

/** Who sends a command, its correlation id, and how a retry of it is recognised. */
export interface CommandContext {
  readonly actor: Actor;
  readonly via: Via;
  readonly correlationId: string;
  /** `bodyHash` covers method, path and body: the same key with another hash is refused. */
  readonly idempotency?: { readonly key: string; readonly bodyHash: string };
  /** The id of the command's first event where it was settled before, no random UUID. */
  readonly eventId?: string;
}

export interface Rights {
  /** The `RightsGate.epoch` before they were read. */
  readonly asOf: number;
  /**
   * The actor as they are now.
   * @throws Refused when nobody is signed in any more
   */
  again(): Promise<Actor & { readonly id: number }>;
}

/** The context of a command sent by a signed-in person. */
export interface PersonContext extends CommandContext {
  readonly actor: Actor & { readonly id: number };
  /** The revision that the person saw when they decided. */
  readonly ifMatch: number | null;
  /** What the actor's rights were read by, and how to read them anew; absent where they never change. */
  readonly rights?: Rights;
  /** The IP address that the request came from: personal data, never in the log. */
  readonly address?: string;
}

/** The context of a command that a job sends. */
export const jobContext = (correlationId: string): CommandContext => ({
  actor: systemActor,
  via: 'job',
  correlationId,
});

/**
 * The context of a command of the system. It has no number, so such commands are for surroundings that ask for none.
 * @param key makes a repetition the same command
 */
export function systemContext(via: Via, correlationId: string, key: string): PersonContext {
  const idempotency = { key, bodyHash: createHash('sha256').update(key).digest('hex') };
  return { actor: systemActor as PersonContext['actor'], via, correlationId, idempotency, ifMatch: null };
}

import type { Actor, Via } from '@gos/domain';

/** Who commands, from where, and how a retry of it is recognised. */
export interface CommandContext {
  readonly actor: Actor;
  readonly via: Via;
  readonly correlationId: string;
  /** `bodyHash` is over method, address and body: the same key with another one is refused. */
  readonly idempotency?: { readonly key: string; readonly bodyHash: string };
}

/** The same of a command that a signed-in person asks for. */
export interface PersonContext extends CommandContext {
  readonly actor: Actor & { readonly id: number };
  /** The revision that was looked at. */
  readonly ifMatch: number | null;
}

import type { Refusal } from '@gos/domain';

/** A refusal on its way to the problem filter. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(
    readonly refusal: Refusal,
    /** Of a conflict: where the task is now and what differs. */
    readonly conflict?: {
      readonly revision: number;
      readonly conflicts?: readonly { path: string; base: unknown; theirs: unknown; yours: unknown }[];
    },
    readonly retryAfterSeconds?: number,
  ) {
    super(refusal.refused);
  }
}

import type { Refusal } from '@gos/domain';

/** A refused request; the problem filter turns it into the response. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(
    readonly refusal: Refusal,
    /** Of a conflict: the current revision and the fields that differ. */
    readonly conflict?: {
      readonly revision: number;
      readonly conflicts?: readonly { path: string; base: unknown; theirs: unknown; yours: unknown }[];
    },
    readonly retryAfterSeconds?: number,
  ) {
    super(refusal.refused);
  }
}

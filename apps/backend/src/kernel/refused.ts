import { type FieldError, type Refusal, refuseFields } from '@gos/domain';

/** A refused request; the problem filter turns it into the response. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(
    readonly refusal: Refusal,
    /** Only for a conflict: the current revision and the fields that differ. */
    readonly conflict?: {
      readonly revision: number;
      readonly conflicts?: readonly { path: string; base: unknown; theirs: unknown; yours: unknown }[];
    },
    readonly retryAfterSeconds?: number,
  ) {
    super(refusal.refused);
  }
}

/** @throws Refused with all errors when there are any */
export function throwIfWrong(errors: readonly (FieldError | null)[]): void {
  const refusal = refuseFields(errors);
  if (refusal) throw new Refused(refusal);
}

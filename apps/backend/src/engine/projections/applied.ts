import type { DocumentChange } from './projector';

/** The channel of `AppliedBatch` messages, one for each batch. */
export const appliedChannel = 'applied';

export interface AppliedBatch {
  /** Null when the changes are too large to broadcast or not fully known; listeners then read the store. */
  readonly applied: readonly DocumentChange[] | null;
  /** Position of the last event before the batch; a listener that last heard another position has missed a message. */
  readonly after: string | null;
  /** Position of the batch's last event; equal to `after` when only versions changed. */
  readonly position: string | null;
  /** The active collection of each model. */
  readonly versions: Readonly<Record<string, number>>;
}

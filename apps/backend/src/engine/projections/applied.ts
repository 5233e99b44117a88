import type { Applied } from './projector';

/** What was applied, batch by batch: `AppliedBatch`. */
export const appliedChannel = 'applied';

export interface AppliedBatch {
  /** Null when it is more than is told across processes, or not known as a whole: whoever wants it looks into the store. */
  readonly applied: readonly Applied[] | null;
  /** Position of the last event before the batch: whoever has heard another one has missed something. */
  readonly after: string | null;
  /** Position of the batch's last event; that before the batch when nothing but versions changed. */
  readonly position: string | null;
  /** The collections that hold each model now. */
  readonly versions: Readonly<Record<string, number>>;
}

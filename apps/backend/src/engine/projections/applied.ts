import { readModels } from '@gos/projections';
import { longFieldsOf, parted } from '../../stores/read-models/long-fields';
import type { ModelDocument } from '../../stores/read-models/read-models';
import type { AnyModel, DocumentChange } from './batch';

/** The channel of `AppliedBatch` messages, one for each batch. */
export const appliedChannel = 'applied';

export interface AppliedBatch {
  /** Without long fields. Null when the changes are too large to broadcast or not fully known; listeners then read the store. */
  readonly applied: readonly DocumentChange[] | null;
  /** Position of the last event before the batch; a listener that last heard another position has missed a message. */
  readonly after: string | null;
  /** Position of the batch's last event; equal to `after` when only versions changed. */
  readonly position: string | null;
  /** The active collection of each model. */
  readonly versions: Readonly<Record<string, number>>;
}

const withLongFields = new Map<string, AnyModel>(
  readModels.filter((model: AnyModel) => longFieldsOf(model).length > 0).map((model) => [model.name, model]),
);

/**
 * Returns a change without its long fields: no listener needs them, and they would be sent for each edit, before and
 * after.
 */
export function withoutLongFields(change: DocumentChange): DocumentChange {
  const model = withLongFields.get(change.model);
  if (model === undefined) return change;
  const short = (document: ModelDocument | null) => document && parted(model, document).short;
  return { ...change, before: short(change.before), after: short(change.after) };
}

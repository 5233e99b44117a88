import type { AnyReadModel } from '@gos/projections';
import type { ActiveReadModels } from '../engine/projections/active-read-models';
import type { Filter, FindOptions, ModelDocument } from '../stores/read-models/read-models';

/** Returns a page of the matches and their number. The number is counted only when the page does not determine it. */
export async function pageOf<D extends ModelDocument, Found extends ModelDocument = D>(
  readModels: Pick<ActiveReadModels, 'find' | 'count'>,
  model: AnyReadModel<D, Found>,
  filter: Filter,
  options: FindOptions & { readonly limit: number },
): Promise<{ readonly documents: Found[]; readonly total: number }> {
  const { skip = 0, limit } = options;
  const documents = await readModels.find(model, filter, options);
  const isLast = documents.length < limit && (documents.length > 0 || skip === 0);
  return { documents, total: isLast ? skip + documents.length : await readModels.count(model, filter) };
}

import type { ReadModel } from '@gos/projections';
import { inParts } from '../../kernel/pieces';
import type { Filter, FindOptions } from '../../stores/read-models/read-models';
import type { ActiveReadModels } from './active-read-models';

const atOnce = 100;

/**
 * The documents that `find` would give, in its order, a part at a time: for answers that only the documents themselves decide, such as
 * who may see them. Memory holds their ids and one part; others wait for one part at most.
 */
export async function* foundInParts<D extends { readonly id: string }>(
  readModels: Pick<ActiveReadModels, 'ids' | 'getMany'>,
  model: ReadModel<D>,
  filter: Filter,
  options: FindOptions,
): AsyncGenerator<readonly D[]> {
  const ids = await readModels.ids(model, filter, options);
  for await (const part of inParts(ids, atOnce)) {
    const documents = await readModels.getMany<D>(model, part);
    yield part.flatMap((id) => documents.get(id) ?? []);
  }
}

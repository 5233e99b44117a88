import type { AnyReadModel } from '@gos/projections';
import { Logger } from '@nestjs/common';
import { Refused } from '../../kernel/refused';
import type { Filter } from '../../stores/read-models/read-models';
import type { ActiveReadModels } from '../projections/active-read-models';

const pageSize = 200;
const logger = new Logger('Due');

/**
 * Does something for each document that the clock has made due, page by page in the order of their numbers. One that fails is
 * logged and holds up no other; what is refused is no longer due.
 * @param number the field with the document's number
 */
export async function forEachDue<D extends { readonly id: string }, Found extends { readonly id: string }>(
  readModels: ActiveReadModels,
  model: AnyReadModel<D, Found>,
  number: string,
  due: Filter,
  act: (document: Found) => Promise<unknown>,
): Promise<void> {
  const sort = [{ field: number, direction: 'asc' }] as const;
  for (let after = 0; ; ) {
    const filter: Filter = { $and: [due, { [number]: { $gt: after } }] };
    const page = await readModels.find(model, filter, { sort, limit: pageSize });
    for (const document of page) {
      await act(document).catch((error) => {
        if (!(error instanceof Refused)) logger.warn(`${model.name} ${document.id}: ${String(error)}`);
      });
    }
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = Number(last.id);
  }
}

import type { Filter, ModelDeclaration, ReadModels, SortKey, Write } from '../read-models';
import { type Card, indexes } from './read-models.samples';

let models = 0;
export const newModel = (): ModelDeclaration => ({ name: `card-${++models}`, version: 1, indexes });
export const byId: SortKey[] = [{ field: 'id', direction: 'asc' }];

export const put = (model: ModelDeclaration, document: Card, position: string): Write => ({
  model,
  id: document.id,
  document,
  position,
});
export const remove = (model: ModelDeclaration, id: string, position: string): Write => ({
  model,
  id,
  document: null,
  position,
});

/** The store under test, once it is there, and how its tests fill and ask it. */
export class ReadModelsStage {
  readModels: ReadModels;

  readonly opened = async (documents: readonly Card[] = []): Promise<ModelDeclaration> => {
    const model = newModel();
    await this.readModels.open(model);
    await this.readModels.write(
      documents.map((document) => put(model, document, '1')),
      [],
    );
    return model;
  };

  readonly ids = async (model: ModelDeclaration, filter: Filter, sort: readonly SortKey[] = byId) =>
    (await this.readModels.find(model, filter, { sort })).map(({ id }) => id);
}

import type { Watched } from '@gos/contract';
import { type AnyReadModel, boardModel, type Guarded, projectModel, taskModel } from '@gos/projections';

/** Models whose watchers are shown; people are not among them. */
export const watchable: Readonly<Record<Watched['model'], AnyReadModel<WatchedDocument>>> = {
  task: taskModel,
  project: projectModel,
  board: boardModel,
};
export const isWatchable = (model: unknown): model is Watched['model'] =>
  typeof model === 'string' && Object.hasOwn(watchable, model);
type WatchedDocument = Guarded & { readonly id: string; readonly deleted?: boolean };

export const roomOf = (model: unknown, id: unknown) => `${String(model)}-${String(id)}`;

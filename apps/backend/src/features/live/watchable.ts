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

/** Returns the document that a browser reports to show; null for anything else. */
export function watchedIn(body: unknown): Watched | null {
  const { model, id } = (body ?? {}) as { readonly [N in keyof Watched]?: unknown };
  return isWatchable(model) && Number.isSafeInteger(id) && (id as number) > 0 ? { model, id: id as number } : null;
}

export const roomOf = ({ model, id }: { readonly model: string; readonly id: number }) => `${model}-${id}`;

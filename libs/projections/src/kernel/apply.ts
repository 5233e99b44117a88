import type { RecordedEvent } from '@gos/domain';
import { eventOf, type Recorded, streamIdIn } from './event';
import type { AnyReadModel, Lookup, Others, Own } from './read-model';

type Handler<D> = (
  document: D | undefined,
  event: Recorded,
  id: string,
  lookup: Lookup<D>,
) => D | undefined | Promise<D | undefined>;

/** The cast is safe because a handler is only called with events of the type that is its key. */
function handlerOf<D>({ on = {}, otherwise }: Own<D> | Others<D>, type: string): Handler<D> | undefined {
  return Object.hasOwn(on, type) ? (on as Readonly<Record<string, Handler<D>>>)[type] : (otherwise as Handler<D>);
}

/** The id of the document that the event's own stream folds into; null when the model takes no such event. */
export function ownIdOf<D extends { readonly id: string }>(
  { own }: AnyReadModel<D, unknown>,
  event: RecordedEvent,
): string | null {
  return own && handlerOf(own, event.type) ? streamIdIn(own.stream, event) : null;
}

const none: readonly string[] = [];

/** The ids of the documents that an event affects, as far as the event itself names them; its own stream's document first. */
export function idsOf<D extends { readonly id: string }>(
  model: AnyReadModel<D, unknown>,
  event: RecordedEvent,
): readonly string[] {
  const { others } = model;
  const ownId = ownIdOf(model, event);
  const named = others?.ids && handlerOf(others, event.type) ? others.ids(eventOf(event)) : none;
  if (ownId === null) return named;
  return named.length === 0 ? [ownId] : [ownId, ...named];
}

/** The ids of affected documents that have to be looked up. To be called before the event changes any document. */
export function relatedIds<D extends { readonly id: string }>(
  { others }: AnyReadModel<D, unknown>,
  event: RecordedEvent,
  lookup: Lookup<D>,
): Promise<readonly string[]> | null {
  return others?.find && handlerOf(others, event.type) ? others.find(eventOf(event), lookup) : null;
}

/** The document after an event that affects it; undefined leaves it unchanged, or absent. */
export function documentAfter<D extends { readonly id: string }>(
  model: AnyReadModel<D, unknown>,
  document: D | undefined,
  event: RecordedEvent,
  id: string,
  lookup: Lookup<D>,
): D | undefined | Promise<D | undefined> {
  const table = id === ownIdOf(model, event) ? model.own : model.others;
  const handler = table && handlerOf(table, event.type);
  return handler?.(document, eventOf(event), id, lookup);
}

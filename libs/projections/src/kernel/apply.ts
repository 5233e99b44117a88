import type { RecordedEvent } from '@gos/domain';
import { eventOf, numberIn, type Recorded } from './event';
import type { AnyReadModel, Lookup, Others, Own } from './read-model';

type Handler<D> = (
  document: D | undefined,
  event: Recorded,
  id: string,
  lookup: Lookup<D>,
) => D | undefined | Promise<D | undefined>;

/** A handler is only called with events of the type that it stands under. */
function handlerOf<D>({ on = {}, every }: Own<D> | Others<D>, type: string): Handler<D> | undefined {
  return Object.hasOwn(on, type) ? (on as Readonly<Record<string, Handler<D>>>)[type] : (every as Handler<D>);
}

function ownIdOf<D extends { readonly id: string }>({ own }: AnyReadModel<D>, event: RecordedEvent): string | null {
  return own && handlerOf(own, event.type) ? numberIn(own.stream, event) : null;
}

const none: readonly string[] = [];

/** The documents that an event touches as far as it says so itself, each once, that of its stream first. */
export function idsOf<D extends { readonly id: string }>(
  model: AnyReadModel<D>,
  event: RecordedEvent,
): readonly string[] {
  const { others } = model;
  const ownId = ownIdOf(model, event);
  const named = others?.ids && handlerOf(others, event.type) ? others.ids(eventOf(event)) : none;
  if (ownId === null) return named;
  return named.length === 0 ? [ownId] : [ownId, ...named];
}

/** The further documents that it touches; to be asked before any is changed. */
export function relatedIds<D extends { readonly id: string }>(
  { others }: AnyReadModel<D>,
  event: RecordedEvent,
  lookup: Lookup<D>,
): Promise<readonly string[]> | null {
  return others?.find && handlerOf(others, event.type) ? others.find(eventOf(event), lookup) : null;
}

/** A document after an event that touches it; undefined leaves it as it is, or absent. */
export function documentAfter<D extends { readonly id: string }>(
  model: AnyReadModel<D>,
  document: D | undefined,
  event: RecordedEvent,
  id: string,
  lookup: Lookup<D>,
): D | undefined | Promise<D | undefined> {
  const table = id === ownIdOf(model, event) ? model.own : model.others;
  const handler = table && handlerOf(table, event.type);
  return handler?.(document, eventOf(event), id, lookup);
}

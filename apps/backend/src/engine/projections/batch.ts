import { comparePositions, type RecordedEvent } from '@gos/domain';
import {
  type AnyReadModel,
  documentAfter,
  type EndedState,
  idsOf,
  inTime,
  type Lookup,
  ownIdOf,
  relatedIds,
  stillSo,
} from '@gos/projections';
import { Clock } from '../../kernel/clock';
import { fieldAt } from '../../stores/read-models/model-fields';
import type { ModelDocument, ReadModels, Scalar } from '../../stores/read-models/read-models';
import { type NewlySetAside, reasonOf } from './set-aside';

/** A document before and after a batch; null when it does not exist. */
export interface DocumentChange {
  readonly model: string;
  readonly id: string;
  readonly before: ModelDocument | null;
  readonly after: ModelDocument | null;
  readonly position: string;
}

export type AnyModel = AnyReadModel<ModelDocument>;

/** The documents that a batch is computed from. */
export interface StoredDocuments {
  get(model: AnyModel, id: string): Promise<ModelDocument | undefined>;
  getMany(model: AnyModel, ids: readonly string[]): Promise<ReadonlyMap<string, ModelDocument>>;
  /** The present documents that hold a value in a field, perhaps without their long fields. */
  holding(model: AnyModel, field: string, value: Scalar): Promise<readonly ModelDocument[]>;
}

export const documentsIn = (store: Pick<ReadModels, 'get' | 'getMany' | 'find'>): StoredDocuments => ({
  get: (model, id) => store.get(model, id),
  getMany: (model, ids) => store.getMany(model, ids),
  holding: (model, field, value) =>
    store.find(model, { $and: [{ [field]: value }, ...(model.past ? [{ validUntil: stillSo }] : [])] }),
});

interface Working {
  before: ModelDocument | undefined;
  now: ModelDocument | undefined;
  position: string | null;
}

const heldIn = (document: ModelDocument | undefined, field: string): readonly unknown[] => {
  const held = document && fieldAt(document, field);
  return Array.isArray(held) ? held : held === undefined ? [] : [held];
};

/** The documents of one model that a batch changes, in memory. */
class AffectedDocuments {
  readonly all = new Map<string, Working>();
  /** The states that events of the batch ended, with the position of each event. */
  readonly ended = new Map<string, EndedState<ModelDocument> & { readonly position: string }>();
  /** Documents that the batch has looked at and not changed. */
  private readonly looked = new Map<string, Promise<ModelDocument | undefined>>();
  /** By field: the ids of documents that hold a value in it; filled for requested fields only. */
  private readonly holding = new Map<string, Set<string>>();
  /** The failure of the store; a handler may have thrown another error because of it. */
  private failure: { readonly error: unknown } | null = null;
  private readonly lookedUp = new Set<string>();
  private readonly owned = new Set<string>();
  private event: RecordedEvent | null = null;
  /**
   * Whether a document that the present event looked up has later events already. Then all documents that the event
   * inserts are stored, because those are written first; computed from later documents they would differ.
   */
  isAhead = false;

  constructor(
    private readonly stored: StoredDocuments,
    private readonly model: AnyModel,
  ) {}

  begin(event: RecordedEvent): void {
    this.event = event;
    this.isAhead = false;
  }

  /** Marks the document of the present event's own stream. */
  own(id: string): void {
    this.owned.add(id);
  }

  /** Whether the document has to be stored before those that others are computed from. */
  isWrittenFirst(id: string): boolean {
    return this.all.get(id)!.before === undefined && !this.owned.has(id) && !this.lookedUp.has(id);
  }

  async fetch(ids: readonly string[]): Promise<void> {
    const missing = ids.filter((id) => !this.all.has(id));
    if (missing.length === 0) return;
    const found = await this.stored.getMany(this.model, missing);
    for (const id of missing) {
      this.all.set(id, { before: found.get(id), now: found.get(id), position: null });
      this.note(id, found.get(id));
    }
  }

  /** Throws what the store failed with, which is no fault of a document. */
  passFailure(): void {
    if (this.failure) throw this.failure.error;
  }

  /** @throws Error when the document does not fit the model's declaration; nothing is changed then */
  change(id: string, next: ModelDocument, event: RecordedEvent): void {
    for (const field of this.holding.keys()) heldIn(next, field);
    const working = this.all.get(id)!;
    const { position } = event;
    const { past } = this.model;
    const { document, ended } = past ? inTime(past, working.now, next, event) : { document: next, ended: null };
    if (ended) this.ended.set(ended.id, { ...ended, position });
    working.now = { ...document, position };
    working.position = position;
    this.note(id, next);
  }

  readonly lookup: Lookup<ModelDocument> = {
    get: async (id) => {
      this.lookedUp.add(id);
      const found = this.all.has(id) ? this.all.get(id)!.now : await this.look(id);
      this.isAhead ||= found?.position !== undefined && comparePositions(found.position, this.event!.position) > 0;
      return found;
    },
    find: async (field, value) => {
      const stored = await this.asked(() => this.stored.holding(this.model, field, value));
      const inMemory = [...this.holdersOf(field)].flatMap((id) => {
        const { now } = this.all.get(id)!;
        return heldIn(now, field).includes(value) ? [now!] : [];
      });
      return [...stored.filter((document) => !this.all.has(document.id)), ...inMemory];
    },
  };

  private look(id: string): Promise<ModelDocument | undefined> {
    const found = this.looked.get(id) ?? this.asked(() => this.stored.get(this.model, id));
    this.looked.set(id, found);
    return found;
  }

  private async asked<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      this.failure = { error };
      throw error;
    }
  }

  private holdersOf(field: string): ReadonlySet<string> {
    const known = this.holding.get(field);
    if (known) return known;
    this.holding.set(field, new Set());
    for (const [id, { now }] of this.all) this.note(id, now);
    return this.holding.get(field)!;
  }

  private note(id: string, document: ModelDocument | undefined): void {
    for (const [field, ids] of this.holding) {
      if (heldIn(document, field).length > 0) ids.add(id);
      else ids.delete(id);
    }
  }
}

/** The changes of a batch to the documents of one model. */
interface AppliedToModel {
  readonly changes: DocumentChange[];
  /** Ids of the changes that a store writes before the others. */
  readonly first: ReadonlySet<string>;
  readonly setAside: NewlySetAside[];
}

interface BatchOptions {
  /** Documents that were set aside before: no event touches them. */
  readonly frozen?: ReadonlySet<string>;
  /** Why the store refused documents as this very batch makes them, by their ids: they are set aside. */
  readonly refused?: ReadonlyMap<string, string>;
  /**
   * Called when a document has some of the events already: an earlier write was interrupted, or another process writes
   * too.
   */
  readonly onKnown?: () => void;
}

const clock = new Clock();
const nothing: ReadonlySet<string> = new Set();
const nobody: ReadonlyMap<string, string> = new Map();

/**
 * Applies a batch of events to one model in memory and returns the writes. A document that cannot be computed is set
 * aside as it was before the event. If the documents of an event cannot be determined, that is recorded under the
 * event's own id, and the known documents are set aside. Failures of the store are thrown.
 */
export async function applyBatch(
  stored: StoredDocuments,
  model: AnyModel,
  events: readonly RecordedEvent[],
  { frozen = nothing, refused = nobody, onKnown = () => {} }: BatchOptions = {},
): Promise<AppliedToModel> {
  const touched = new AffectedDocuments(stored, model);
  const { lookup } = touched;
  const aside = new Map<string, NewlySetAside>();
  const setAside = (id: string, { position: since }: RecordedEvent, reason: string, error: unknown) => {
    const position = touched.all.get(id)?.now?.position ?? null;
    aside.set(id, { model: model.name, setAside: { id, position, since, reason, at: clock.instant() }, error });
  };
  const unknownOf = (event: RecordedEvent, error: unknown) =>
    setAside(event.id, event, reasonOf(error, event, 'could not be assigned to documents'), error);
  const namedBy = (event: RecordedEvent) => {
    try {
      return idsOf(model, event);
    } catch (error) {
      unknownOf(event, error);
      return idsOf({ ...model, others: undefined }, event);
    }
  };
  const named = events.map(namedBy);
  await touched.fetch([...new Set(named.flat())]);
  for (const [index, event] of events.entries()) {
    touched.begin(event);
    const ownId = ownIdOf(model, event);
    if (ownId !== null) touched.own(ownId);
    let further: readonly string[] = [];
    try {
      const asked = relatedIds(model, event, lookup);
      if (asked) further = await asked;
    } catch (error) {
      touched.passFailure();
      unknownOf(event, error);
    }
    if (further.length > 0) await touched.fetch(further);
    const ids = further.length > 0 ? new Set([...named[index]!, ...further]) : named[index]!;
    for (const id of ids) {
      if (frozen.has(id) || aside.has(id)) continue;
      const { now } = touched.all.get(id)!;
      if (now?.position && comparePositions(now.position, event.position) >= 0) {
        onKnown();
        continue;
      }
      const refusal = refused.get(id);
      if (refusal !== undefined) {
        setAside(id, event, refusal, null);
        continue;
      }
      try {
        const applied = documentAfter(model, now, event, id, lookup);
        const next = applied instanceof Promise ? await applied : applied;
        if (next === undefined || next === now) continue;
        if (now === undefined && id !== ownId && touched.isAhead) onKnown();
        else touched.change(id, next, event);
      } catch (error) {
        touched.passFailure();
        setAside(id, event, reasonOf(error, event), error);
      }
    }
  }
  const changes = [...touched.all].flatMap(([id, { before, now, position }]) =>
    position === null ? [] : [{ model: model.name, id, before: before ?? null, after: now ?? null, position }],
  );
  const first = new Set(changes.flatMap(({ id }) => (touched.isWrittenFirst(id) ? [id] : [])));
  // Stored before the states that followed them: an interrupted batch would not find them again.
  for (const { id, document, position } of touched.ended.values()) {
    if (frozen.has(id)) continue;
    const refusal = refused.get(id);
    if (refusal !== undefined) {
      const event = events.find((one) => one.position === position)!;
      setAside(id, event, refusal, null);
      continue;
    }
    changes.push({ model: model.name, id, before: null, after: { ...document, position }, position });
    first.add(id);
  }
  return { changes, first, setAside: [...aside.values()] };
}

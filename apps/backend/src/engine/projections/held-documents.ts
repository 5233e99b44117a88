import { stillSo } from '@gos/projections';
import { sizeOf } from '../../stores/event-log/byte-budget';
import { fieldAt } from '../../stores/read-models/model-fields';
import type { ModelDocument, ReadModels, Scalar } from '../../stores/read-models/read-models';
import type { AnyModel, DocumentChange, StoredDocuments } from './batch';

/** Length of the JSON of all documents that are held. */
const usualChars = 8 * 1024 * 1024;

interface Held {
  readonly document: ModelDocument;
  readonly chars: number;
}

/** The documents of one collection. */
interface HeldOfModel {
  /** Whether every document of the collection is held. */
  isWhole: boolean;
  recent: Map<string, Held>;
  older: Map<string, Held>;
  /** By field: the ids of documents that hold a value in it; filled for requested fields only. */
  readonly holders: Map<string, Map<Scalar, Set<string>>>;
}

/**
 * The documents of collections that only one projector writes, while it builds them: those that it wrote lately are in
 * memory, and so are the values that events look up, because the collections have no indexes yet.
 */
export class HeldDocuments implements StoredDocuments {
  private readonly models = new Map<string, HeldOfModel>();
  private recentChars = 0;

  constructor(
    private readonly store: ReadModels,
    private readonly mostChars = usualChars,
  ) {}

  /** @param isEmpty whether the collection has no documents yet */
  begin(model: AnyModel, isEmpty: boolean): void {
    const [recent, older] = [new Map<string, Held>(), new Map<string, Held>()];
    this.models.set(model.name, { isWhole: isEmpty, recent, older, holders: new Map() });
  }

  has({ name }: AnyModel): boolean {
    return this.models.has(name);
  }

  /** Forgets everything that is held, because another process may have written. */
  clear(): void {
    for (const held of this.models.values()) {
      held.isWhole = false;
      held.recent.clear();
      held.older.clear();
      held.holders.clear();
    }
    this.recentChars = 0;
  }

  async get(model: AnyModel, id: string): Promise<ModelDocument | undefined> {
    return (await this.getMany(model, [id])).get(id);
  }

  async getMany(model: AnyModel, ids: readonly string[]): Promise<ReadonlyMap<string, ModelDocument>> {
    const held = this.models.get(model.name)!;
    const found = new Map<string, ModelDocument>();
    const missing: string[] = [];
    for (const id of ids) {
      const one = held.recent.get(id) ?? held.older.get(id);
      if (one !== undefined) found.set(id, one.document);
      else missing.push(id);
    }
    if (held.isWhole || missing.length === 0) return found;
    for (const [id, document] of await this.store.getMany<ModelDocument>(model, missing)) found.set(id, document);
    return found;
  }

  async holding(model: AnyModel, field: string, value: Scalar): Promise<readonly ModelDocument[]> {
    const { holders } = this.models.get(model.name)!;
    if (!holders.has(field)) {
      holders.set(field, new Map());
      for await (const document of this.store.all<ModelDocument>(model)) this.note(model, null, document, [field]);
    }
    const ids = holders.get(field)!.get(value);
    return ids === undefined ? [] : [...(await this.getMany(model, [...ids])).values()];
  }

  /** Takes the documents of a batch that was written. */
  keep(model: AnyModel, changes: readonly DocumentChange[]): void {
    const held = this.models.get(model.name)!;
    for (const { id, before, after } of changes) {
      this.note(model, before, after, held.holders.keys());
      held.older.delete(id);
      const known = held.recent.get(id);
      if (known) this.recentChars -= known.chars;
      if (after === null || !isPresent(model, after)) {
        held.recent.delete(id);
        continue;
      }
      const chars = sizeOf(after);
      held.recent.set(id, { document: after, chars });
      this.recentChars += chars;
    }
    if (this.recentChars > this.mostChars / 2) this.age();
  }

  /** Lets go of everything that was not written since the last time. */
  private age(): void {
    this.recentChars = 0;
    for (const held of this.models.values()) {
      if (held.older.size > 0) held.isWhole = false;
      held.older = held.recent;
      held.recent = new Map();
    }
  }

  private note(
    model: AnyModel,
    before: ModelDocument | null,
    after: ModelDocument | null,
    fields: Iterable<string>,
  ): void {
    const { holders } = this.models.get(model.name)!;
    for (const field of fields) {
      const byValue = holders.get(field)!;
      const [old, now] = [before, after].map((one) => (one && isPresent(model, one) ? fieldAt(one, field) : undefined));
      if (old === now) continue;
      for (const value of valuesOf(old)) byValue.get(value)?.delete(after?.id ?? before!.id);
      for (const value of valuesOf(now)) byValue.set(value, (byValue.get(value) ?? new Set()).add(after!.id));
    }
  }
}

const valuesOf = (held: unknown): readonly Scalar[] =>
  Array.isArray(held) ? held : held === undefined ? [] : [held as Scalar];

/** Whether a document is no earlier state. */
const isPresent = (model: AnyModel, document: ModelDocument) =>
  !model.past || (document as ModelDocument & { readonly validUntil?: string }).validUntil === stillSo;

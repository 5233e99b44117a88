import { notifyManager, partialMatchKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** The data of one query. */
export interface Held {
  readonly key: QueryKey;
  readonly data: unknown;
}

/** Applies one change to the data of all queries; data that it does not touch stays the same object. */
export type Layer = (beneath: readonly Held[]) => readonly Held[];

/** A layer for the queries whose keys begin alike. */
export const layerOn =
  (prefix: QueryKey, after: (data: never, key: QueryKey) => unknown): Layer =>
  (beneath) =>
    beneath.map((one) =>
      one.data !== undefined && partialMatchKey(one.key, prefix)
        ? { key: one.key, data: after(one.data as never, one.key) }
        : one,
    );

interface Shown {
  readonly layer: Layer;
  settled: boolean;
}

/** Pending changes on top of the server's answers. New answers go beneath them, so that a refusal rolls back only the refused change. */
class QueryLayers {
  /** Server answers by query hash; empty while no change is pending. */
  private readonly base = new Map<string, Held>();
  private shown: Shown[] = [];
  private stopListening: (() => void) | null = null;
  private writing = false;

  constructor(private readonly client: QueryClient) {}

  /** Shows a change until it is kept or taken back. */
  show(layer: Layer): { keep(): void; takeBack(): void } {
    if (this.shown.length === 0) this.begin();
    const one: Shown = { layer, settled: false };
    this.shown.push(one);
    this.draw();
    return {
      keep: () => {
        one.settled = true;
        this.settle();
      },
      takeBack: () => {
        this.shown = this.shown.filter((other) => other !== one);
        this.settle();
      },
    };
  }

  /** Changes what the server has said, beneath all that is unanswered. */
  put(layer: Layer): void {
    if (this.shown.length > 0) {
      this.rebase(layer);
      this.draw();
      return;
    }
    const queries = this.queries();
    this.write(layer(queries.map(({ queryKey: key, state: { data } }) => ({ key, data }))), queries);
  }

  private queries() {
    return this.client
      .getQueryCache()
      .getAll()
      .filter(({ state }) => state.data !== undefined);
  }

  private begin(): void {
    for (const { queryHash, queryKey: key, state } of this.queries())
      this.base.set(queryHash, { key, data: state.data });
    this.stopListening = this.client.getQueryCache().subscribe((event) => {
      const { queryHash, queryKey: key, state } = event.query;
      if (event.type === 'removed') this.base.delete(queryHash);
      if (event.type !== 'updated' || this.writing) return;
      if (event.action.type === 'success') this.base.set(queryHash, { key, data: state.data });
      // A fetch that is given up puts back what was shown when it began.
      if (event.action.type === 'success' || event.action.type === 'setState') this.draw();
    });
  }

  private rebase(layer: Layer): void {
    const hashes = [...this.base.keys()];
    for (const [index, held] of layer([...this.base.values()]).entries()) this.base.set(hashes[index]!, held);
  }

  /** Moves settled changes into the base in the order in which they were shown. */
  private settle(): void {
    for (let first = this.shown[0]; first?.settled; first = this.shown[0]) {
      this.rebase(first.layer);
      this.shown.shift();
    }
    this.draw();
    if (this.shown.length > 0) return;
    this.stopListening?.();
    this.stopListening = null;
    this.base.clear();
  }

  private draw(): void {
    const cache = this.client.getQueryCache();
    const held = this.shown.reduce((beneath, { layer }) => layer(beneath), [...this.base.values()] as readonly Held[]);
    this.write(
      held,
      [...this.base.keys()].map((hash) => cache.get(hash)),
    );
  }

  /** Changes data alone: what is stale stays stale. */
  private write(held: readonly Held[], queries: readonly (Query | undefined)[]): void {
    this.writing = true;
    notifyManager.batch(() => {
      for (const [index, { data }] of held.entries()) {
        const query = queries[index];
        if (query !== undefined && query.state.data !== data) query.setState({ data });
      }
    });
    this.writing = false;
  }
}

const all = new WeakMap<QueryClient, QueryLayers>();

export function layersOf(client: QueryClient): QueryLayers {
  const known = all.get(client) ?? new QueryLayers(client);
  all.set(client, known);
  return known;
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { readModels } from '@gos/projections';
import type { EventLog } from '../../stores/event-log/event-log';
import type { ReadModels } from '../../stores/read-models/read-models';
import type { AnyModel } from './batch';
import { HeldDocuments } from './held-documents';
import { Projector, rebuildBatch } from './projector';

/** A document that differs from the one that the log yields. */
export interface Difference {
  readonly model: string;
  readonly id: string;
}

/** The result of a comparison. */
export interface Compared {
  readonly compared: number;
  readonly different: readonly Difference[];
  /** Documents that are set aside or cannot be rebuilt: they are not compared. */
  readonly setAside: readonly Difference[];
}

interface Comparison {
  readonly log: EventLog;
  readonly live: ReadModels;
  /** An empty store to project the log into. */
  readonly fresh: ReadModels;
  readonly upTo: string | null;
  /** The model with its active version. */
  readonly activeOf: (model: AnyModel) => Promise<AnyModel>;
  readonly whileStill: <T>(action: (position: string | null) => Promise<T>) => Promise<T>;
  /** Waits after a piece of work; an error ends the comparison. By default the other work gets a turn. */
  readonly rest?: (workedMs: number) => Promise<void>;
}

/** Events and documents between two rests: some ten milliseconds of work. */
const piece = 100;

/**
 * Projects the whole log into an empty store and compares it with the live documents. These keep changing; documents
 * that seem to differ are compared again while the projector pauses.
 */
export async function compareDocuments(comparison: Comparison): Promise<Compared> {
  const { log, live, fresh, upTo, activeOf, whileStill, rest } = comparison;
  const models: readonly AnyModel[] = readModels;
  // Documents are compared by their ids, so that no index is needed.
  for (const model of models) await fresh.load(model);
  const builder = new Projector(log, fresh, models, {
    batchSize: rest ? piece : rebuildBatch,
    held: { documents: new HeldDocuments(fresh), models },
    ...(rest && {
      around: async (_, apply) => {
        const began = performance.now();
        await apply();
        await rest(performance.now() - began);
      },
    }),
  });
  await builder.begin();
  if (upTo !== null) await builder.catchUp(upTo);
  let compared = 0;
  let began = performance.now();
  const suspects: Difference[] = [];
  for (const model of models) {
    const kept = live.all(await activeOf(model))[Symbol.asyncIterator]();
    const built = fresh.all(model)[Symbol.asyncIterator]();
    let [a, b] = [await kept.next(), await built.next()];
    while (!a.done || !b.done) {
      const id = a.done ? b.value!.id : b.done || a.value.id <= b.value.id ? a.value.id : b.value.id;
      const [mine, theirs] = [
        a.done || a.value.id !== id ? null : a.value,
        b.done || b.value.id !== id ? null : b.value,
      ];
      if (!isDeepStrictEqual(mine, theirs)) suspects.push({ model: model.name, id });
      if (mine) a = await kept.next();
      if (theirs) b = await built.next();
      if (++compared % piece > 0) continue;
      await (rest ? rest(performance.now() - began) : nextTurn());
      began = performance.now();
    }
  }
  return whileStill(async (position) => {
    if (suspects.length > 0 && position !== null) await builder.catchUp(position);
    const setAside = await asideIn(comparison, models);
    const isAside = new Set(setAside.map(({ model, id }) => `${model} ${id}`));
    const still: Difference[] = [];
    for (const suspect of suspects) {
      if (isAside.has(`${suspect.model} ${suspect.id}`)) continue;
      const model = models.find(({ name }) => name === suspect.model)!;
      const [mine, theirs] = [await live.get(await activeOf(model), suspect.id), await fresh.get(model, suspect.id)];
      if (!isDeepStrictEqual(mine, theirs)) still.push(suspect);
    }
    return { compared, different: still, setAside };
  });
}

async function asideIn({ live, fresh, activeOf }: Comparison, models: readonly AnyModel[]): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const model of models) {
    const all = [...(await live.setAside(await activeOf(model))), ...(await fresh.setAside(model))];
    for (const id of new Set(all.map((one) => one.id))) found.push({ model: model.name, id });
  }
  return found;
}

import { comparePositions } from '@gos/domain';
import { readModels } from '@gos/projections';
import type { ReadModels } from '../../stores/read-models/read-models';
import type { ActiveCollections } from './applied-follower';
import { reactorModel } from './reactor-model';

const buildsOfVersion = 1_000;
/** The number of a version's first collection: 1003 is version 1, built for the fourth time. */
export const firstBuild = (version: number) => version * buildsOfVersion;
export const versionOf = (collection: number) => Math.floor(collection / buildsOfVersion);
/** Counted from 1. */
export const buildOf = (collection: number) => (collection % buildsOfVersion) + 1;

/** Drops all documents of all models, and how far reactors had come. */
export async function dropDocuments(store: ReadModels): Promise<void> {
  for (const { name } of readModels) {
    for (const version of await store.versions(name)) await store.drop({ name, version });
    const active = await store.activeVersion(name);
    if (active !== null) await store.activate(name, active, 0);
  }
  await store.drop(reactorModel);
}

/** Whether the active collections belong to another version of the product. */
export const areOfAnotherVersion = (versions: ActiveCollections['versions']) =>
  readModels.some(({ name, version }) => versions[name] !== undefined && versionOf(versions[name]) !== version);

/** Reads the active collections of a store and the lowest of their checkpoints. */
export async function activeCollectionsOf(store: ReadModels): Promise<ActiveCollections> {
  const versions: Record<string, number> = {};
  const positions = await Promise.all(
    readModels.map(async (model) => {
      const version = await store.activeVersion(model.name);
      if (version === null || version === 0) return null;
      versions[model.name] = version;
      return store.checkpoint({ ...model, version });
    }),
  );
  let least: string | undefined;
  for (const position of positions) {
    if (position === null) return { position, versions };
    if (least === undefined || comparePositions(position, least) < 0) least = position;
  }
  return { position: least ?? null, versions };
}

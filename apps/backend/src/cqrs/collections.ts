import { comparePositions } from '@gos/domain';
import { readModels } from '@gos/projections';
import type { ReadModels } from '../read-models/read-models';
import type { Standing } from './applied-follower';

/** A collection's number holds the model's version and how often that version was built: 1003 is version 1, built the fourth time. */
export const firstBuild = (version: number) => version * 1_000;
export const versionOf = (collection: number) => Math.floor(collection / 1_000);

/** Which collections of a store are read, and where the documents are that they hold. */
export async function standingOf(store: ReadModels): Promise<Standing> {
  const versions: Record<string, number> = {};
  let least: string | null | undefined;
  for (const model of readModels) {
    const version = await store.activeVersion(model.name);
    if (version === null || version === 0) return { position: null, versions };
    versions[model.name] = version;
    const position = await store.checkpoint({ ...model, version });
    if (least === undefined || position === null) least = position;
    else if (least !== null && comparePositions(position, least) < 0) least = position;
  }
  return { position: least ?? null, versions };
}

import type { ModelDocument, ReadModels } from '../../stores/read-models/read-models';

/** Holds a single document: the identity of the log that the documents are projected from. */
export const originModel = { name: 'origin', version: 1, indexes: [] };

interface Origin extends ModelDocument {
  /** They are being made for the first time: what is there is not to be read yet. */
  readonly building?: true;
}

/** Stores in which its collection is open. */
const opened = new WeakSet<ReadModels>();

/** Null for documents of another log, or none. */
export async function originOf(store: ReadModels, logId: string): Promise<Origin | null> {
  // Read first, so that nothing is created in another installation's store.
  if (!(await store.versions(originModel.name)).includes(originModel.version)) {
    opened.delete(store);
    return null;
  }
  if (!opened.has(store)) await store.open(originModel);
  opened.add(store);
  return (await store.get<Origin>(originModel, logId)) ?? null;
}

export async function beginOrigin(store: ReadModels, logId: string): Promise<void> {
  opened.delete(store);
  await store.drop(originModel);
  await store.open(originModel);
  const document: Origin = { id: logId, building: true };
  await store.write([{ model: originModel, id: logId, document, position: '0' }], []);
}

export async function endOrigin(store: ReadModels, logId: string): Promise<void> {
  const origin = await originOf(store, logId);
  if (!origin?.building) return;
  await store.write([{ model: originModel, id: logId, document: { id: logId }, position: '1' }], []);
}

/** Name of a reader's checkpoint in this log: positions are only valid within one log. */
export const readerOf = (name: string, logId: string) => `${name}-${logId}`;

export const isReaderOf = (reader: string, logId: string) => reader.endsWith(readerOf('', logId));

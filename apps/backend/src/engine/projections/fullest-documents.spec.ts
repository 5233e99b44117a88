import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AnyReadModel, readModels } from '@gos/projections';
import { fed } from '@gos/projections/testing/fed';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BSON } from 'mongodb';
import { temporaryFolder } from '../../stores/drivers/sqlite/testing/temporary-folder';
import { MongoReadModels } from '../../stores/read-models/mongodb.read-models';
import type { ModelDocument, ReadModels } from '../../stores/read-models/read-models';
import { SqliteReadModels } from '../../stores/read-models/sqlite.read-models';
import { fullest } from '../../testing/fullest-documents';
import { describeOnMongo } from '../../testing/servers/mongo';

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/documents.md'), 'utf8');

/** The sizes on the page, by read model: KiB as JSON. */
const said = new Map(
  [...page.matchAll(/^\| `([a-z-]+)` \|.*\| ([\d,.]+) (KiB|MiB) \|/gm)].map(([, name, size, unit]) => [
    name!,
    Number(size!.replaceAll(',', '')) * (unit === 'MiB' ? 1_024 : 1),
  ]),
);

const models: readonly AnyReadModel<ModelDocument>[] = readModels;
const kibOf = (document: object) => Buffer.byteLength(JSON.stringify(document)) / 1_024;
/** MongoDB takes 16 MiB, which includes the fields stored around the document. */
const most = 15 * 1_024 * 1_024;

const largest = new Map<string, ModelDocument>();
beforeAll(async () => {
  for (const model of models) {
    const documents = await fed(model, fullest[model.name as keyof typeof fullest]!());
    const bySize = [...documents.values()].sort((a, b) => kibOf(b) - kibOf(a));
    largest.set(model.name, bySize[0]!);
  }
});

describe('the largest document', () => {
  it('of every read model is told on the page of documents', () => {
    expect([...said.keys()].sort()).toEqual(models.map(({ name }) => name).sort());
  });

  it.each(models.map(({ name }) => name))('of %s is as large as that page says, and fits every store', (name) => {
    const document = largest.get(name)!;
    const kib = kibOf(document);
    expect(kib).toBeLessThanOrEqual(said.get(name)!);
    // No more than half of it is room: the page names what it can become, and not any number above it.
    expect(kib).toBeGreaterThanOrEqual(said.get(name)! / 2);
    expect(BSON.calculateObjectSize(document)).toBeLessThan(most);
  });
});

function describeFilled(name: string, open: () => Promise<ReadModels>): void {
  describe(`${name} with documents filled to every limit`, () => {
    let store: ReadModels;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    it.each(models.map((model) => [model.name, model] as const))('keeps the largest of %s', async (_, model) => {
      const document = largest.get(model.name)!;
      await store.open(model);
      await store.write([{ model, id: document.id, document, position: '1' }], [{ model, position: '1' }]);
      expect(await store.get(model, document.id)).toEqual(document);
      await store.write([{ model, id: document.id, document, position: '2' }], [{ model, position: '2' }]);
      expect(await store.count(model, {})).toBe(1);
    });
  });
}

const folder = temporaryFolder();
afterAll(() => folder.remove());
describeFilled('SqliteReadModels', async () => new SqliteReadModels(join(folder.path, 'views.sqlite')));
describeOnMongo('MongoReadModels', (options) => {
  describeFilled('MongoReadModels', async () => new MongoReadModels(options()));
});

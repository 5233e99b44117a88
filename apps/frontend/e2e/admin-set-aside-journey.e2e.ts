import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { barriers } from './support/barriers';
import type { Person } from './support/person';
import { useStage } from './support/stage';
import { tooWide } from './support/too-wide';

const dataDir = await mkdtemp(join(tmpdir(), 'gos-e2e-aside-'));

/** Appends, before the installation starts, an event from which no position document can be built. */
async function logWhatCannotBeApplied(): Promise<void> {
  const built = (file: string) =>
    import(pathToFileURL(join(import.meta.dirname, '../../../dist/modules/apps/backend/src', file)).href);
  const { SqliteEventLog } = await built('stores/event-log/sqlite.event-log.js');
  const { record } = await built('engine/commands/stream-cache.js');
  const at = '2026-11-20T08:00:00.000Z';
  const metadata = { actor: 1, at, via: 'web', correlationId: 'test', causationId: 'test', schemaVersion: 1 };
  const events = [
    { type: 'PositionCreated', data: { positionId: 900, name: 'Stavitel' } },
    { type: 'PositionRenamed', data: { positionId: 900, from: 'Stavitel', to: null } },
  ];
  const about = () => ({ id: crypto.randomUUID(), metadata });
  const log = new SqliteEventLog(join(dataDir, 'log.sqlite'));
  await log.append('position-900', -1, record('position-900', { revision: -1, lastHash: null }, events, about));
  await log.close();
}
await logWhatCannotBeApplied();

const stage = useStage({ GOS_DATA_DIR: dataDir });
let admin: Person;

beforeAll(async () => {
  admin = await stage.person('Karla Svobodová');
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

it('tells admins of documents that are set aside, and rebuilds them by keyboard', async () => {
  const { page } = admin;
  await admin.open('/admin');
  await page.getByText('Zčásti staré').waitFor();
  const card = page.getByRole('region', { name: 'Odložené dokumenty' });
  await card.getByRole('heading', { name: 'Pozice: 1 dokument' }).waitFor();
  // The present document and the past ones.
  await card
    .getByText(/^PositionRenamed could not be applied: TypeError/)
    .first()
    .waitFor();
  expect(await barriers(page)).toEqual([]);
  await card.getByRole('button', { name: 'Sestavit znovu: Pozice' }).press('Enter');
  await admin.toast('Sestavování začalo').waitFor();
  const build = page.getByRole('region', { name: 'Dokumenty pro obrazovky' }).getByRole('row', { name: /^Pozice/ });
  await expect.poll(() => build.getByRole('cell').nth(2).innerText()).toBe('2');
  await card.getByText('900', { exact: true }).first().waitFor();
});

it('fits a phone, is dark, and speaks English', async () => {
  const phone = await stage.again(admin, { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  await phone.comeBack();
  await phone.choose('Tmavý');
  await phone.open('/admin?lng=en');
  await phone.page.getByText('Partly old').waitFor();
  await phone.page.getByRole('heading', { name: 'Positions: 1 document' }).waitFor();
  expect(await tooWide(phone.page)).toEqual([]);
  expect(await barriers(phone.page)).toEqual([]);
});

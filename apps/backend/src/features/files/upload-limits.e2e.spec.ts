import { connect, type Socket } from 'node:net';
import { limits } from '@gos/domain';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ACCOUNTS, type AccountRecord, type Accounts } from '../../stores/accounts/accounts';
import { FILES, type Files } from '../../stores/files/files';
import { Harness, type Json, type Person } from '../../testing/harness';

const quota = 20_000;

let gos: Harness;
let karla: Person;
let jan: Person;

beforeAll(async () => {
  gos = await Harness.start({ GOS_UPLOAD_QUOTA: String(quota) });
  [karla, jan] = [await gos.person('Karla Svobodová'), await gos.person('Jan Novák')];
});
afterAll(() => gos.stop());

const form = (content: string, name = 'a.txt', type = 'text/plain') => {
  const data = new FormData();
  data.set('file', new Blob([content], { type }), name);
  return data;
};
const contents = async (): Promise<number> => {
  let count = 0;
  for await (const _ of gos.service<Files>(FILES).all()) count++;
  return count;
};

/** An upload whose body does not come to its end. */
function open(who: Person): Socket {
  const { hostname, port } = new URL(gos.origin);
  const socket = connect(Number(port), hostname);
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
  socket.write(
    `POST /api/files HTTP/1.1\r\nHost: gos\r\nCookie: ${who.cookie}\r\nX-Requested-With: gos\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000\r\n\r\n${head}begun`,
  );
  return socket;
}

async function until(action: () => Promise<boolean>): Promise<void> {
  while (!(await action()));
}

it('receives three files of one person at once, says so to the fourth, and serves others', async () => {
  const upload = (who: Person) => who.post('/api/files', form('a'));
  // One upload too many is refused before its body has come.
  const sockets = Array.from({ length: limits.uploads.atOnce + 1 }, () => open(karla));
  const told = await Promise.race(sockets.map((one) => new Promise<Buffer>((resolve) => one.once('data', resolve))));
  expect(String(told)).toMatch(/^HTTP\/1\.1 429 /);
  const refused = await upload(karla);
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'limit.uploads', params: { atOnce: 3 }, detail: expect.stringContaining('At most 3 files') },
  });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await karla.call('PUT', '/api/me/avatar', form('x', 'a.png', 'image/png'))).body.code).toBe('limit.uploads');
  expect((await upload(jan)).status).toBe(201);
  expect((await karla.get('/api/me')).status).toBe(200);
  // While the others are open still, what is refused leaves nothing.
  const before = await contents();
  const lie = await jan.post('/api/files', form('no picture', 'a.png', 'image/png'));
  expect([lie.status, await contents()]).toEqual([415, before]);
  for (const socket of sockets) socket.destroy();
  await until(async () => (await upload(karla)).status === 201);
});

it('keeps so much of one person that no task holds; what a task takes makes room', async () => {
  const maja = await gos.person('Mája Nová');
  const file = 'x'.repeat(9_000);
  const upload = () => maja.post('/api/files', form(`${file}${crypto.randomUUID()}`));
  const first = ((await upload()).body as Json).fileId;
  expect((await upload()).status).toBe(201);
  const before = await contents();
  const refused = await upload();
  expect(refused).toMatchObject({ status: 429, body: { code: 'limit.quota' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await contents()).toBe(before);
  expect((await jan.post('/api/files', form(file))).status).toBe(201);
  await maja.task({ name: 'S přílohou', files: [first] });
  expect((await upload()).status).toBe(201);
  expect((await upload()).status).toBe(429);
});

it('keeps so many of one person that no task holds, however small; what a task takes makes room', async () => {
  const ota = await gos.person('Ota Malý');
  const upload = () => ota.post('/api/files', form('a'));
  const first = ((await upload()).body as Json).fileId;
  const accounts = gos.service<Accounts>(ACCOUNTS);
  const [record] = (await accounts.byRef<Json>('upload', `lately:${ota.id}`)) as [AccountRecord<Json>];
  for (let n = 1; n < limits.uploads.kept; n++) {
    const value = { ...record.value, fileId: 1_000_000 + n };
    const refs = [`lately:${ota.id}`, `content:${value.sha256}`];
    await accounts.insert('upload', String(value.fileId).padStart(15, '0'), value, { refs });
  }
  const refused = await upload();
  expect(refused).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'file', code: 'validation.too-many', params: { max: 1_000, what: 'uploads' } }] },
  });
  expect(refused.body.detail).toContain('You have 1000 files that are in no task.');
  await ota.task({ name: 'S přílohou', files: [first] });
  expect((await upload()).status).toBe(201);
  expect((await upload()).status).toBe(422);
});

it('leaves nothing of a file that the command refused', async () => {
  const id = await karla.task({ name: 'Bez přílohy' });
  const before = await contents();
  const outdated = await karla.post(`/api/tasks/${id}/files`, form('odmítnuto'), { 'if-match': '"9"' });
  expect([outdated.status, await contents()]).toEqual([409, before]);
});

it.each([
  ['text/plain; charset=utf-8', 'text/plain'],
  ['TEXT/PLAIN', 'text/plain'],
  ['text/<script>', 'application/octet-stream'],
  [`text/${'x'.repeat(80_000)}`, 'application/octet-stream'],
  [`text/${'x'.repeat(95)}`, `text/${'x'.repeat(95)}`],
  [`text/${'x'.repeat(96)}`, 'application/octet-stream'],
])('keeps of what is declared as a type only what is one: case %#', async (type, kept) => {
  const body = `--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: ${type}\r\n\r\na\r\n--x--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const { status, body: answer } = await jan.call('POST', '/api/files', body, headers);
  expect([status, answer.mime]).toEqual([201, kept]);
});

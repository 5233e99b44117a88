import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Uploads } from '../../shared/file/uploads';
import { FILES, type Files } from '../../stores/files/files';
import { Harness, type Json, type Person } from '../../testing/harness';

const fileMax = 3 * 1024 * 1024;
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('files over HTTP', () => {
  let gos: Harness;
  let contractor: Person;
  let solver: Person;
  let stranger: Person;

  beforeAll(async () => {
    gos = await Harness.start({}, { fileMax });
    await gos.person('Alena Adminová');
    contractor = await gos.person('Karla Svobodová');
    solver = await gos.person('Jan Novák');
    stranger = await gos.person('Cyril Cizí');
  });
  afterAll(() => gos.stop());

  const form = (content: string | Uint8Array, name: string, type = 'text/plain') => {
    const data = new FormData();
    data.set('file', new Blob([content as string], { type }), name);
    return data;
  };
  const given = (more = {}) => contractor.task({ name: 'Migrace karet', solverId: solver.id, ...more });
  const upload = async (
    content: string | Uint8Array,
    name = 'a.txt',
    type?: string,
    who = contractor,
  ): Promise<number> => (await who.post('/api/files', form(content, name, type))).body.fileId;
  const add = (id: number, content: string | Uint8Array, name: string, type?: string) =>
    contractor.post(`/api/tasks/${id}/files`, form(content, name, type));
  const read = (id: number, fileId: number, headers = {}) => solver.get(`/api/tasks/${id}/files/${fileId}`, headers);
  const contents = async (): Promise<string[]> => {
    const names: string[] = [];
    for await (const { sha256 } of gos.service<Files>(FILES).all()) names.push(sha256);
    return names;
  };

  it.each([
    ['smlouva č. 1 „nová“.txt', "filename*=UTF-8''smlouva%20%C4%8D.%201%20%E2%80%9Enov%C3%A1%E2%80%9C.txt"],
    ["a'b(c)*.txt", "filename*=UTF-8''a%27b%28c%29%2a.txt"],
    ['../../etc/passwd', 'filename="passwd"'],
    ['C:\\x\\y.txt', 'filename="y.txt"'],
    ['100 %.txt', 'filename="100 _.txt"'],
    ['😀.txt', "filename*=UTF-8''%F0%9F%98%80.txt"],
  ])('keeps the name %s, and says it so that no header breaks', async (name, said) => {
    const id = await given();
    const { fileId } = (await add(id, 'obsah', name)).body;
    const file = await read(id, fileId);
    expect(file).toMatchObject({ status: 200, body: 'obsah' });
    expect(file.headers.get('content-disposition')).toContain(said);
    expect(file.headers.get('x-content-type-options')).toBe('nosniff');
    expect(file.headers.get('content-security-policy')).toContain('sandbox');
    expect(file.headers.get('content-length')).toBe('5');
  });

  it('refuses a name that reads otherwise than it is', async () => {
    const id = await given();
    expect(await add(id, 'obsah', 'faktura\u202efdp.exe')).toMatchObject({
      status: 422,
      body: { code: 'validation.characters', errors: [{ path: 'file' }] },
    });
  });

  it.each([
    ['text/plain', 'inline', 'text/plain; charset=utf-8'],
    ['text/html', 'attachment', 'application/octet-stream'],
    ['image/svg+xml', 'attachment', 'application/octet-stream'],
    ['application/javascript', 'attachment', 'application/octet-stream'],
    ['application/x-anything', 'attachment', 'application/octet-stream'],
  ])('shows nothing in the page that a browser would run: %s', async (mime, kind, type) => {
    const id = await given();
    const { fileId } = (await add(id, '<script>alert(1)</script>', 'x.html', mime)).body;
    const { headers } = await read(id, fileId);
    expect(headers.get('content-disposition')).toMatch(new RegExp(`^${kind};`));
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'; .*frame-ancestors 'none'$/);
  });

  it('lets nobody frame a PDF but the application itself', async () => {
    const id = await given();
    const { fileId } = (await add(id, '%PDF-1.7\n%%EOF', 'smlouva.pdf', 'application/pdf')).body;
    const { headers } = await read(id, fileId);
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; .*frame-ancestors 'self'$/);
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
  });

  it('refuses a content that is not what it says, and keeps nothing of it', async () => {
    const id = await given();
    const before = await contents();
    for (const type of ['image/png', 'application/pdf', 'video/mp4', 'application/zip']) {
      expect(await add(id, '<html><script>alert(1)</script></html>', 'x', type)).toMatchObject({
        status: 415,
        body: { code: 'file.type-lies' },
      });
    }
    expect(await add(id, '', 'nic.txt')).toMatchObject({ status: 422, body: { code: 'file.empty' } });
    expect(await contents()).toEqual(before);
    expect((await add(id, png, 'bod.png', 'image/png')).status).toBe(201);
  });

  it('takes files up to the limit, not a byte more', async () => {
    const id = await given();
    const exact = await add(id, new Uint8Array(fileMax).fill(65), 'presne.txt');
    expect(exact.status).toBe(201);
    const file = await read(id, exact.body.fileId);
    expect(file.body).toHaveLength(fileMax);
    const before = await contents();
    for (const size of [fileMax + 1, fileMax * 3]) {
      expect(await add(id, new Uint8Array(size), 'velky.txt')).toMatchObject({
        status: 413,
        body: { code: 'file.too-large', errors: [{ path: 'file' }] },
      });
    }
    expect(await contents()).toEqual(before);
  });

  it('gives a part that is asked for, and nothing to whoever has it', async () => {
    const id = await given();
    const { fileId } = (await add(id, '0123456789', 'cisla.txt')).body;
    const part = async (range: string) => {
      const { status, body, headers } = await read(id, fileId, { range });
      return [status, body, headers.get('content-range')];
    };
    expect(await part('bytes=2-4')).toEqual([206, '234', 'bytes 2-4/10']);
    expect(await part('bytes=7-')).toEqual([206, '789', 'bytes 7-9/10']);
    expect(await part('bytes=-2')).toEqual([206, '89', 'bytes 8-9/10']);
    expect(await part('bytes=8-100')).toEqual([206, '89', 'bytes 8-9/10']);
    for (const whole of ['bytes=20-30', 'bytes=4-2', 'bytes=-', 'bytes=0-1,3-4', 'lines=1-2']) {
      expect(await part(whole)).toEqual([200, '0123456789', null]);
    }
    const tag = (await read(id, fileId)).headers.get('etag')!;
    expect(await read(id, fileId, { 'if-none-match': tag })).toMatchObject({ status: 304, body: '' });
  });

  it('shows an upload to its uploader alone, until a task refers to it', async () => {
    const fileId = await upload('tajné');
    const get = async (who: Person) => (await who.get(`/api/files/${fileId}`)).status;
    expect([await get(contractor), await get(solver)]).toEqual([200, 404]);
    const id = await given({ files: [fileId] });
    expect([await get(contractor), await get(solver), await get(stranger)]).toEqual([200, 200, 404]);
    expect((await read(id, fileId)).body).toBe('tajné');
    await contractor.post(`/api/tasks/${id}/assign`, { solverId: null });
    expect(await get(solver)).toBe(404);
    await contractor.delete(`/api/tasks/${id}/files/${fileId}`);
    expect(await get(contractor)).toBe(404);
    expect((await contractor.get('/api/files/99999')).status).toBe(404);
    expect((await contractor.get('/api/files/x')).status).toBe(404);
  });

  it('is read by whoever sees it in any of its tasks, also where it was removed from another one', async () => {
    const fileId = await upload('společné');
    const [first, second] = [await given({ files: [fileId] }), await given({ files: [fileId] })];
    const get = async (who: Person) => (await who.get(`/api/files/${fileId}`)).status;
    await contractor.post(`/api/tasks/${first}/assign`, { solverId: null });
    expect([await get(contractor), await get(solver), await get(stranger)]).toEqual([200, 200, 404]);
    await contractor.delete(`/api/tasks/${first}/files/${fileId}`);
    expect([await get(contractor), await get(solver)]).toEqual([200, 200]);
    await contractor.delete(`/api/tasks/${second}`);
    expect([await get(contractor), await get(solver)]).toEqual([404, 404]);
  });

  it('makes pictures of a description files of the task, if they are one’s own', async () => {
    const [first, second] = [await upload(png, 'a.png', 'image/png'), await upload(png, 'b.png', 'image/png')];
    const foreign = await upload(png, 'c.png', 'image/png', stranger);
    const image = (fileId: number) => `<p><img src="/api/files/${fileId}" alt="x"></p>`;
    const id = await given({ description: image(first) + image(foreign) });
    const files = async () => (await contractor.get(`/api/tasks/${id}`)).body.files.map((file: Json) => file.id);
    expect(await files()).toEqual([first]);
    expect((await solver.get(`/api/files/${first}`)).status).toBe(200);
    expect((await contractor.get(`/api/files/${foreign}`)).status).toBe(404);
    await contractor.patch(`/api/tasks/${id}`, { description: image(first) + image(second) });
    expect(await files()).toEqual([first, second]);
  });

  it('refuses uploads of others and those that are none, at their place', async () => {
    const [own, foreign] = [await upload('moje'), await upload('cizí', 'c.txt', undefined, stranger)];
    const refused = await contractor.post('/api/tasks', {
      name: 'Se soubory',
      files: [own, foreign, 9999],
      priority: 5,
    });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toMatchObject([
      { path: 'files.1', code: 'task.file.unknown' },
      { path: 'files.2', code: 'task.file.unknown' },
    ]);
    const single = await contractor.post('/api/tasks', { name: 'Se souborem', files: [foreign] });
    expect(single).toMatchObject({ status: 422, body: { code: 'task.file.unknown', errors: [{ path: 'files.0' }] } });
  });

  it('brings deleted files back, for whoever may', async () => {
    const id = await given();
    const { fileId } = (await add(id, 'obsah', 'a.txt')).body;
    const path = `/api/tasks/${id}/files/${fileId}`;
    expect(await contractor.post(`${path}/undelete`)).toMatchObject({ status: 409, body: { code: 'task.file.there' } });
    await contractor.delete(path);
    expect((await contractor.get(path)).status).toBe(404);
    expect((await contractor.get(`${path}?deleted=true`)).body).toBe('obsah');
    expect((await contractor.get(`${path}?deleted=maybe`)).status).toBe(422);
    expect((await contractor.delete(path)).status).toBe(404);
    const passive = await gos.person('Petr Pasivní');
    await contractor.post(`/api/tasks/${id}/participants`, { userId: passive.id, kind: 'passive' });
    expect((await passive.get(`${path}?deleted=true`)).status).toBe(404);
    expect(await passive.post(`${path}/undelete`)).toMatchObject({ status: 403 });
    expect((await solver.post(`${path}/undelete`)).status).toBe(200);
    expect((await passive.get(path)).body).toBe('obsah');
  });

  it('forgets after a day what no task refers to, content included, and nothing else', async () => {
    const [unused, used, twin] = [await upload('nepoužitý'), await upload('použitý'), await upload('stejný')];
    const same = await upload('stejný', 'druhy.txt');
    const id = await given({ files: [used, same] });
    const count = (await contents()).length;
    gos.clock.set(new Date(Date.now() + 24 * 3_600_000 + 1_000).toISOString());
    try {
      expect((await contractor.get(`/api/files/${unused}`)).status).not.toBe(200);
      await contractor.post('/api/auth/login', { email: contractor.email, password: 'correct horse' });
      expect((await contractor.get(`/api/files/${unused}`)).status).toBe(404);
      expect(await contractor.post('/api/tasks', { name: 'Pozdě', files: [unused] })).toMatchObject({ status: 422 });
      gos.clock.set(new Date(Date.now() + 25 * 3_600_000).toISOString());
      const uploads = gos.service<Uploads>(Uploads);
      expect(await uploads.sweep()).toBeGreaterThanOrEqual(2);
      expect(await uploads.sweep()).toBe(0);
      expect((await contents()).length).toBeLessThan(count);
      await contractor.post('/api/auth/login', { email: contractor.email, password: 'correct horse' });
      for (const [fileId, content] of [
        [used, 'použitý'],
        [same, 'stejný'],
      ]) {
        expect((await contractor.get(`/api/tasks/${id}/files/${fileId}`)).body).toBe(content);
      }
      expect((await contractor.get(`/api/files/${twin}`)).status).toBe(404);
    } finally {
      gos.clock.set(null);
    }
  });

  it('leaves nothing half-written', () => {
    const incoming = join(gos.folder, 'files', 'incoming');
    expect(existsSync(incoming) ? readdirSync(incoming) : []).toEqual([]);
  });
});

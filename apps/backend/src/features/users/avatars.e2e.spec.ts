import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { People } from '../../shared/user/people';
import { ACCOUNTS, type Accounts } from '../../stores/accounts/accounts';
import { Harness, type Person } from '../../testing/harness';
import { picture, pictureForm } from '../../testing/picture';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';

describe('pictures of people', () => {
  let gos: Harness;
  let alena: Person;
  let jan: Person;
  let eva: Person;

  beforeAll(async () => {
    gos = await Harness.start();
    alena = await gos.person('Alena Adminová');
    jan = await gos.person('Jan Novák');
    eva = await gos.person('Eva Malá');
  });
  afterAll(() => gos.stop());

  const put = async (who: Person, content?: Uint8Array | string, type?: string) =>
    who.call('PUT', '/api/me/avatar', await pictureForm(content, type));
  const urlOf = async (who: Person, of = who): Promise<string | null> =>
    (await who.get(`/api/users/${of.id}`)).body.avatarUrl;
  const read = async (who: Person, url: string, headers = {}) => {
    const response = await fetch(`${gos.origin}${url}`, { headers: { cookie: who.cookie, ...headers } });
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const refusal = async (reply: ReturnType<typeof put>) => {
    const { status, body } = await reply;
    return [status, body.code];
  };

  test('are made anew: 256 × 256, upright, with nothing but the pixels', async () => {
    const photo = await (await picture(400, 200))
      .withExif({ IFD0: { Copyright: 'secret place', Orientation: '6' } })
      .jpeg()
      .toBuffer();
    expect(photo.includes('secret place')).toBe(true);
    const { status, body } = await put(jan, photo, 'image/jpeg');
    expect([status, body]).toEqual([
      200,
      { avatarUrl: expect.stringMatching(/^\/api\/users\/\d+\/avatar\?v=[\w-]{16}$/) },
    ]);
    expect([await urlOf(jan), await urlOf(eva, jan)]).toEqual([body.avatarUrl, body.avatarUrl]);
    expect((await jan.get('/api/me')).body.avatarUrl).toBe(body.avatarUrl);
    const { bytes, headers } = await read(eva, body.avatarUrl);
    expect(headers.get('content-type')).toBe('image/webp');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const { format, width, height, exif, icc, orientation } = await sharp(bytes).metadata();
    expect({ format, width, height, exif, icc, orientation }).toEqual({ format: 'webp', width: 256, height: 256 });
    // The white half of a picture that lay on its side is above.
    const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect([data[0], data[data.length - 3]! < 100]).toEqual([expect.closeTo(255, -1), true]);
  });

  test('are kept by browsers under their address, and change it', async () => {
    const url = (await urlOf(jan))!;
    const { headers } = await read(eva, url);
    expect(headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    const tag = headers.get('etag')!;
    expect((await read(eva, url, { 'if-none-match': tag })).status).toBe(304);
    expect((await put(jan)).status).toBe(200);
    expect(await urlOf(jan)).not.toBe(url);
    expect((await read(eva, url)).headers.get('cache-control')).toBe('private, no-cache');
    expect((await read(eva, url.split('?')[0]!)).status).toBe(200);
    expect((await jan.get(`${url}&x=1`)).status).toBe(422);
  });

  test('are refused when they are none, too large or too many', async () => {
    const before = await urlOf(jan);
    const png = await (await picture(20, 20)).png().toBuffer();
    expect(await refusal(put(jan, svg, 'image/svg+xml'))).toEqual([415, 'avatar.picture']);
    expect(await refusal(put(jan, svg, 'image/png'))).toEqual([415, 'avatar.picture']);
    expect(await refusal(put(jan, '%PDF-1.4 …', 'application/pdf'))).toEqual([415, 'avatar.picture']);
    expect(await refusal(put(jan, png.subarray(0, 60)))).toEqual([415, 'avatar.picture']);
    expect(await refusal(put(jan, ''))).toEqual([422, 'file.empty']);
    expect(await refusal(put(jan, new Uint8Array(2 * 1024 * 1024 + 1)))).toEqual([413, 'file.too-large']);
    expect(await refusal(put(jan, new Uint8Array(2 * 1024 * 1024)))).toEqual([415, 'avatar.picture']);
    const two = await pictureForm();
    two.append('file', new Blob(['x']), 'x');
    expect(await refusal(jan.call('PUT', '/api/me/avatar', two))).toEqual([422, 'validation.unknown-field']);
    expect(await refusal(jan.call('PUT', '/api/me/avatar', new FormData()))).toEqual([422, 'file.missing']);
    expect(await refusal(jan.call('PUT', '/api/me/avatar', { file: 'x' }))).toEqual([415, 'request.media-type']);
    expect(await urlOf(jan)).toBe(before);
  });

  test('that would fill the memory are not unpacked', async () => {
    const bomb = await sharp({ create: { width: 12_000, height: 9_000, channels: 3, background: '#000' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(2 * 1024 * 1024);
    expect(await refusal(put(jan, bomb))).toEqual([415, 'avatar.picture']);
  });

  test('are listed for who sees their people, and shown to nobody else', async () => {
    const url = await urlOf(jan);
    expect((await eva.get('/api/users/avatars')).body).toEqual({ items: [{ id: jan.id, url }] });
    const guest = await gos.person('Host');
    await alena.patch(`/api/users/${guest.id}`, { role: 'collaborator' });
    expect((await guest.get('/api/users/avatars')).body).toEqual({ items: [] });
    expect((await read(guest, url!)).status).toBe(404);
    await jan.post('/api/tasks', { name: 'Společný úkol', passive: [guest.id] });
    expect((await guest.get('/api/users/avatars')).body.items).toEqual([{ id: jan.id, url }]);
    expect((await read(guest, url!)).status).toBe(200);
  });

  test('go when their people want, and with them', async () => {
    const accounts = gos.service<Accounts>(ACCOUNTS);
    const url = (await urlOf(jan))!;
    expect((await jan.delete('/api/me/avatar')).status).toBe(204);
    expect((await jan.delete('/api/me/avatar')).status).toBe(204);
    expect([await urlOf(jan), (await read(eva, url)).status]).toEqual([null, 404]);
    expect(await accounts.get('avatar', String(jan.id))).toBeUndefined();
    expect((await put(eva)).status).toBe(200);
    expect(await accounts.get('avatar', String(eva.id))).toBeDefined();
    await gos.service<People>(People).remove(eva.id);
    expect(await accounts.get('avatar', String(eva.id))).toBeUndefined();
  });
});

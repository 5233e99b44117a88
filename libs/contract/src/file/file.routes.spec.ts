import { expect, test } from '@jest/globals';
import { pathOf } from '../kernel/route';
import { fileContentRoutes, ownPicture, shownUploads } from './file.routes';

const ofUpload = `/api${pathOf(fileContentRoutes.own, { fileId: 30 })}`;
const ofTask = `/api${pathOf(fileContentRoutes.ofTask, { id: 12, fileId: 31 })}`;

test('a text shows what the routes of files serve, and nothing from elsewhere', () => {
  for (const address of [ofUpload, ofTask]) expect(ownPicture.test(address)).toBe(true);
  for (const address of [`https://elsewhere.example${ofUpload}`, '/api/me', `${ofUpload}?x`]) {
    expect(ownPicture.test(address)).toBe(false);
  }
});

test('uploads are found in a text by their route', () => {
  const html = `<img src="${ofUpload}"><img alt="" src="${ofTask}"><img src="/api/files/0"><img src="/api/files/32">`;
  for (let time = 0; time < 2; time++)
    expect([...html.matchAll(shownUploads)].map(([, id]) => id)).toEqual(['30', '32']);
});

import { expect, test } from '@jest/globals';
import { isAllowedOrigin } from './origin';

const url = 'https://work.firma.example';

test.each([
  ['a program', undefined, 'work.firma.example', url, true],
  ['our page', 'https://work.firma.example', 'work.firma.example', url, true],
  ['our page without a public address', 'https://work.firma.example', 'work.firma.example', null, true],
  ['our page through a proxy that names itself', 'https://work.firma.example', 'api:3000', url, true],
  ['this machine', 'http://localhost:3000', 'localhost:3000', null, true],
  ['the page being developed', 'http://localhost:5173', 'localhost:3000', null, true],
  ['the same with a public address', 'http://localhost:5173', 'localhost:3000', 'http://localhost:3000', true],
  ['a neighbour', 'https://intranet.firma.example', 'work.firma.example', url, false],
  ['a neighbour without a public address', 'https://intranet.firma.example', 'work.firma.example', null, false],
  ['a neighbour through a proxy', 'https://intranet.firma.example', 'api:3000', url, false],
  ['another port', 'https://work.firma.example:8443', 'work.firma.example', url, false],
  ['a page from elsewhere on this machine', 'https://evil.example', 'localhost:3000', null, false],
  ['a page of nowhere', 'null', 'work.firma.example', url, false],
])('%s may open a socket or not', (_, origin, host, publicUrl, expected) => {
  expect(isAllowedOrigin({ origin, host }, publicUrl)).toBe(expected);
});

test('what a proxy says was called counts', () => {
  const headers = { origin: 'https://work.firma.example', host: 'inner.firma.example' };
  expect(isAllowedOrigin(headers, null)).toBe(false);
  expect(isAllowedOrigin({ ...headers, 'x-forwarded-host': 'work.firma.example' }, null)).toBe(true);
  expect(isAllowedOrigin({ ...headers, 'x-forwarded-host': 'edge.example, work.firma.example' }, null)).toBe(true);
});

test('through a proxy that tells not what was called, the public address decides', () => {
  const headers = { origin: 'https://work.firma.example', 'x-forwarded-for': '192.0.2.1' };
  for (const host of ['api:3000', '127.0.0.1:3000', '10.0.0.5']) {
    expect(isAllowedOrigin({ ...headers, host }, null)).toBe(true);
    expect(isAllowedOrigin({ ...headers, host }, url)).toBe(true);
    expect(isAllowedOrigin({ ...headers, host }, 'https://gos.firma.example')).toBe(false);
  }
});

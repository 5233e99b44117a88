import { describe, expect, test } from '@jest/globals';
import { cookieOf, deviceCookie, signInCookies, signOutCookies } from './cookies';

const tokens = {
  accessToken: 'aaa.bbb',
  refreshToken: 'aaa.ccc',
  accessExpiration: Date.UTC(2026, 10, 21, 12, 15),
  refreshExpiration: Date.UTC(2026, 11, 21, 12),
};
const local = { publicUrl: null, cookieDomain: null };

describe('cookies', () => {
  test('hide the tokens, show the expirations, live as long as the refresh token', () => {
    const until = 'Path=/; Expires=Mon, 21 Dec 2026 12:00:00 GMT';
    expect(signInCookies(tokens, local, 'localhost:3000')).toEqual([
      `accessToken=aaa.bbb; ${until}; HttpOnly; SameSite=Lax`,
      `refreshToken=aaa.ccc; ${until}; HttpOnly; SameSite=Lax`,
      `accessExpiration=${tokens.accessExpiration}; ${until}; SameSite=Lax`,
      `refreshExpiration=${tokens.refreshExpiration}; ${until}; SameSite=Lax`,
    ]);
  });

  test('are cleared under the same path and domain', () => {
    const config = { publicUrl: 'https://gos.example.com', cookieDomain: 'example.com' };
    const gone = signOutCookies(config, 'gos.example.com').map((cookie) => cookie.split('; ').slice(0, 4).join('; '));
    const ended = 'Expires=Thu, 01 Jan 1970 00:00:00 GMT';
    expect(gone).toEqual([
      ...['accessToken', 'refreshToken', 'accessExpiration', 'refreshExpiration'].map(
        (name) => `${name}=; Domain=example.com; Path=/; ${ended}`,
      ),
      'secondStep=; Domain=example.com; Path=/api/auth; Max-Age=0',
      'oidcTempToken=; Domain=example.com; Path=/api; Max-Age=0',
    ]);
  });

  test.each([
    [null, 'localhost:3000', false],
    [null, '127.0.0.1:3000', false],
    [null, '[::1]:3000', false],
    [null, 'gos.example.com', true],
    ['https://gos.example.com', 'localhost:3000', true],
    ['http://gos.example.com', 'gos.example.com', false],
    ['https://localhost:8443', 'localhost:8443', false],
  ])('with the public address %s and the host %s are secure: %s', (publicUrl, host, secure) => {
    const cookies = signInCookies(tokens, { publicUrl, cookieDomain: null }, host);
    expect(cookies.map((cookie) => /; Secure/.test(cookie))).toEqual([secure, secure, secure, secure]);
  });

  test('of a known browser are for the interface alone, and as secure', () => {
    const config = { publicUrl: 'https://gos.example.com', cookieDomain: 'example.com' };
    expect(deviceCookie('a.b', 60, config, 'x')).toBe(
      'gosDevice=a.b; Domain=example.com; Path=/api; Max-Age=60; HttpOnly; Secure; SameSite=Lax',
    );
    expect(deviceCookie('a', 60, { publicUrl: null, cookieDomain: null }, 'localhost:3000')).not.toContain('Secure');
  });

  test('are found among others', () => {
    expect(cookieOf('theme=dark; accessToken=aaa.bbb; x=1', 'accessToken')).toBe('aaa.bbb');
    expect(cookieOf('theme=dark', 'accessToken')).toBeUndefined();
    expect(cookieOf(undefined, 'accessToken')).toBeUndefined();
  });
});

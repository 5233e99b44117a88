import { appGuard, authGuard, clearSession, cookieDomains, sessionCookies } from './session';

const now = 1_000_000;
const past = now - 1;
const future = now + 1;

describe('the sign-in screens', () => {
  it.each([
    ['no token', null, null, 'stay'],
    ['a valid access token', future, null, 'to-tasks'],
    ['both valid', future, future, 'to-tasks'],
    ['a valid access token beside an expired refresh token', future, past, 'to-tasks'],
    ['an expired access token', past, null, 'clear-and-stay'],
    ['an expired access token beside a valid refresh token', past, future, 'clear-and-stay'],
    ['an access token that expires now', now, future, 'clear-and-stay'],
    ['both expired', past, past, 'clear-and-stay'],
    ['only a refresh token', null, future, 'stay'],
  ] as const)('%s', (_, accessExpiration, refreshExpiration, verdict) => {
    expect(authGuard({ accessExpiration, refreshExpiration }, now)).toBe(verdict);
  });
});

describe('the application', () => {
  it.each([
    ['no token', null, null, 'to-login'],
    ['a valid access token', future, null, 'stay'],
    ['both valid', future, future, 'stay'],
    ['a valid access token beside an expired refresh token', future, past, 'stay'],
    ['both expired', past, past, 'clear-and-to-login'],
    ['both expire now', now, now, 'clear-and-to-login'],
    ['an expired access token beside a valid refresh token', past, future, 'refresh'],
    ['an expired access token without a refresh token', past, null, 'to-login'],
    ['only a valid refresh token', null, future, 'refresh'],
    ['only an expired refresh token', null, past, 'to-login'],
  ] as const)('%s', (_, accessExpiration, refreshExpiration, verdict) => {
    expect(appGuard({ accessExpiration, refreshExpiration }, now)).toBe(verdict);
  });
});

describe('the readable cookies', () => {
  it('are found among others', () => {
    expect(sessionCookies('lng=cs; accessExpiration=1700000000000; refreshExpiration=1800000000000; a=b=c')).toEqual({
      accessExpiration: 1_700_000_000_000,
      refreshExpiration: 1_800_000_000_000,
    });
  });

  it('count as missing when they are no timestamps', () => {
    const missing = { accessExpiration: null, refreshExpiration: null };
    expect(sessionCookies('')).toEqual(missing);
    expect(sessionCookies('accessExpiration=; refreshExpiration=soon')).toEqual(missing);
    expect(sessionCookies('accessExpiration=-5; xrefreshExpiration=9')).toEqual(missing);
  });
});

describe('clearing the cookies', () => {
  it('looks under every domain that a cookie of this host may have', () => {
    expect(cookieDomains('prace.firma.example')).toEqual([null, 'prace.firma.example', 'firma.example', 'example']);
    expect(cookieDomains('localhost')).toEqual([null, 'localhost']);
  });

  it('needs no answer of the server, whatever domain they were set for', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')));
    for (const [name, domain] of [
      ['accessExpiration', '; domain=localhost'],
      ['refreshExpiration', ''],
    ]) {
      // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
      document.cookie = `${name}=9000000000000; path=/${domain}`;
    }
    expect(sessionCookies().accessExpiration).toBe(9_000_000_000_000);
    await clearSession();
    expect(sessionCookies()).toEqual({ accessExpiration: null, refreshExpiration: null });
  });
});

import { refusal } from './support/complaints';
import type { Person } from './support/person';
import { useStage } from './support/stage';

/** The session rules of the specification, section 4, as a browser meets them. */
const stage = useStage();
let known: Person;

type Token = 'none' | 'valid' | 'expired' | 'refused' | 'senseless';
const wanted = '/tasks/given?sort=-name';
const ours = /^(accessToken|refreshToken|accessExpiration|refreshExpiration)$/;

beforeAll(async () => {
  known = await stage.person('Karla Svobodová');
});

/** Somebody at a browser that holds what is left of a session. */
async function visitor(access: Token, refresh: Token): Promise<Person> {
  const person = await stage.again(known);
  person.complaints.foresee(refusal(401, '/api/auth/refresh'));
  await person.send('POST', '/auth/login', { email: known.identity.email, password: known.identity.password });
  const held = await person.context.cookies();
  await person.context.clearCookies();
  const kept = { access, refresh };
  await person.context.addCookies(
    held.flatMap((cookie) => {
      const kind = cookie.name.startsWith('access') ? 'access' : 'refresh';
      const state = kept[kind];
      if (state === 'none') return [];
      if (!cookie.name.endsWith('Expiration')) {
        return [{ ...cookie, value: state === 'refused' ? 'nobody-knows-it' : cookie.value }];
      }
      if (state === 'expired') return [{ ...cookie, value: String(Date.now() - 1_000) }];
      return [{ ...cookie, value: state === 'senseless' ? 'soon' : cookie.value }];
    }),
  );
  return person;
}

const sessionOf = async ({ context }: Person) => (await context.cookies()).filter(({ name }) => ours.test(name));

describe('in the application', () => {
  it.each<[Token, Token]>([
    ['valid', 'valid'],
    ['valid', 'expired'],
    ['valid', 'none'],
  ])('an access token that is %s with a refresh token that is %s lets in', async (access, refresh) => {
    const person = await visitor(access, refresh);
    await person.open(wanted);
    await person.page.getByRole('heading', { level: 1, name: 'Zadané' }).waitFor();
    expect(person.path).toBe(wanted);
    await person.leave();
  });

  it.each<[Token, Token]>([
    ['expired', 'valid'],
    ['none', 'valid'],
  ])('an access token that is %s with a refresh token that is %s is refreshed', async (access, refresh) => {
    const person = await visitor(access, refresh);
    const refreshed = person.page.waitForResponse('**/api/auth/refresh');
    await person.open(wanted);
    expect((await refreshed).ok()).toBe(true);
    await person.page.getByRole('heading', { level: 1, name: 'Zadané' }).waitFor();
    expect(person.path).toBe(wanted);
    const expiration = (await sessionOf(person)).find(({ name }) => name === 'accessExpiration');
    expect(Number(expiration?.value)).toBeGreaterThan(Date.now());
    await person.leave();
  });

  it.each<[Token, Token, 'clears' | 'leaves']>([
    ['expired', 'expired', 'clears'],
    ['expired', 'refused', 'clears'],
    ['none', 'refused', 'clears'],
    ['expired', 'none', 'leaves'],
    ['none', 'expired', 'leaves'],
    ['none', 'none', 'leaves'],
    ['senseless', 'senseless', 'leaves'],
  ])(
    'an access token that is %s with a refresh token that is %s leads to the sign-in and %s the cookies',
    async (access, refresh, cookies) => {
      const person = await visitor(access, refresh);
      await person.open(wanted);
      await person.page.getByRole('heading', { level: 1, name: 'Přihlášení' }).waitFor();
      const address = new URL(person.page.url());
      expect(address.pathname).toBe('/login');
      expect(address.searchParams.get('redirectTo')).toBe(wanted);
      if (cookies === 'clears') expect(await sessionOf(person)).toEqual([]);
      await person.leave();
    },
  );
});

describe('at the sign-in', () => {
  it.each(['/login', '/register'])('%s sends on to the tasks who is signed in', async (path) => {
    for (const refresh of ['valid', 'expired', 'none'] as const) {
      const person = await visitor('valid', refresh);
      await person.open(path);
      await person.page.getByRole('heading', { level: 1, name: 'K dokončení' }).waitFor();
      expect(person.path).toMatch(/^\/tasks\/?$/);
      await person.leave();
    }
  });

  it.each<Token>(['valid', 'expired', 'none'])(
    'an expired access token with a refresh token that is %s is cleared, and one stays',
    async (refresh) => {
      const person = await visitor('expired', refresh);
      await person.open('/login');
      await person.page.getByRole('heading', { level: 1, name: 'Přihlášení' }).waitFor();
      expect(person.path).toBe('/login');
      expect(await sessionOf(person)).toEqual([]);
      await person.leave();
    },
  );

  it.each<[Token, Token]>([
    ['none', 'none'],
    ['none', 'valid'],
    ['senseless', 'none'],
  ])('stays for an access token that is %s and a refresh token that is %s', async (access, refresh) => {
    const person = await visitor(access, refresh);
    await person.open('/login');
    await person.page.getByRole('heading', { level: 1, name: 'Přihlášení' }).waitFor();
    expect(person.path).toBe('/login');
    await person.leave();
  });
});

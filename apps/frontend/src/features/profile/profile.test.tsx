import { screen, waitFor, within } from '@testing-library/react';
import { haveSession, renderApp } from '../../testing/render-app';
import { type Handlers, jan, pageOf, problem, serve, signedIn } from '../../testing/server';
import { browserOf } from './browser-name';

const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString();
const nothing = () => new Response(null, { status: 204 });
const openProfile = (handlers: Handlers) => {
  haveSession();
  const calls = serve({ ...signedIn, ...handlers });
  return { calls, app: renderApp('/profile') };
};
const section = (name: string) => screen.findByRole('region', { name });

describe('about me', () => {
  it('sends only what was changed, and shows a refusal at its field', async () => {
    let refused = true;
    const errors = [{ path: 'phone', code: 'validation.too-long', message: '', params: { max: 50 } }];
    const { calls, app } = openProfile({
      'PATCH /me': ({ body }) =>
        refused ? problem(422, 'validation.failed', { errors }) : { ...jan, ...(body as object) },
    });
    const { user } = await app;
    await user.type(await screen.findByLabelText('Telefon'), ' 777 123 456 ');
    await user.click(screen.getByRole('button', { name: 'Uložit' }));
    await waitFor(() => expect(screen.getByLabelText('Telefon')).toBeInvalid());
    refused = false;
    await user.click(screen.getByRole('button', { name: 'Uložit' }));
    expect(await screen.findByText('Profil uložen')).toBeVisible();
    const sent = calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
    expect(sent).toEqual([{ phone: '777 123 456' }, { phone: '777 123 456' }]);
  });

  it('has the theme too, kept as ever', async () => {
    const { user } = await openProfile({}).app;
    await user.click(await screen.findByRole('radio', { name: 'Tmavý' }));
    expect(localStorage.getItem('gos-theme')).toBe('dark');
  });
});

describe('my password', () => {
  it('is changed, and says that all other browsers are signed out', async () => {
    const { calls, app } = openProfile({ 'POST /me/password': nothing });
    const { user } = await app;
    await user.click(await screen.findByRole('button', { name: 'Změnit heslo' }));
    await user.type(screen.getByLabelText('Dosavadní heslo'), 'staré heslo');
    await user.type(screen.getByLabelText('Nové heslo'), 'nové heslo');
    await user.type(screen.getByLabelText('Nové heslo znovu'), 'nové heslo');
    await user.click(screen.getByRole('button', { name: 'Změnit heslo' }));
    expect(await screen.findByText('Heslo změněno, ostatní prohlížeče jsou odhlášeny')).toBeVisible();
    expect(screen.queryByLabelText('Dosavadní heslo')).toBeNull();
    expect(calls.find(({ path }) => path === '/me/password')?.body).toEqual({
      current: 'staré heslo',
      password: 'nové heslo',
      passwordRepeat: 'nové heslo',
    });
  });

  it('is not there for who signs in without one', async () => {
    await openProfile({ 'GET /me': () => ({ ...jan, password: 'none' }) }).app;
    expect(await section('Kde jste přihlášeni')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Změnit heslo' })).toBeNull();
  });
});

describe('the browsers in which one is signed in', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const session = (id: string, more: object) => ({
    id,
    createdAt: at(3),
    lastSeenAt: at(1),
    expiresAt: at(-27),
    userAgent: null,
    current: false,
    ...more,
  });

  it('are named, and signed out one by one or all but this one', async () => {
    let sessions = [
      session('here', { userAgent: firefox, current: true }),
      session('one', { createdAt: at(0) }),
      session('two', {}),
    ];
    const { calls, app } = openProfile({
      'GET /me': () => ({ ...jan, calendarUrl: 'http://localhost/api/calendar/a.ics' }),
      'GET /me/sessions': () => pageOf(sessions),
      'DELETE /me/sessions/one': () => {
        sessions = sessions.filter(({ id }) => id !== 'one');
        return nothing();
      },
      'DELETE /me/sessions': () => {
        sessions = sessions.slice(0, 1);
        return nothing();
      },
    });
    const { user } = await app;
    const all = within(await section('Kde jste přihlášeni'));
    const here = (await all.findByText('Firefox na Linux')).closest('li')!;
    expect(here).toHaveTextContent('Tento prohlížeč');
    expect(within(here).queryByRole('button')).toBeNull();
    await user.click(all.getByRole('button', { name: /^Odhlásit Neznámý prohlížeč, přihlášeno dnes/ }));
    expect(await screen.findByText('Prohlížeč odhlášen')).toBeVisible();
    await waitFor(() => expect(all.getAllByRole('listitem')).toHaveLength(2));
    await user.click(all.getByRole('button', { name: 'Odhlásit všude jinde' }));
    const dialog = await screen.findByRole('dialog', { name: 'Odhlásit všechny ostatní prohlížeče?' });
    await user.click(within(dialog).getByRole('switch', { name: /^Obnovit i adresu kalendáře/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Odhlásit všude jinde' }));
    await waitFor(() => expect(all.getAllByRole('listitem')).toHaveLength(1));
    const ended = calls.find(({ method, path }) => method === 'DELETE' && path === '/me/sessions');
    expect(ended?.query.get('renewCalendar')).toBe('true');
    expect(all.queryByRole('button', { name: 'Odhlásit všude jinde' })).toBeNull();
  });

  it('can be asked for again when they could not be loaded', async () => {
    let away = true;
    const { app } = openProfile({
      'GET /me/sessions': () => (away ? problem(500, 'request.failed') : pageOf([session('here', { current: true })])),
    });
    const { user } = await app;
    const all = within(await section('Kde jste přihlášeni'));
    const retry = await all.findByRole('button', { name: 'Zkusit znovu' }, { timeout: 5_000 });
    away = false;
    await user.click(retry);
    expect(await all.findByText('Tento prohlížeč')).toBeVisible();
  });

  it.each([
    [firefox, 'Firefox', 'Linux'],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge', 'Windows'],
    ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Chrome', 'Android'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604',
      'Safari',
      'iPhone',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605 Version/18.0 Safari/605', 'Safari', 'macOS'],
    ['curl/8', null, null],
    [null, null, null],
  ])('are told from %s', (userAgent, browser, system) => {
    expect(browserOf(userAgent)).toEqual({ browser, system });
  });
});

describe('API tokens', () => {
  const token = {
    id: 't1',
    name: 'Výkazy',
    scope: 'read',
    start: 'gos_abcdef',
    createdAt: at(2),
    expiresAt: at(-30),
    lastUsedAt: null,
  };

  it('are shown once, then only by their beginnings, and revoked after a question', async () => {
    let tokens: (typeof token)[] = [];
    const { calls, app } = openProfile({
      'GET /me/tokens': () => pageOf(tokens),
      'POST /me/tokens': () => {
        tokens = [token];
        return { ...token, token: 'gos_abcdef-the-rest' };
      },
      'DELETE /me/tokens/t1': () => {
        tokens = [];
        return nothing();
      },
    });
    const { user } = await app;
    const all = within(await section('Tokeny API'));
    expect(await all.findByText('Zatím nemáte žádný token.')).toBeVisible();
    await user.click(all.getByRole('button', { name: 'Vytvořit token' }));
    const asking = within(await screen.findByRole('dialog', { name: 'Nový token API' }));
    await user.click(asking.getByRole('button', { name: /Vytvořit/ }));
    await waitFor(() => expect(asking.getByLabelText('Název')).toBeInvalid());
    expect(asking.getByLabelText('Vaše heslo')).toBeInvalid();
    await user.type(asking.getByLabelText('Název'), 'Výkazy');
    await user.type(asking.getByLabelText('Vaše heslo'), 'správné heslo');
    await user.click(asking.getByRole('radio', { name: 'Číst i zapisovat' }));
    await user.click(asking.getByRole('button', { name: /Vytvořit/ }));
    const made = within(await screen.findByRole('dialog', { name: 'Token Výkazy' }));
    expect(made.getByLabelText('Token')).toHaveValue('gos_abcdef-the-rest');
    await user.click(made.getByRole('button', { name: 'Zkopírovat' }));
    expect(await navigator.clipboard.readText()).toBe('gos_abcdef-the-rest');
    await user.click(made.getByRole('button', { name: 'Hotovo' }));
    const sent = calls.find(({ method, path }) => method === 'POST' && path === '/me/tokens')?.body as {
      expiresAt: string;
    };
    expect(sent).toMatchObject({ name: 'Výkazy', scope: 'write', password: 'správné heslo' });
    expect(Math.round((Date.parse(sent.expiresAt) - Date.now()) / 86_400_000)).toBe(90);
    expect(await all.findByText('gos_abcdef…')).toBeVisible();
    expect(screen.queryByText(/the-rest/)).toBeNull();
    await user.click(all.getByRole('button', { name: 'Zrušit token Výkazy' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Zrušit token Výkazy?' }));
    await user.click(dialog.getByRole('button', { name: 'Zrušit token' }));
    expect(await all.findByText('Zatím nemáte žádný token.')).toBeVisible();
  });

  it('that may not be made say why', async () => {
    const errors = [{ path: '', code: 'validation.too-many', message: '', params: { max: 50 } }];
    const { app } = openProfile({ 'POST /me/tokens': () => problem(422, 'validation.failed', { errors }) });
    const { user } = await app;
    await user.click(await screen.findByRole('button', { name: 'Vytvořit token' }));
    const asking = within(await screen.findByRole('dialog', { name: 'Nový token API' }));
    await user.type(asking.getByLabelText('Název'), 'Padesátý první');
    await user.type(asking.getByLabelText('Vaše heslo'), 'správné heslo');
    await user.click(asking.getByRole('button', { name: /Vytvořit/ }));
    expect(await screen.findByText(/Token se nepodařilo vytvořit/)).toBeVisible();
    expect(asking.getByLabelText('Název')).toHaveValue('Padesátý první');
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { leave } from '../../../lib/leave';
import { haveSession, renderApp } from '../../../testing/render-app';
import { jan, problem, serve, signedIn } from '../../../testing/server';

const google = { id: 'google', name: 'Google' };
const providers = { 'GET /auth/sso': () => ({ items: [google, { id: 'sso', name: 'Firma' }] }) };
const entered = (redirectTo: string) => () => {
  haveSession();
  return { redirectTo };
};
let state = 0;
/** As a provider leads back. */
const callback = (more = '') => `/oidc-callback?code=abc&state=s${++state}${more}`;
const posts = (calls: readonly { readonly path: string; readonly body: unknown }[]) =>
  calls.filter(({ path }) => path.startsWith('/auth/sso/')).map(({ path, body }) => [path, body]);

describe('the buttons of single sign-on', () => {
  it('lead to each provider and on to where one wanted to go', async () => {
    serve(providers);
    await renderApp('/login?redirectTo=/tasks/given?page=2');
    const link = await screen.findByRole('link', { name: 'Přihlásit se přes Google' });
    expect(link).toHaveAttribute('href', '/api/auth/sso/google?redirectTo=%2Ftasks%2Fgiven%3Fpage%3D2');
    expect(screen.getByRole('link', { name: 'Přihlásit se přes Firma' })).toBeVisible();
  });

  it('are at the registration too', async () => {
    serve(providers);
    await renderApp('/register?lng=en');
    expect(await screen.findByRole('link', { name: 'Přihlásit se přes Google' })).toHaveAttribute(
      'href',
      '/api/auth/sso/google',
    );
  });

  it('are missed by nobody while they are not known', async () => {
    serve({ 'GET /auth/sso': () => problem(500, 'server.error') });
    await renderApp('/login');
    expect(await screen.findByLabelText('Heslo')).toBeVisible();
    expect(screen.queryByText('nebo')).toBeNull();
    expect(screen.queryByRole('alert', { name: /./ })).toBeNull();
  });

  it('say when the provider was not reached, once, and nothing that somebody wrote', async () => {
    serve(providers);
    const { router } = await renderApp('/login?error=auth.sso.unavailable&redirectTo=/tasks/given');
    expect(await screen.findByText(/^Poskytovatel přihlášení teď neodpovídá/)).toBeVisible();
    await waitFor(() => expect(router.state.location.search).toEqual({ redirectTo: '/tasks/given' }));
  });
});

describe('the return from a provider', () => {
  it('signs in with one request, and goes on', async () => {
    const calls = serve({ ...signedIn, 'POST /auth/sso/callback': entered('/tasks/given') });
    const { path } = await renderApp(callback());
    await waitFor(() => expect(path()).toBe('/tasks/given'));
    expect(posts(calls)).toEqual([['/auth/sso/callback', { code: 'abc', state: `s${state}` }]]);
    expect(await screen.findByRole('button', { name: /Jan Novák/ })).toBeVisible();
  });

  it('passes on the issuer that the provider names', async () => {
    const calls = serve({ ...signedIn, 'POST /auth/sso/callback': entered('/tasks/given') });
    const iss = 'https://accounts.google.com';
    const { path } = await renderApp(`${callback()}&iss=${encodeURIComponent(iss)}`);
    await waitFor(() => expect(path()).toBe('/tasks/given'));
    expect(posts(calls)).toEqual([['/auth/sso/callback', { code: 'abc', state: `s${state}`, iss }]]);
  });

  it.each(['12345678901234567890', '1e5', 'true', '007'])('takes the code %s as it is written', async (code) => {
    const calls = serve({ ...signedIn, 'POST /auth/sso/callback': entered('/tasks/given') });
    const address = `/oidc-callback?code=${code}&state=s${++state}`;
    window.history.replaceState(null, '', address);
    const { path } = await renderApp(address);
    await waitFor(() => expect(path()).toBe('/tasks/given'));
    window.history.replaceState(null, '', '/');
    expect(posts(calls)).toEqual([['/auth/sso/callback', { code, state: `s${state}` }]]);
  });

  it('never leads to another site', async () => {
    serve({ ...signedIn, 'POST /auth/sso/callback': entered('//evil.example') });
    const { path } = await renderApp(callback());
    await waitFor(() => expect(path()).toBe('/tasks'));
    expect(await screen.findByRole('button', { name: /Jan Novák/ })).toBeVisible();
  });

  it('asks for the password of the account with that e-mail, and says why it was refused', async () => {
    let tries = 0;
    const calls = serve({
      ...signedIn,
      'POST /auth/sso/callback': () => ({ link: { provider: google, email: 'jan@example.cz' } }),
      'POST /auth/sso/link': () => (++tries === 1 ? problem(401, 'auth.credentials') : entered('/tasks/given')()),
    });
    const { user, path, router } = await renderApp(callback());
    expect(await screen.findByText(/^Účet s e-mailem jan@example\.cz už tu je\./)).toBeVisible();
    expect(router.state.location.href).toBe('/oidc-callback');
    const submit = screen.getByRole('button', { name: 'Propojit a přihlásit se' });
    await user.click(submit);
    expect(screen.getByLabelText('Heslo')).toBeInvalid();
    await user.type(screen.getByLabelText('Heslo'), 'jiné heslo{Enter}');
    expect(await screen.findByText('Chyba při přihlašování')).toBeVisible();
    await user.clear(screen.getByLabelText('Heslo'));
    await user.type(screen.getByLabelText('Heslo'), 'tajné heslo{Enter}');
    await waitFor(() => expect(path()).toBe('/tasks/given'));
    expect(posts(calls).slice(1)).toEqual([
      ['/auth/sso/link', { password: 'jiné heslo' }],
      ['/auth/sso/link', { password: 'tajné heslo' }],
    ]);
  });

  it.each([
    ['access_denied', 'U poskytovatele jste přihlášení nedokončili.'],
    ['server_error', /^Odpověď poskytovatele přihlášení jsme nepřijali/],
  ])('with %s says so, and leads back to the sign-in', async (error, sentence) => {
    const calls = serve(providers);
    const { user, path } = await renderApp(`/oidc-callback?state=x&error=${error}&error_description=Not%20today`);
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByText('Poskytovatel k tomu uvádí: Not today')).toBeVisible();
    expect(posts(calls)).toEqual([]);
    await user.click(screen.getByRole('link', { name: 'Na přihlášení' }));
    await waitFor(() => expect(path()).toBe('/login'));
  });

  it('repeats no code of the protocol where it was denied without a word', async () => {
    serve(providers);
    await renderApp('/oidc-callback?state=x&error=access_denied');
    expect(await screen.findByText('U poskytovatele jste přihlášení nedokončili.')).toBeVisible();
    expect(screen.queryByText(/access_denied/)).toBeNull();
  });

  it('is tried again where the provider was not reached', async () => {
    let tries = 0;
    const calls = serve({
      ...signedIn,
      'POST /auth/sso/callback': () => (++tries === 1 ? problem(503, 'auth.sso.unavailable') : entered('/tasks')()),
    });
    const { user, path } = await renderApp(callback());
    expect(await screen.findByText(/^Poskytovatel přihlášení teď neodpovídá/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Zkusit znovu' }));
    await waitFor(() => expect(path()).toBe('/tasks'));
    expect(posts(calls)).toHaveLength(2);
  });

  it('that is over says so, or goes on where somebody is signed in', async () => {
    serve({ ...signedIn, 'POST /auth/sso/callback': () => problem(401, 'auth.sso.ended') });
    await renderApp('/oidc-callback');
    expect(await screen.findByText(/^Přihlášení trvalo příliš dlouho/)).toBeVisible();
    haveSession();
    const { path } = await renderApp(callback());
    await waitFor(() => expect(path()).toBe('/tasks'));
  });

  it('leads who has no password on by the forgotten password', async () => {
    serve({ 'POST /auth/sso/callback': () => problem(403, 'auth.sso.recover') });
    await renderApp(callback());
    expect(await screen.findByRole('link', { name: 'Zapomenuté heslo' })).toHaveAttribute('href', '/forgotten');
  });
});

describe('connected accounts', () => {
  const since = '2026-11-01T08:00:00.000Z';
  const at = 'https://accounts.example/authorize?state=connecting';
  const section = () => screen.findByRole('region', { name: 'Připojené účty' });

  beforeEach(() => {
    vi.spyOn(leave, 'to').mockImplementation(() => undefined);
    haveSession();
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('are connected by the password, and come back to the profile', async () => {
    let tries = 0;
    const wrong = { errors: [{ path: 'password', code: 'auth.password.wrong', message: '' }] };
    const calls = serve({
      ...signedIn,
      'GET /me/identities': () => ({ items: [{ provider: google, connected: null }] }),
      'POST /me/identities/google': () => (++tries === 1 ? problem(422, 'validation.failed', wrong) : { location: at }),
      'POST /auth/sso/callback': () => problem(409, 'identity.taken'),
    });
    const { user } = await renderApp('/profile');
    await user.click(within(await section()).getByRole('button', { name: 'Připojit účet Google' }));
    await user.type(await screen.findByLabelText('Vaše heslo'), 'jiné{Enter}');
    await waitFor(() => expect(screen.getByLabelText('Vaše heslo')).toBeInvalid());
    await user.type(screen.getByLabelText('Vaše heslo'), ' heslo{Enter}');
    await waitFor(() => expect(leave.to).toHaveBeenCalledWith(at));
    const sent = calls.filter(({ method, path }) => method === 'POST' && path === '/me/identities/google');
    expect(sent.map(({ body }) => body)).toEqual([{ password: 'jiné' }, { password: 'jiné heslo' }]);
    await renderApp('/oidc-callback?code=abc&state=connecting');
    expect(await screen.findByRole('heading', { name: 'Připojení účtu se nepovedlo' })).toBeVisible();
    expect(screen.getByText('Tento účet u poskytovatele je připojený k někomu jinému.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Zpět do profilu' })).toHaveAttribute('href', '/profile');
  });

  it('need no password of who has none, and the only way in stays', async () => {
    const calls = serve({
      ...signedIn,
      'GET /me': () => ({ ...jan, password: 'none' }),
      'GET /me/identities': () => ({
        items: [
          { provider: google, connected: { email: 'jan@gmail.example', since } },
          { provider: { id: 'sso', name: 'Firma' }, connected: null },
        ],
      }),
      'POST /me/identities/sso': () => ({ location: at }),
      'DELETE /me/identities/google': () => problem(409, 'identity.last'),
    });
    const { user } = await renderApp('/profile');
    const shown = within(await section());
    expect(shown.getByText(/^Připojen od .* · jan@gmail\.example$/)).toBeVisible();
    await user.click(shown.getByRole('button', { name: 'Odpojit účet Google' }));
    const dialog = await screen.findByRole('dialog', { name: 'Odpojit účet Google?' });
    await user.click(within(dialog).getByRole('button', { name: 'Odpojit' }));
    expect(await screen.findByText(/Jinak se přihlásit nemůžete/)).toBeVisible();
    await user.click(shown.getByRole('button', { name: 'Připojit účet Firma' }));
    await waitFor(() => expect(leave.to).toHaveBeenCalledWith(at));
    expect(calls.find(({ path }) => path === '/me/identities/sso')?.body).toEqual({});
  });
});

describe('a sign-out at the provider', () => {
  const firma = { id: 'sso', name: 'Firma' } as const;
  const inFirma = { 'GET /me': () => ({ ...jan, signOutAt: firma }) };

  async function signOut(handlers: Parameters<typeof serve>[0]) {
    haveSession();
    const to = vi.spyOn(leave, 'to').mockImplementation(() => {});
    const calls = serve({
      ...signedIn,
      ...inFirma,
      'POST /auth/logout': () => new Response(null, { status: 204 }),
      ...handlers,
    });
    const app = await renderApp('/tasks');
    await app.user.click(await screen.findByRole('button', { name: /Jan Novák/ }));
    await app.user.click(await screen.findByRole('menuitem', { name: 'Odhlásit se i z účtu Firma' }));
    await waitFor(() => expect(app.path()).toBe('/login'));
    return { ...app, calls, to };
  }

  it('is offered beside the plain one, leads there, and is said after the return', async () => {
    const location = 'https://sso.firma.example/out?state=abc';
    const { calls, to, router } = await signOut({ 'POST /auth/sso/logout': () => ({ location }) });
    await waitFor(() => expect(to).toHaveBeenCalledWith(location));
    expect(calls.filter(({ path }) => path === '/auth/sso/logout')).toHaveLength(1);
    await router.navigate({ to: '/login', search: { state: 'another' } });
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty('state'));
    expect(screen.queryByText(/Odhlásili jste se/)).toBeNull();
    await router.navigate({ to: '/login', search: { state: 'abc' } });
    expect(await screen.findByText('Odhlásili jste se tady i z účtu Firma.')).toBeVisible();
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty('state'));
  });

  it('says so when the provider does not answer', async () => {
    const { to } = await signOut({ 'POST /auth/sso/logout': () => ({ location: null }) });
    expect(await screen.findByText(/^Tady jste odhlášeni\. Firma teď neodpovídá/)).toBeVisible();
    expect(to).not.toHaveBeenCalled();
  });

  it('is not offered where the session began otherwise', async () => {
    haveSession();
    serve(signedIn);
    const { user } = await renderApp('/tasks');
    await user.click(await screen.findByRole('button', { name: /Jan Novák/ }));
    expect(await screen.findByRole('menuitem', { name: 'Odhlásit se' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: /Odhlásit se i z/ })).toBeNull();
  });
});

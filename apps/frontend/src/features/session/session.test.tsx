import { screen, waitFor, within } from '@testing-library/react';
import { noteServerTime } from '../../lib/server-clock';
import { haveSession, renderApp } from '../../testing/render-app';
import { jan, json, problem, serve, signedIn } from '../../testing/server';
import { showToast } from '../../ui/toast';

const signedInBy = (handler: () => Response) => ({ ...signedIn, 'POST /auth/login': handler });
const accepted = () => {
  haveSession();
  return json(200, { id: jan.id, name: jan.name });
};

async function signIn(user: Awaited<ReturnType<typeof renderApp>>['user']) {
  await user.type(await screen.findByLabelText('E-mail'), ' jan@example.cz ');
  await user.type(screen.getByLabelText('Heslo'), 'tajné heslo');
  await user.click(screen.getByRole('button', { name: 'Přihlásit se' }));
}

describe('signing in', () => {
  it('leads to where one wanted to go', async () => {
    const calls = serve(signedInBy(accepted));
    const { user, path, router } = await renderApp('/people-that-is-not-there');
    expect(await screen.findByRole('heading', { name: 'Na této adrese nic není' })).toBeVisible();
    await router.navigate({ to: '/tasks/given', search: {} });
    await waitFor(() => expect(path()).toBe('/login'));
    expect(router.state.location.search).toMatchObject({ redirectTo: '/tasks/given' });
    await signIn(user);
    await waitFor(() => expect(path()).toBe('/tasks/given'));
    const sent = calls.find((call) => call.path === '/auth/login');
    expect(sent?.body).toEqual({ email: 'jan@example.cz', password: 'tajné heslo' });
    expect(sent?.headers.get('x-requested-with')).toBe('gos');
    expect(await screen.findByRole('button', { name: /Jan Novák/ })).toBeVisible();
  });

  it('that the browser did not keep says so, once, and can be tried again with what was typed', async () => {
    let keeps = false;
    serve(signedInBy(() => (keeps ? accepted() : json(200, { id: jan.id, name: jan.name }))));
    const { user, path, router } = await renderApp('/login?redirectTo=%2Ftasks%2Fgiven&lng=cs');
    await signIn(user);
    expect(await screen.findByText(/prohlížeč si ho nezapamatoval. Povolte pro tuto adresu cookies/)).toBeVisible();
    expect(path()).toBe('/login');
    await waitFor(() => expect(router.state.location.search).toEqual({ redirectTo: '/tasks/given' }));
    keeps = true;
    await waitFor(() => expect(screen.getByRole('button', { name: 'Přihlásit se' })).toBeEnabled());
    expect(screen.getByLabelText('Heslo')).toHaveValue('tajné heslo');
    await user.click(screen.getByRole('button', { name: 'Přihlásit se' }));
    await waitFor(() => expect(path()).toBe('/tasks/given'));
    expect(await screen.findByRole('button', { name: /Jan Novák/ })).toBeVisible();
  });

  it('that was not kept after the second step begins again with the password', async () => {
    serve({
      'POST /auth/login': () => ({ secondStep: ['recovery'] }),
      'POST /auth/second-step': () => json(200, { id: jan.id, name: jan.name }),
    });
    const { user } = await renderApp('/login?lng=cs');
    await signIn(user);
    await user.type(await screen.findByLabelText('Záložní kód'), 'abcd{Enter}');
    expect(await screen.findByText(/prohlížeč si ho nezapamatoval/)).toBeVisible();
    expect(await screen.findByLabelText('E-mail')).toHaveValue('jan@example.cz');
    expect(screen.getByRole('button', { name: 'Přihlásit se' })).toBeEnabled();
  });

  it('never leads to another site', async () => {
    serve(signedInBy(accepted));
    const { user, path } = await renderApp('/login?redirectTo=https%3A%2F%2Fevil.example%2F');
    await signIn(user);
    await waitFor(() => expect(path()).toBe('/tasks'));
    expect(await screen.findByRole('button', { name: /Jan Novák/ })).toBeVisible();
  });

  it('asks for both fields', async () => {
    serve({});
    const { user } = await renderApp('/login');
    await user.click(await screen.findByRole('button', { name: 'Přihlásit se' }));
    expect(await screen.findByText('Vyplňte obě pole')).toBeVisible();
    expect(screen.getByLabelText('E-mail')).toBeInvalid();
    expect(screen.getByLabelText('Heslo')).toBeInvalid();
  });

  it('says so when the pair is wrong, and keeps what was typed', async () => {
    serve(signedInBy(() => problem(401, 'auth.credentials')));
    const { user, path } = await renderApp('/login?lng=cs');
    await signIn(user);
    expect(await screen.findByText('Chyba při přihlašování')).toBeVisible();
    expect(screen.getByLabelText('Heslo')).toHaveValue('tajné heslo');
    expect(path()).toBe('/login');
  });

  it('says for how long to wait, counts down, and keeps the e-mail', async () => {
    let wait = '3';
    const limited = () => {
      const { body } = problem(429, 'request.rate-limited');
      return new Response(body, { status: 429, headers: { 'retry-after': wait } });
    };
    serve(signedInBy(limited));
    const { user } = await renderApp('/login?lng=cs');
    await signIn(user);
    const alert = await screen.findByRole('alert');
    await waitFor(() => expect(alert).toHaveTextContent(/Příliš mnoho pokusů\. Zkuste to znovu za [1-3] sekund/));
    expect(screen.getByLabelText('E-mail')).toHaveValue('jan@example.cz');
    await waitFor(() => expect(alert).toHaveTextContent(/^Teď to můžete zkusit znovu\.$/), { timeout: 5_000 });
    wait = '480';
    await user.click(screen.getByRole('button', { name: 'Přihlásit se' }));
    await waitFor(() => expect(alert).toHaveTextContent('Zkuste to znovu za 8 minut.'));
  });

  it('says what to do when the pair is wrong, or nothing answers', async () => {
    let answer = (): Response | Promise<never> => problem(401, 'auth.credentials');
    serve(signedInBy(() => answer() as Response));
    const { user } = await renderApp('/login?lng=cs');
    await signIn(user);
    expect(await screen.findByText(/^Zkontrolujte e-mail, heslo i Caps Lock/)).toBeVisible();
    answer = () => Promise.reject(new TypeError('network'));
    await user.click(screen.getByRole('button', { name: 'Přihlásit se' }));
    expect(await screen.findByText(/^Gos teď není dostupný/)).toBeVisible();
    expect(screen.getByText('Chyba při přihlašování')).toBeVisible();
    expect(screen.queryByText(/^Zkontrolujte/)).toBeNull();
  });

  it('by a second step asks for it, and offers the other ways', async () => {
    const bodies: unknown[] = [];
    const calls = serve({
      ...signedIn,
      'POST /auth/login': () => ({ secondStep: ['totp', 'passkey', 'recovery'] }),
      'POST /auth/second-step': ({ body }) => {
        bodies.push(body);
        return bodies.length === 1 ? problem(401, 'auth.second-step.wrong') : accepted();
      },
    });
    const { user, path } = await renderApp('/login?redirectTo=%2Ftasks%2Fgiven');
    await signIn(user);
    const code = await screen.findByLabelText('Kód z aplikace');
    expect(code).toHaveFocus();
    expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Povinné');
    await user.type(code, '123456{Enter}');
    expect(await screen.findByText(/^Tento kód neplatí\. Zkuste/)).toBeVisible();
    expect(code).toHaveValue('123456');
    await user.click(screen.getByRole('button', { name: 'Použít záložní kód' }));
    const recovery = screen.getByLabelText('Záložní kód');
    expect(recovery).toHaveFocus();
    await user.type(recovery, 'abcd-efgh-ijkm-npqr{Enter}');
    await waitFor(() => expect(path()).toBe('/tasks/given'));
    expect(bodies).toEqual([
      { kind: 'totp', code: '123456' },
      { kind: 'recovery', code: 'abcd-efgh-ijkm-npqr' },
    ]);
    expect(calls.filter((call) => call.path === '/auth/login')).toHaveLength(1);
    expect(await screen.findByRole('button', { name: /Jan Novák/ })).toBeVisible();
  });

  it('that took too long begins again with the password, and says why', async () => {
    serve({
      'POST /auth/login': () => ({ secondStep: ['recovery'] }),
      'POST /auth/second-step': () => problem(401, 'auth.second-step.ended'),
    });
    const { user } = await renderApp('/login');
    await signIn(user);
    await user.type(await screen.findByLabelText('Záložní kód'), 'abcd{Enter}');
    expect(await screen.findByText('Přihlášení jste nedokončili včas. Přihlaste se znovu.')).toBeVisible();
    expect(screen.getByLabelText('E-mail')).toHaveValue('jan@example.cz');
    expect(screen.getByLabelText('Heslo')).toHaveValue('');
  });

  it('can show the password', async () => {
    serve({});
    const { user } = await renderApp('/login');
    const password = await screen.findByLabelText('Heslo');
    expect(password).toHaveAttribute('type', 'password');
    expect(password).toHaveAttribute('autocomplete', 'current-password');
    await user.click(screen.getByRole('button', { name: 'Zobrazit heslo', hidden: true }));
    expect(password).toHaveAttribute('type', 'text');
  });

  it('is not offered to who is signed in', async () => {
    haveSession();
    serve(signedIn);
    const { path } = await renderApp('/login');
    await waitFor(() => expect(path()).toBe('/tasks'));
  });
});

describe('registering', () => {
  async function fill(user: Awaited<ReturnType<typeof renderApp>>['user'], repeated = 'dlouhé heslo') {
    await user.type(await screen.findByLabelText('Jméno a příjmení'), 'Jan Novák');
    await user.type(screen.getByLabelText('E-mail'), 'jan@example.cz');
    await user.type(screen.getByLabelText('Heslo'), 'dlouhé heslo');
    await user.type(screen.getByLabelText('Heslo znovu'), repeated);
    await user.click(screen.getByRole('button', { name: 'Zaregistrovat se' }));
  }

  it('signs in and leads to the tasks', async () => {
    const calls = serve({
      ...signedIn,
      'POST /auth/register': () => {
        haveSession();
        return json(201, { id: 1 });
      },
    });
    const { user, path } = await renderApp('/register');
    await fill(user);
    await waitFor(() => expect(path()).toBe('/tasks'));
    expect(calls.find((call) => call.path === '/auth/register')?.body).toEqual({
      name: 'Jan Novák',
      email: 'jan@example.cz',
      password: 'dlouhé heslo',
      passwordRepeat: 'dlouhé heslo',
    });
  });

  it('asks the first person for the code, which the address may bring', async () => {
    window.__GOS_CONFIG__ = { setup: 'needed' };
    let tries = 0;
    const calls = serve({
      ...signedIn,
      'POST /auth/register': () => {
        if (++tries === 1) return problem(403, 'auth.setup');
        haveSession();
        return json(201, { id: 1 });
      },
    });
    const { user, path } = await renderApp('/register?setup=of-yesterday');
    const code = await screen.findByLabelText('Zakládací kód');
    expect(code).toHaveValue('of-yesterday');
    await user.clear(code);
    await fill(user);
    expect(await screen.findByText('Vyplňte zakládací kód')).toBeVisible();
    await user.type(code, ' wrong');
    const submit = screen.getByRole('button', { name: 'Zaregistrovat se' });
    await user.click(submit);
    expect(await screen.findByText(/Tohle není ten kód/)).toBeVisible();
    expect(code).toHaveFocus();
    await user.clear(code);
    await user.type(code, 'right');
    await user.click(submit);
    await waitFor(() => expect(path()).toBe('/tasks'));
    const sent = calls.filter((call) => call.path === '/auth/register').map(({ body }) => body);
    expect(sent).toMatchObject([{ setup: 'wrong' }, { setup: 'right' }]);
  });

  it('comes first where nobody has registered yet, and says who becomes the admin', async () => {
    window.__GOS_CONFIG__ = { setup: 'open' };
    serve({
      ...signedIn,
      'POST /auth/register': () => {
        haveSession();
        return json(201, { id: 1 });
      },
    });
    const { user, path } = await renderApp('/login');
    expect(await screen.findByText(/První člověk se stane správcem\.$/)).toBeVisible();
    expect(path()).toBe('/register');
    expect(screen.queryByLabelText('Zakládací kód')).toBeNull();
    expect(screen.queryByRole('link', { name: /Přihlaste se/ })).toBeNull();
    await fill(user);
    await waitFor(() => expect(path()).toBe('/tasks'));
    expect(window.__GOS_CONFIG__?.setup).toBeUndefined();
  });

  it('asks for both fields of the password, without asking the server', async () => {
    const calls = serve({});
    const { user } = await renderApp('/register');
    await user.type(await screen.findByLabelText('Jméno a příjmení'), 'Jan Novák');
    await user.type(screen.getByLabelText('E-mail'), 'jan@example.cz');
    const submit = screen.getByRole('button', { name: 'Zaregistrovat se' });
    await user.click(submit);
    expect(await screen.findByText('Vyplňte obě pole')).toBeVisible();
    expect(screen.getByLabelText('Heslo')).toHaveFocus();
    await user.type(screen.getByLabelText('Heslo'), 'dlouhé heslo');
    await user.click(submit);
    expect(await screen.findByText('Vyplňte obě pole')).toBeVisible();
    expect(screen.getByLabelText('Heslo znovu')).toHaveFocus();
    expect(calls).toEqual([]);
  });

  it('keeps the language in which one registered, in the profile too', async () => {
    localStorage.setItem('lng', 'en');
    const calls = serve({
      ...signedIn,
      'POST /auth/register': () => {
        haveSession();
        return json(201, { id: 1 });
      },
      'PATCH /me': ({ body }) => ({ ...jan, ...(body as object) }),
    });
    const { user } = await renderApp('/register');
    await user.type(await screen.findByLabelText('Name'), 'John Smith');
    await user.type(screen.getByLabelText('E-mail'), 'john@example.com');
    await user.type(screen.getByLabelText('Password'), 'a long password');
    await user.type(screen.getByLabelText('Repeat password'), 'a long password');
    await user.click(screen.getByRole('button', { name: 'Register' }));
    expect(await screen.findByRole('link', { name: /To complete/ })).toBeInTheDocument();
    expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ language: 'en' });
  });

  it('says at its field that the passwords differ, without asking the server', async () => {
    const calls = serve({});
    const { user } = await renderApp('/register');
    await fill(user, 'jiné heslo');
    expect(await screen.findByText('Hesla se neshodují')).toBeVisible();
    expect(screen.getByLabelText('Heslo znovu')).toBeInvalid();
    expect(screen.getByLabelText('Heslo znovu')).toHaveFocus();
    expect(calls).toEqual([]);
  });

  it('asks for another password where it is one of the commonest', async () => {
    const errors = [{ path: 'password', code: 'auth.password.common', message: 'Too common.' }];
    serve({ 'POST /auth/register': () => problem(422, 'validation.failed', { errors }) });
    const { user } = await renderApp('/register');
    await fill(user);
    expect(await screen.findByText(/^Tohle heslo patří k těm, která se hádají jako první\./)).toBeVisible();
    expect(screen.getByLabelText('Heslo')).toBeInvalid();
    expect(screen.getByLabelText('Heslo')).toHaveFocus();
  });

  it('shows what the server says of a field at the field', async () => {
    const errors = [{ path: 'email', code: 'auth.email', message: 'An e-mail address is needed.' }];
    serve({ 'POST /auth/register': () => problem(422, 'validation.failed', { errors }) });
    const { user } = await renderApp('/register');
    await fill(user);
    await waitFor(() => expect(screen.getByLabelText('E-mail')).toBeInvalid());
  });
});

describe('the session', () => {
  it('is refreshed when only the access has expired', async () => {
    haveSession({ access: -1_000 });
    const refresh = vi.fn(() => {
      haveSession();
      return new Response(null, { status: 204 });
    });
    serve({ ...signedIn, 'POST /auth/refresh': refresh });
    const { path } = await renderApp('/tasks');
    expect(await screen.findByRole('button', { name: /Jan Novák/ })).toBeVisible();
    expect([path(), refresh.mock.calls.length]).toEqual(['/tasks', 1]);
  });

  it('is judged by the clock of the server where that of the machine is wrong', async () => {
    const wrong = 2 * 3_600_000;
    const answer = () => {
      haveSession({ access: 900_000 - wrong });
      return new Response(JSON.stringify({ id: jan.id, name: jan.name }), {
        headers: { date: new Date(Date.now() - wrong).toUTCString() },
      });
    };
    const calls = serve({ ...signedInBy(answer), 'POST /auth/refresh': answer });
    const { user, path } = await renderApp('/login');
    await signIn(user);
    await waitFor(() => expect(path()).toBe('/tasks'));
    expect(await screen.findByRole('button', { name: /Jan Novák/ })).toBeVisible();
    expect(calls.filter((call) => call.path === '/auth/refresh')).toEqual([]);
    noteServerTime(new Date().toUTCString());
  });

  it.each([
    ['both have expired', { access: -1_000, refresh: -1_000 }],
    ['the refresh is refused', { access: -1_000 }],
  ])('is cleared when %s', async (_, session) => {
    haveSession(session);
    serve({
      'POST /auth/refresh': () => problem(401, 'auth.session-ended'),
      'POST /auth/logout': () => new Response(null, { status: 204 }),
    });
    const { path, router } = await renderApp('/tasks/given');
    await waitFor(() => expect(path()).toBe('/login'));
    expect(router.state.location.search).toMatchObject({ redirectTo: '/tasks/given' });
    expect(document.cookie).not.toContain('Expiration');
  });

  it('that ends under one’s hands asks to sign in over the screen, and goes on', async () => {
    haveSession();
    let ended = false;
    let me = jan;
    serve({
      ...signedIn,
      'GET /me': () => me,
      'PATCH /me': ({ body }) => {
        if (ended) return problem(401, 'auth.session-ended');
        me = { ...me, ...(body as object) };
        return { id: me.id };
      },
      'POST /auth/refresh': () => problem(401, 'auth.session-ended'),
      'POST /auth/login': () => {
        ended = false;
        return accepted();
      },
    });
    const { user, path } = await renderApp('/profile');
    const phone = await screen.findByLabelText('Telefon');
    await user.type(phone, '777 123 456');
    ended = true;
    await user.click(screen.getByRole('button', { name: 'Uložit' }));
    const dialog = await screen.findByRole('dialog', { name: 'Přihlášení vypršelo' });
    expect(within(dialog).getByLabelText('E-mail')).toHaveValue('jan@example.cz');
    await user.type(within(dialog).getByLabelText('Heslo'), 'tajné heslo');
    await user.click(within(dialog).getByRole('button', { name: 'Přihlásit se' }));
    expect(await screen.findByText('Profil uložen')).toBeVisible();
    expect(screen.getByLabelText('Telefon')).toHaveValue('777 123 456');
    expect(path()).toBe('/profile');
  });

  it('that ended goes on by itself once the same person has signed in in another tab', async () => {
    haveSession();
    let ended = false;
    serve({
      ...signedIn,
      'GET /me': () => (ended ? problem(401, 'auth.session-ended') : jan),
      'PATCH /me': ({ body }) => (ended ? problem(401, 'auth.session-ended') : { ...jan, ...(body as object) }),
      'POST /auth/refresh': () => problem(401, 'auth.session-ended'),
    });
    const { user } = await renderApp('/profile');
    await user.type(await screen.findByLabelText('Telefon'), '777 123 456');
    ended = true;
    await user.click(screen.getByRole('button', { name: 'Uložit' }));
    const dialog = await screen.findByRole('dialog', { name: 'Přihlášení vypršelo' });
    window.dispatchEvent(new Event('focus'));
    expect(dialog).toBeVisible();
    ended = false;
    window.dispatchEvent(new Event('focus'));
    expect(await screen.findByText('Profil uložen')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Přihlášení vypršelo' })).toBeNull());
  });
});

describe('another person who signs in without the page being loaded anew', () => {
  const eva = { ...jan, id: 7, name: 'Eva Malá' };

  async function signOut({ user }: Awaited<ReturnType<typeof renderApp>>) {
    await user.click(screen.getByRole('button', { name: /Jan Novák/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Odhlásit se' }));
  }

  async function loseSession({ router }: Awaited<ReturnType<typeof renderApp>>) {
    haveSession({ access: -1_000, refresh: -1_000 });
    await router.navigate({ to: '/tasks/given' });
  }

  it.each([
    ['signed out', signOut],
    ['lost the session', loseSession],
  ])('has nothing of the one who %s', async (_, leave) => {
    haveSession();
    let person = jan;
    const undone = vi.fn();
    const calls = serve({
      ...signedIn,
      'GET /me': () => person,
      'GET /me/preferences/sidebar': () => (person === jan ? { value: null } : new Promise(() => undefined)),
      'GET /undo': () => ({ items: [] }),
      'PUT /me/preferences/sidebar': ({ body }) => (person === jan ? new Promise(() => undefined) : body),
      'POST /auth/logout': () => new Response(null, { status: 204 }),
      'POST /auth/login': () => {
        person = eva;
        return accepted();
      },
    });
    const app = await renderApp('/tasks');
    const group = (name: string, expanded: boolean) =>
      screen.findByRole('button', { name: `Skupina ${name}`, expanded });
    await app.user.click(await group('Úkoly', true));
    await app.user.click(await group('Faktury', false));
    showToast({ message: 'Úkol smazán', undo: undone });
    localStorage.setItem('gos-task-draft-1', 'x');
    sessionStorage.setItem('gos-unsent-comment-1-3', 'x');
    localStorage.setItem('gos-theme', 'dark');
    localStorage.setItem('lng', 'cs');
    await leave(app);
    await waitFor(() => expect(app.path()).toBe('/login'));
    await signIn(app.user);
    expect(await screen.findByRole('button', { name: /Eva Malá/ })).toBeVisible();
    await app.user.keyboard('{Control>}z{/Control}');
    expect(undone).not.toHaveBeenCalled();
    // The key lists the actions of the person who is signed in.
    await screen.findByRole('dialog', { name: 'Moje poslední akce' });
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await app.user.click(await group('Úkoly', true));
    const stored = calls.filter(({ method, path }) => method === 'PUT' && path === '/me/preferences/sidebar');
    expect(stored.map(({ body }) => body)).toEqual([{ value: { tasks: false } }, { value: { tasks: false } }]);
    // A person whose session expired finds their draft again.
    const kept = leave === loseSession ? 'x' : null;
    const drafts = [localStorage.getItem('gos-task-draft-1'), sessionStorage.getItem('gos-unsent-comment-1-3')];
    expect(drafts).toEqual([kept, kept]);
    expect([localStorage.getItem('gos-theme'), localStorage.getItem('lng')]).toEqual(['dark', 'cs']);
  });

  it('has nothing read for the one who is leaving', async () => {
    haveSession();
    let left: (answer: Response) => void = () => undefined;
    const answered = new Promise<Response>((resolve) => {
      left = resolve;
    });
    const calls = serve({ ...signedIn, 'POST /auth/logout': () => answered });
    const app = await renderApp('/tasks');
    await signOut(app);
    const before = calls.length;
    // A live change of another person arrived a moment before.
    void app.queryClient.invalidateQueries();
    await new Promise((wait) => setTimeout(wait, 50));
    left(new Response(null, { status: 204 }));
    await waitFor(() => expect(app.path()).toBe('/login'));
    const later = calls.slice(before).map(({ path }) => path);
    expect(later.filter((path) => path !== '/auth/sso')).toEqual([]);
  });

  it('signs out in all tabs', async () => {
    haveSession();
    const calls = serve({ ...signedIn, 'POST /auth/logout': () => new Response(null, { status: 204 }) });
    const { path } = await renderApp('/tasks');
    expect(await screen.findByRole('button', { name: /Jan Novák/ })).toBeVisible();
    sessionStorage.setItem('gos-unsent-comment-1-3', 'x');
    // Another tab clears the session, and its visit last.
    haveSession({ access: -1_000, refresh: -1_000 });
    localStorage.removeItem('gos-visit-1');
    window.dispatchEvent(new StorageEvent('storage', { key: 'gos-visit-1', newValue: null }));
    await waitFor(() => expect(path()).toBe('/login'));
    await waitFor(() => expect(sessionStorage.getItem('gos-unsent-comment-1-3')).toBeNull());
    expect(calls.filter(({ path: asked }) => asked === '/auth/refresh')).toEqual([]);
    // And comes in with the other one.
    haveSession();
    localStorage.setItem('gos-visit-1', 'new');
    window.dispatchEvent(new StorageEvent('storage', { key: 'gos-visit-1', newValue: 'new' }));
    await waitFor(() => expect(path()).toBe('/tasks'));
  });
});

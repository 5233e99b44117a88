import { screen, waitFor } from '@testing-library/react';
import { haveSession, renderApp } from '../../testing/render-app';
import { type Handlers, jan, json, problem, serve, signedIn } from '../../testing/server';

type User = Awaited<ReturnType<typeof renderApp>>['user'];

/** A server on which an operator has made Jan's password; a change takes it. */
function made(more: Handlers = {}) {
  let password: 'temporary' | 'own' = 'temporary';
  const handlers = Object.fromEntries(
    Object.entries(signedIn).map(([name, handler]): [string, (typeof signedIn)[string]] => [
      name,
      (call) => (password === 'own' ? handler(call) : problem(403, 'auth.password-change')),
    ]),
  );
  return serve({
    ...handlers,
    'GET /me': () => ({ ...jan, password }),
    'POST /me/password': () => {
      password = 'own';
      return new Response(null, { status: 204 });
    },
    'POST /auth/logout': () => new Response(null, { status: 204 }),
    ...more,
  });
}

async function fill(user: User, { next = 'nové heslo', repeat = 'nové heslo' } = {}) {
  await user.type(await screen.findByLabelText('Dosavadní heslo'), 'od správce');
  await user.type(screen.getByLabelText('Nové heslo'), next);
  await user.type(screen.getByLabelText('Nové heslo znovu'), repeat);
  await user.click(screen.getByRole('button', { name: 'Změnit heslo' }));
}

describe('a password that an operator made', () => {
  it('is changed after the sign-in, which then leads to where one wanted to go', async () => {
    const calls = made({
      'POST /auth/login': () => {
        haveSession();
        return json(200, { id: jan.id, name: jan.name });
      },
    });
    const { user, path, router } = await renderApp('/login?redirectTo=%2Ftasks%2Fgiven%3Fpage%3D2');
    await user.type(await screen.findByLabelText('E-mail'), 'jan@example.cz');
    await user.type(screen.getByLabelText('Heslo'), 'od správce');
    await user.click(screen.getByRole('button', { name: 'Přihlásit se' }));
    expect(await screen.findByRole('heading', { name: 'Zvolte si nové heslo' })).toBeVisible();
    expect(path()).toBe('/password');
    await fill(user);
    await waitFor(() => expect(path()).toBe('/tasks/given'));
    expect(router.state.location.search).toMatchObject({ page: 2 });
    expect(calls.find((call) => call.path === '/me/password')?.body).toEqual({
      current: 'od správce',
      password: 'nové heslo',
      passwordRepeat: 'nové heslo',
    });
    expect(await screen.findByRole('button', { name: /Jan Novák/ })).toBeVisible();
    await router.navigate({ to: '/password' });
    await waitFor(() => expect(path()).toBe('/tasks'));
  });

  it('is asked for on any screen once the server asks for it', async () => {
    haveSession();
    let asked = false;
    let own = true;
    serve({
      ...signedIn,
      'GET /me': () => ({ ...jan, password: own ? 'own' : 'temporary' }),
      'PATCH /me': () => {
        asked = true;
        own = false;
        return problem(403, 'auth.password-change');
      },
    });
    const { user, path, router } = await renderApp('/profile');
    await user.type(await screen.findByLabelText('Telefon'), '777');
    await user.click(screen.getByRole('button', { name: 'Uložit' }));
    await waitFor(() => expect(path()).toBe('/password'));
    expect(asked).toBe(true);
    expect(router.state.location.search).toEqual({ redirectTo: '/profile' });
  });

  it('says at each field what is wrong with it', async () => {
    haveSession();
    const wrong = [{ path: 'current', code: 'auth.password.wrong', message: '' }];
    const calls = made({ 'POST /me/password': () => problem(422, 'validation.failed', { errors: wrong }) });
    const { user } = await renderApp('/tasks');
    await fill(user, { next: 'krátké', repeat: 'jiné' });
    expect(await screen.findByText('Heslo musí mít alespoň 8 znaků.')).toBeVisible();
    expect(screen.getByText('Hesla se neshodují')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Nové heslo')).toHaveFocus());
    expect(calls.some(({ path }) => path === '/me/password')).toBe(false);
    for (const label of ['Dosavadní heslo', 'Nové heslo', 'Nové heslo znovu']) {
      await user.clear(screen.getByLabelText(label));
    }
    await user.click(screen.getByRole('button', { name: 'Změnit heslo' }));
    expect(await screen.findByText('Zadejte dosavadní heslo')).toBeVisible();
    await fill(user);
    expect(await screen.findByText(/^Tohle není vaše dosavadní heslo\. Pokud jste ho zapomněli/)).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Dosavadní heslo')).toHaveFocus());
  });

  it('goes on when the change was made and only its answer was lost', async () => {
    haveSession();
    let changed = false;
    const wrong = [{ path: 'current', code: 'auth.password.wrong', message: '' }];
    serve({
      ...signedIn,
      'GET /me': () => ({ ...jan, password: changed ? 'own' : 'temporary' }),
      'POST /me/password': () => {
        if (changed) return problem(422, 'validation.failed', { errors: wrong });
        changed = true;
        throw new TypeError('network');
      },
    });
    const { user, path } = await renderApp('/tasks/given');
    await fill(user);
    await waitFor(() => expect(path()).toBe('/tasks/given'));
  });

  it('lets one sign out instead', async () => {
    haveSession();
    made();
    const { user, path } = await renderApp('/tasks');
    await user.click(await screen.findByRole('button', { name: 'Odhlásit se' }));
    await waitFor(() => expect(path()).toBe('/login'));
    expect(document.cookie).not.toContain('Expiration');
  });
});

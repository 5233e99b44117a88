import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { haveSession, renderApp } from '../testing/render-app';
import { jan, serve, signedIn } from '../testing/server';

const scheme = () => document.documentElement.getAttribute('data-mantine-color-scheme');

async function openMenu() {
  haveSession();
  const calls = serve({ ...signedIn, 'PATCH /me': ({ body }) => ({ ...jan, ...(body as object) }) });
  const app = await renderApp('/tasks');
  await app.user.click(await screen.findByRole('button', { name: /Jan Novák/ }));
  return { ...app, calls };
}

describe('the theme', () => {
  it('is light when nothing is stored', async () => {
    serve({});
    await renderApp('/login');
    await screen.findByLabelText('E-mail');
    expect(scheme()).toBe('light');
  });

  it('is the stored one', async () => {
    localStorage.setItem('gos-theme', 'dark');
    serve({});
    await renderApp('/login');
    await screen.findByLabelText('E-mail');
    expect(scheme()).toBe('dark');
  });

  it.each([
    ['Tmavý', 'dark', 'dark'],
    ['Světlý', 'light', 'light'],
    ['Podle systému', 'system', 'light'],
  ])('%s is kept under gos-theme as %s', async (name, stored, shown) => {
    localStorage.setItem('gos-theme', stored === 'light' ? 'dark' : 'light');
    const { user } = await openMenu();
    await user.click(await screen.findByRole('menuitemradio', { name }));
    expect(localStorage.getItem('gos-theme')).toBe(stored);
    await waitFor(() => expect(scheme()).toBe(shown));
  });
});

describe('the source code', () => {
  afterEach(() => {
    window.__GOS_CONFIG__ = undefined;
  });

  it('is offered to everybody, from the address that this installation gives', async () => {
    window.__GOS_CONFIG__ = { sourceUrl: 'https://code.firma.example/gos' };
    await openMenu();
    const link = await screen.findByRole('menuitem', { name: 'Zdrojový kód (AGPL-3.0)' });
    expect(link).toHaveAttribute('href', 'https://code.firma.example/gos');
  });
});

describe('the language', () => {
  it('changes at once, is kept, and follows into the profile', async () => {
    const { user, calls } = await openMenu();
    await user.click(await screen.findByRole('menuitemradio', { name: 'English' }));
    expect(await screen.findByRole('link', { name: /To complete/ })).toBeInTheDocument();
    await waitFor(() => expect(document.documentElement.lang).toBe('en'));
    expect(document.cookie).toContain('lng=en');
    expect(localStorage.getItem('lng')).toBe('en');
    await waitFor(() => expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ language: 'en' }));
  });

  it('changes before signing in too', async () => {
    serve({});
    const { user } = await renderApp('/login');
    await user.click(await screen.findByRole('button', { name: 'EN – English' }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(screen.getByLabelText('Password')).toBeVisible();
  });

  const english = { ...signedIn, 'GET /me': () => ({ ...jan, language: 'en' }) };

  it('of the profile holds where none was chosen', async () => {
    haveSession();
    serve(english);
    await renderApp('/tasks');
    expect(await screen.findByRole('link', { name: /To complete/ })).toBeInTheDocument();
    await waitFor(() => expect(localStorage.getItem('lng')).toBe('en'));
  });

  it('that was chosen here holds when the page is opened again, whatever the profile says', async () => {
    localStorage.setItem('lng', 'cs');
    haveSession();
    serve(english);
    await renderApp('/tasks');
    expect(await screen.findByRole('link', { name: /K dokončení/ })).toBeInTheDocument();
    expect(localStorage.getItem('lng')).toBe('cs');
  });

  describe('at the sign-in', () => {
    afterEach(() => window.history.replaceState(null, '', '/'));

    async function signIn() {
      serve({
        ...english,
        'POST /auth/login': () => {
          haveSession();
          return { id: jan.id, name: jan.name };
        },
      });
      const { user } = await renderApp('/login');
      await user.type(await screen.findByLabelText('E-mail'), 'jan@example.cz');
      await user.type(screen.getByLabelText('Heslo'), 'tajné heslo');
      await user.click(screen.getByRole('button', { name: 'Přihlásit se' }));
    }

    it('is that of the profile, over what was chosen here', async () => {
      localStorage.setItem('lng', 'cs');
      await signIn();
      expect(await screen.findByRole('link', { name: /To complete/ })).toBeInTheDocument();
      await waitFor(() => expect(localStorage.getItem('lng')).toBe('en'));
    });

    it('is what the address asked for, also when it has been left behind', async () => {
      window.history.replaceState(null, '', '/?lng=cs');
      await signIn();
      expect(await screen.findByRole('link', { name: /K dokončení/ })).toBeInTheDocument();
    });
  });
});

describe('the shell', () => {
  it('shows the numbers beside the lists, and forgets a taskId that is none', async () => {
    haveSession();
    serve(signedIn);
    const { router } = await renderApp('/tasks?taskId=abc');
    expect(await screen.findByRole('link', { name: /K dokončení\s*7/ })).toHaveAttribute('href', '/tasks');
    expect(router.state.matches.at(-1)?.search).not.toMatchObject({ taskId: expect.anything() });
  });

  it.each([
    ['?', 'Klávesové zkratky'],
    ['{Control>}k{/Control}', 'Hledat'],
  ])('gives the focus back to where it was when %s was pressed', async (keys, name) => {
    haveSession();
    serve(signedIn);
    const { user } = await renderApp('/profile');
    const button = await screen.findByRole('button', { name: 'Uložit' });
    button.focus();
    await user.keyboard(keys);
    expect(await screen.findByRole('dialog', { name })).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(button).toHaveFocus());
  });

  it('goes by keys, and never while typing', async () => {
    haveSession();
    serve({ ...signedIn, 'GET /users': () => ({ items: [], total: 0, page: 1, pageSize: 50 }) });
    const { user, path } = await renderApp('/people');
    await user.type(await screen.findByRole('searchbox', { name: 'Hledat podle jména' }), 'gt');
    expect(path()).toBe('/people');
    await user.tab();
    // No pause between both keys: a busy machine could make it too long for a sequence.
    await userEvent.setup({ delay: null }).keyboard('gg');
    await waitFor(() => expect(path()).toBe('/tasks/given'));
  });
});

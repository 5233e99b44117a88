import { screen, waitFor, within } from '@testing-library/react';
import { haveSession, renderApp } from '../../testing/render-app';
import { type Handlers, jan, problem, serve, signedIn } from '../../testing/server';

const done = () => new Response(null, { status: 204 });
const expiresAt = '2026-11-28T09:00:00Z';
const pending = { email: 'nova@example.cz', expiresAt };
const from = (path: string) => (call: { readonly path: string }) => call.path === path;

async function open(path: string, handlers: Handlers) {
  haveSession();
  const calls = serve({ ...signedIn, ...handlers });
  return { calls, ...(await renderApp(path)) };
}

describe('the e-mail address in the profile', () => {
  it('changes by a link, which needs the password', async () => {
    let waits: typeof pending | null = null;
    const { calls, user } = await open('/profile', {
      'GET /me/email': () => ({ email: 'jan@example.cz', pending: waits }),
      'POST /me/email': ({ body }) => {
        if ((body as { password: string }).password !== 'moje heslo') {
          const errors = [{ path: 'password', code: 'auth.password.wrong', message: '' }];
          return problem(422, 'auth.password.wrong', { errors });
        }
        waits = pending;
        return done();
      },
      'DELETE /me/email': () => {
        waits = null;
        return done();
      },
    });
    const section = await screen.findByRole('region', { name: 'E-mailová adresa' });
    expect(await within(section).findByText('jan@example.cz')).toBeVisible();
    await user.click(within(section).getByRole('button', { name: 'Změnit adresu' }));
    const dialog = await screen.findByRole('dialog', { name: 'Změnit adresu' });
    await user.click(within(dialog).getByRole('button', { name: 'Poslat odkaz' }));
    expect(within(dialog).getAllByText('Povinné pole')).toHaveLength(2);
    await waitFor(() => expect(within(dialog).getByLabelText('Nová e-mailová adresa')).toHaveFocus());
    await user.type(within(dialog).getByLabelText('Nová e-mailová adresa'), ' nova@example.cz ');
    await user.type(within(dialog).getByLabelText('Vaše heslo'), 'špatné{Enter}');
    expect(await within(dialog).findByText(/^Tohle není vaše/)).toBeVisible();
    await user.clear(within(dialog).getByLabelText('Vaše heslo'));
    await user.type(within(dialog).getByLabelText('Vaše heslo'), 'moje heslo{Enter}');
    expect(await within(section).findByText('nova@example.cz čeká na potvrzení')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    const sent = calls.filter(({ method, path }) => method === 'POST' && path === '/me/email').map(({ body }) => body);
    expect(sent.at(-1)).toEqual({ email: 'nova@example.cz', password: 'moje heslo' });
    await user.click(within(section).getByRole('button', { name: 'Zrušit změnu' }));
    await waitFor(() => expect(within(section).queryByText(/čeká na potvrzení/)).toBeNull());
  });

  it('asks people without a password for none', async () => {
    const { calls, user } = await open('/profile', {
      'GET /me': () => ({ ...jan, password: 'none' }),
      'POST /me/email': done,
    });
    await user.click(await screen.findByRole('button', { name: 'Změnit adresu' }));
    const dialog = await screen.findByRole('dialog', { name: 'Změnit adresu' });
    expect(within(dialog).queryByLabelText('Vaše heslo')).toBeNull();
    await user.type(within(dialog).getByLabelText('Nová e-mailová adresa'), 'nova@example.cz{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.filter(from('/me/email')).find(({ method }) => method === 'POST')?.body).toEqual({
      email: 'nova@example.cz',
    });
  });
});

describe('the link that confirms an address', () => {
  it('changes it once it is confirmed, and stays in no address', async () => {
    let email = 'jan@example.cz';
    const { calls, user, router } = await open('/email?token=abc', {
      'GET /me/email': () => ({ email, pending: email === pending.email ? null : pending }),
      'POST /me/email/confirm': () => {
        email = pending.email;
        return done();
      },
    });
    expect(await screen.findByText(/bude mít místo jan@example\.cz adresu nova@example\.cz/)).toBeVisible();
    await waitFor(() => expect(router.state.location.href).toBe('/email'));
    await user.click(screen.getByRole('button', { name: 'Potvrdit adresu' }));
    expect(await screen.findByRole('heading', { name: 'Adresa je změněná' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('přihlašujete adresou nova@example.cz');
    expect(calls.find(from('/me/email/confirm'))?.body).toEqual({ token: 'abc' });
    expect(screen.getByRole('link', { name: 'Do profilu' })).toHaveAttribute('href', '/profile');
  });

  it('that is not valid says as whom one is signed in', async () => {
    const errors = [{ path: 'token', code: 'user.email.link', message: '' }];
    const { user } = await open('/email?token=abc', {
      'GET /me/email': () => ({ email: 'jan@example.cz', pending }),
      'POST /me/email/confirm': () => problem(422, 'user.email.link', { errors }),
    });
    await user.click(await screen.findByRole('button', { name: 'Potvrdit adresu' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Odkaz už neplatí.*Jan Novák \(jan@example\.cz\)/);
  });

  it('says why an address is not taken', async () => {
    const { user } = await open('/email?token=abc', {
      'GET /me/email': () => ({ email: 'jan@example.cz', pending }),
      'POST /me/email/confirm': () => problem(422, 'user.email.taken'),
    });
    await user.click(await screen.findByRole('button', { name: 'Potvrdit adresu' }));
    expect(await screen.findByText('Tuto e-mailovou adresu má někdo jiný.')).toBeVisible();
  });

  it('leads a person who is not signed in to the sign-in, and back', async () => {
    serve({});
    const { router } = await renderApp('/email?token=abc');
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(router.state.location.search).toMatchObject({ redirectTo: '/email?token=abc' });
  });
});

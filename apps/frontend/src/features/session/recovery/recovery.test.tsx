import { screen, waitFor } from '@testing-library/react';
import { haveSession, renderApp } from '../../../testing/render-app';
import { json, problem, serve, signedIn } from '../../../testing/server';

const done = () => new Response(null, { status: 204 });

describe('a forgotten password', () => {
  it('is asked for from the sign-in, and says the same whoever has the e-mail', async () => {
    const calls = serve({ 'POST /auth/forgotten': done });
    const { user, path } = await renderApp('/login');
    await user.click(await screen.findByRole('link', { name: 'Zapomněli jste heslo?' }));
    await waitFor(() => expect(path()).toBe('/forgotten'));
    const submit = await screen.findByRole('button', { name: 'Poslat odkaz' });
    await user.click(submit);
    expect(await screen.findByText('Vyplňte svůj e-mail')).toBeVisible();
    expect(screen.getByLabelText('E-mail')).toHaveFocus();
    expect(calls).toEqual([]);
    await user.type(screen.getByLabelText('E-mail'), ' jan@example.cz {Enter}');
    expect(await screen.findByText(/^Pokud jan@example\.cz patří k nějakému účtu/)).toBeVisible();
    expect(calls.map(({ body }) => body)).toEqual([{ email: 'jan@example.cz' }]);
    await user.click(screen.getByRole('button', { name: 'Poslat jiný odkaz' }));
    expect(await screen.findByLabelText('E-mail')).toBeVisible();
  });

  it('says so where no mail could be sent', async () => {
    serve({ 'POST /auth/forgotten': () => problem(429, 'request.rate-limited') });
    const { user } = await renderApp('/forgotten');
    await user.type(await screen.findByLabelText('E-mail'), 'jan@example.cz{Enter}');
    expect(await screen.findByText(/^E-mail nebyl odeslán\./)).toBeVisible();
  });

  it('is replaced by the mailed link, whose token stays in no address, also where somebody is signed in', async () => {
    haveSession();
    const calls = serve({ ...signedIn, 'POST /auth/recover': done, 'POST /auth/logout': done });
    const { user, path, router } = await renderApp('/forgotten?token=abc');
    const submit = await screen.findByRole('button', { name: 'Uložit heslo' });
    await waitFor(() => expect(router.state.location.href).toBe('/forgotten'));
    await user.click(submit);
    expect(await screen.findByText('Heslo je povinné')).toBeVisible();
    expect(screen.getByText('Zopakování hesla je povinné')).toBeVisible();
    expect(screen.getByLabelText('Heslo')).toHaveFocus();
    await user.type(screen.getByLabelText('Heslo'), 'dlouhé heslo');
    await user.type(screen.getByLabelText('Heslo znovu'), 'jiné heslo{Enter}');
    expect(await screen.findByText('Hesla se neshodují')).toBeVisible();
    await user.clear(screen.getByLabelText('Heslo znovu'));
    await user.type(screen.getByLabelText('Heslo znovu'), 'dlouhé heslo{Enter}');
    expect(await screen.findByRole('heading', { name: 'Heslo je změněno' })).toBeVisible();
    const sent = calls.filter((call) => call.path === '/auth/recover').map(({ body }) => body);
    expect(sent).toEqual([{ token: 'abc', password: 'dlouhé heslo', passwordRepeat: 'dlouhé heslo' }]);
    await user.click(screen.getByRole('link', { name: 'Na přihlášení' }));
    await waitFor(() => expect(path()).toBe('/login'));
  });

  it('offers another link where the token is not valid', async () => {
    const errors = [{ path: 'token', code: 'auth.recovery.token', message: 'Invalid token' }];
    serve({ 'POST /auth/recover': () => problem(422, 'auth.recovery.token', { errors }) });
    const { user } = await renderApp('/forgotten?token=abc&lng=en');
    await user.type(await screen.findByLabelText('Heslo'), 'dlouhé heslo');
    await user.type(screen.getByLabelText('Heslo znovu'), 'dlouhé heslo{Enter}');
    expect(await screen.findByText(/^Neplatný token/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Poslat jiný odkaz' }));
    expect(await screen.findByRole('button', { name: 'Poslat odkaz' })).toBeVisible();
  });
});

describe('an invitation', () => {
  afterEach(() => {
    window.__GOS_CONFIG__ = undefined;
  });

  it('is for its e-mail, and is sent along', async () => {
    window.__GOS_CONFIG__ = { registration: 'invite' };
    const calls = serve({
      ...signedIn,
      'POST /auth/invitation': () => ({ email: 'eva@example.cz', invitedBy: 'Alena Adminová' }),
      'POST /auth/register': () => {
        haveSession();
        return json(201, { id: 1 });
      },
    });
    const { user, path } = await renderApp('/register?invitation=abc');
    expect(await screen.findByText(/^Alena Adminová vás zve\./)).toBeVisible();
    expect(screen.getByLabelText('E-mail')).toHaveValue('eva@example.cz');
    expect(screen.getByLabelText('E-mail')).toHaveAttribute('readonly');
    await user.type(screen.getByLabelText('Jméno a příjmení'), 'Eva Malá');
    await user.type(screen.getByLabelText('Heslo'), 'dlouhé heslo');
    await user.type(screen.getByLabelText('Heslo znovu'), 'dlouhé heslo{Enter}');
    await waitFor(() => expect(path()).toBe('/tasks'));
    expect(calls.find((call) => call.path === '/auth/register')?.body).toMatchObject({
      email: 'eva@example.cz',
      invitation: 'abc',
    });
    expect(await screen.findByRole('button', { name: /Jan Novák/ })).toBeVisible();
  });

  it('that is not valid says so, and leads on where one may register without', async () => {
    serve({ 'POST /auth/invitation': () => problem(422, 'auth.invitation') });
    const { user } = await renderApp('/register?invitation=abc');
    expect(await screen.findByText(/^Tato pozvánka už byla použita/)).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Zaregistrovat se bez pozvánky' }));
    expect(await screen.findByLabelText('Jméno a příjmení')).toBeVisible();
  });

  it.each([
    ['invite', /^Zaregistrovat se lze jen na pozvání/],
    ['off', 'Registrace je zde uzavřena. O účet požádejte toho, kdo Gos provozuje.'],
  ] as const)('is missed where registration is %s', async (registration, sentence) => {
    window.__GOS_CONFIG__ = { registration };
    serve({});
    await renderApp('/register');
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.queryByLabelText('Heslo')).toBeNull();
  });
});

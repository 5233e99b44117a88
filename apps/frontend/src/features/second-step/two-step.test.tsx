import type { MeAnswer, PasskeyAnswer, RecoveryCodesAnswer, TotpAnswer } from '@gos/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { haveSession, renderApp } from '../../testing/render-app';
import { type Handlers, jan, json, problem, serve, signedIn } from '../../testing/server';

const off: TotpAnswer = { active: false, since: null, lost: false };
const on: TotpAnswer = { active: true, since: '2026-11-24T10:00:00.000Z', lost: false };
const phone: PasskeyAnswer = {
  id: 'a',
  name: 'Telefon',
  createdAt: '2026-11-20T10:00:00.000Z',
  lastUsedAt: null,
  usable: true,
};
const made = Array.from({ length: 10 }, (_, n) => `abcd-efgh-ijkm-000${n}`);

interface Given {
  readonly totp?: TotpAnswer;
  readonly passkeys?: readonly PasskeyAnswer[];
  readonly available?: boolean;
  readonly codes?: RecoveryCodesAnswer;
  readonly me?: Partial<MeAnswer>;
}

async function open(
  { totp = off, passkeys = [], available = true, codes = { left: 0, madeAt: null }, me = {} }: Given = {},
  handlers: Handlers = {},
) {
  haveSession();
  const calls = serve({
    ...signedIn,
    'GET /me': () => ({ ...jan, ...me }),
    'GET /me/totp': () => totp,
    'GET /me/passkeys': () => ({ items: passkeys, available }),
    'GET /me/recovery-codes': () => codes,
    ...handlers,
  });
  const app = await renderApp('/profile');
  const section = within(await screen.findByRole('region', { name: 'Dvoufázové přihlášení' }));
  return { ...app, section, calls };
}

describe('two-step sign-in in the profile', () => {
  it('is switched on by an app: password, QR code, code, and recovery codes that are shown once', async () => {
    let totp = off;
    const confirmed: unknown[] = [];
    const { user, section, calls } = await open(
      {},
      {
        'GET /me/totp': () => totp,
        'GET /me/recovery-codes': () => ({ left: totp.active ? 10 : 0, madeAt: totp.since }),
        'POST /me/totp': ({ body }) =>
          (body as { password: string }).password === 'tajné heslo'
            ? json(201, { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Gos:jan?secret=JBSWY3DPEHPK3PXP' })
            : problem(422, 'auth.password.wrong', { errors: [{ path: 'password', code: 'auth.password.wrong' }] }),
        'POST /me/totp/confirm': ({ body }) => {
          confirmed.push(body);
          if (confirmed.length === 1) {
            return problem(422, 'second-step.code', { errors: [{ path: 'code', code: 'second-step.code' }] });
          }
          totp = on;
          return { recoveryCodes: made };
        },
      },
    );
    await user.click(await section.findByRole('button', { name: 'Nastavit aplikaci' }));
    const first = within(await screen.findByRole('dialog', { name: 'Nastavení ověřovací aplikace' }));
    const password = first.getByLabelText('Vaše heslo');
    await user.type(password, 'jiné{Enter}');
    expect(await first.findByText(/^Tohle není vaše dosavadní heslo\. Pokud jste ho zapomněli/)).toBeVisible();
    await waitFor(() => expect(password).toHaveFocus());
    await user.clear(password);
    await user.type(password, 'tajné heslo{Enter}');
    expect(await screen.findByRole('img', { name: 'QR kód pro ověřovací aplikaci' })).toBeVisible();
    expect(screen.getByLabelText('Klíč')).toHaveValue('JBSW Y3DP EHPK 3PXP');
    const code = screen.getByLabelText('Kód, který aplikace ukazuje');
    await user.type(code, '111111{Enter}');
    expect(await screen.findByText(/Tento kód nesouhlasí/)).toBeVisible();
    await user.clear(code);
    await user.type(code, '123456{Enter}');
    const codes = within(await screen.findByRole('dialog', { name: 'Záložní kódy' }));
    expect(codes.getAllByRole('listitem').map((one) => one.textContent)).toEqual(made);
    await user.keyboard('{Escape}');
    expect(codes.getByText(made[9]!)).toBeVisible();
    for (const name of ['Kopírovat', 'Stáhnout', 'Vytisknout']) {
      expect(codes.getByRole('button', { name })).toBeVisible();
    }
    const before = calls.filter(({ path }) => path === '/me').length;
    await user.click(codes.getByRole('button', { name: 'Mám je uložené' }));
    expect(await section.findByText(/^Zapnuta od/)).toBeVisible();
    expect(await section.findByText('Zbývá 10 kódů, každý platí jednou')).toBeVisible();
    await waitFor(() => expect(calls.filter(({ path }) => path === '/me').length).toBe(before + 1));
    expect(confirmed).toEqual([{ code: '111111' }, { code: '123456' }]);
  });

  it('takes ways away by the password; the last one where it has to stay says why', async () => {
    const { user, section, calls } = await open(
      { totp: on, passkeys: [phone], codes: { left: 2, madeAt: on.since } },
      {
        'DELETE /me/totp': () => problem(409, 'second-step.last'),
        'DELETE /me/passkeys/a': () => new Response(null, { status: 204 }),
        'PATCH /me/passkeys/a': ({ body }) => ({ ...phone, ...(body as object) }),
      },
    );
    expect(await section.findByText('Zbývají 2 kódy, každý platí jednou')).toBeVisible();
    await user.click(section.getByRole('button', { name: 'Odebrat ověřovací aplikaci' }));
    await user.type(await screen.findByLabelText('Vaše heslo'), 'tajné heslo{Enter}');
    expect(await screen.findByText(/jeden způsob proto musí zůstat/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Zrušit' }));
    await user.click(section.getByRole('button', { name: 'Přejmenovat klíč Telefon' }));
    const name = await screen.findByLabelText('Název klíče');
    await user.clear(name);
    await user.type(name, 'Notebook{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(section.getByRole('button', { name: 'Odebrat klíč Telefon' }));
    await user.type(await screen.findByLabelText('Vaše heslo'), 'tajné heslo{Enter}');
    expect(await screen.findByText('Přístupový klíč odebrán')).toBeVisible();
    const sent = calls.filter(({ method }) => method === 'DELETE' || method === 'PATCH');
    expect(sent.map(({ path, body }) => [path, body])).toEqual([
      ['/me/totp', { password: 'tajné heslo' }],
      ['/me/passkeys/a', { name: 'Notebook' }],
      ['/me/passkeys/a', { password: 'tajné heslo' }],
    ]);
  });

  it('says what was lost, what cannot be used here, and where there are no passkeys', async () => {
    const { section } = await open({
      totp: { active: false, since: null, lost: true },
      passkeys: [{ ...phone, usable: false }],
      available: false,
    });
    expect(await section.findByText(/instalace přišla o tajný klíč/)).toBeVisible();
    expect(section.getByText(/Patří k jiné adrese/)).toBeVisible();
    expect(section.getByText('Přístupové klíče potřebují adresu instalace s https.')).toBeVisible();
    expect(section.queryByRole('button', { name: 'Přidat přístupový klíč' })).toBeNull();
  });

  it('is not offered to who has no password', async () => {
    const { section } = await open({ me: { password: 'none' } });
    expect(section.getByText(/následuje po hesle/)).toBeVisible();
    expect(section.queryByRole('button')).toBeNull();
  });

  it('offers a second try where it could not be loaded', async () => {
    let broken = true;
    const { user, section } = await open({}, { 'GET /me/totp': () => (broken ? problem(500, 'request.failed') : off) });
    const again = await section.findByRole('button', { name: 'Zkusit znovu' });
    broken = false;
    await user.click(again);
    expect(await section.findByText('Není nastavena')).toBeVisible();
  });
});

describe('two-step sign-in that is required', () => {
  const begun = {
    'POST /me/totp': () => json(201, { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Gos:jan' }),
    'POST /me/totp/confirm': () => ({ recoveryCodes: made }),
  };
  async function setUp(user: Awaited<ReturnType<typeof renderApp>>['user']) {
    await user.click(screen.getByRole('button', { name: 'Ověřovací aplikace' }));
    await user.type(await screen.findByLabelText('Vaše heslo'), 'tajné heslo{Enter}');
    await user.type(await screen.findByLabelText('Kód, který aplikace ukazuje'), '123456{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Mám je uložené' }));
  }

  it('is set up first of all, and leads on to where one wanted to go', async () => {
    haveSession();
    let asked = 0;
    serve({ ...signedIn, ...begun, 'GET /me': () => ({ ...jan, secondStep: asked++ === 0 ? 'required' : 'on' }) });
    const { user, path, router } = await renderApp('/tasks/given?page=2');
    expect(await screen.findByRole('heading', { name: 'Nastavte si dvoufázové přihlášení' })).toBeVisible();
    expect(path()).toBe('/second-step');
    expect(await screen.findByRole('button', { name: 'Přístupový klíč' })).toBeVisible();
    await setUp(user);
    await waitFor(() => expect(path()).toBe('/tasks/given'));
    expect(router.state.location.search).toMatchObject({ page: 2 });
    expect(await screen.findByRole('button', { name: /Jan Novák/ })).toBeVisible();
    await router.navigate({ to: '/second-step' });
    await waitFor(() => expect(path()).toBe('/tasks'));
  });

  it('comes over the work during which an admin began to require it', async () => {
    haveSession();
    let required = false;
    let on = false;
    serve({
      ...signedIn,
      ...begun,
      'GET /me': () => ({ ...jan, secondStep: on ? 'on' : required ? 'required' : 'off' }),
      'PATCH /me': () => (required ? problem(403, 'auth.second-step.required') : jan),
      'POST /me/totp/confirm': () => {
        on = true;
        required = false;
        return { recoveryCodes: made };
      },
    });
    const { user, path } = await renderApp('/profile');
    await screen.findByRole('region', { name: 'Dvoufázové přihlášení' });
    required = true;
    await user.click(screen.getByRole('button', { name: 'Uložit' }));
    await waitFor(() => expect(path()).toBe('/second-step'));
    await setUp(user);
    await waitFor(() => expect(path()).toBe('/profile'));
  });
});

describe('two-step sign-in of somebody else', () => {
  const eva = { ...jan, id: 7, name: 'Eva Malá' };

  async function openEva(me: Partial<MeAnswer>, methods: readonly string[]) {
    haveSession();
    let left = methods;
    const calls = serve({
      ...signedIn,
      'GET /me': () => ({ ...jan, ...me }),
      'GET /users/7': () => eva,
      'GET /users/7/names': () => problem(500, 'request.failed'),
      'GET /users/7/holdings': () => problem(500, 'request.failed'),
      'GET /users/7/second-step': () => ({ methods: left }),
      'DELETE /users/7/second-step': () => {
        left = [];
        return new Response(null, { status: 204 });
      },
    });
    const app = await renderApp('/people/7');
    await screen.findByRole('heading', { name: 'Eva Malá' });
    return { ...app, calls };
  }

  it('is reset by an admin, who is asked first', async () => {
    const { user, calls } = await openEva({ role: 'admin' }, ['totp', 'recovery']);
    await user.click(await screen.findByRole('button', { name: 'Zrušit dvoufázové přihlášení' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Zrušit dvoufázové přihlášení: Eva Malá?' }));
    expect(calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Zrušit dvoufázové přihlášení' }));
    expect(await screen.findByText('Dvoufázové přihlášení zrušeno: Eva Malá')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Dvoufázové přihlášení' })).toBeNull());
  });

  it('is not offered to a member', async () => {
    const { calls } = await openEva({ role: 'member' }, ['totp']);
    expect(screen.queryByRole('button', { name: 'Zrušit dvoufázové přihlášení' })).toBeNull();
    expect(calls.filter(({ path }) => path === '/users/7/second-step')).toEqual([]);
  });
});

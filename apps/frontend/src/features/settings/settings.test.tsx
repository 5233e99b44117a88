import type { MeAnswer, SettingsAnswer } from '@gos/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { useLiveChanges } from '../../testing/live-changes';
import { haveSession, renderApp } from '../../testing/render-app';
import { type Handlers, jan, problem, serve, signedIn } from '../../testing/server';

const tell = useLiveChanges();

const unset: SettingsAnswer = {
  registration: { value: 'open', locked: false },
  ipDays: { value: 90, locked: false },
  payloadDays: { value: 30, locked: false },
  exportRounding: { value: 'none', locked: false },
  breakMinutes: { value: 0, locked: false },
  breakAfterHours: { value: 6, locked: false },
  brandName: { value: 'Gos', locked: false },
  workingDays: { value: [1, 2, 3, 4, 5], locked: false },
  absencesNeedApproval: { value: false, locked: false },
  secondStep: { value: 'optional', locked: false },
  areas: { value: [], locked: false, decided: [] },
};

async function open(handlers: Handlers = {}, me: Partial<MeAnswer> = {}, path = '/admin/settings') {
  haveSession();
  let settings = unset;
  const calls = serve({
    ...signedIn,
    'GET /me': () => ({ ...jan, ...me }),
    'GET /search': () => ({ items: [], total: 0, page: 1, pageSize: 25 }),
    'GET /settings': () => settings,
    'PATCH /settings': ({ body }) => {
      for (const [name, value] of Object.entries(body as object))
        settings = { ...settings, [name]: { ...settings[name as keyof SettingsAnswer], value } };
      return { id: 1, revision: 2, position: '9' };
    },
    ...handlers,
  });
  const patches = () => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  return {
    ...(await renderApp(path)),
    patches,
    set: (given: Partial<SettingsAnswer>) => (settings = { ...unset, ...given }),
  };
}

const nameField = () => screen.findByRole('textbox', { name: 'Název produktu' });
const day = (name: string) => screen.findByRole('checkbox', { name });

describe('settings', () => {
  it('are saved one by one as they are changed, and can be taken back', async () => {
    const { user, patches } = await open();
    await user.click(await screen.findByRole('radio', { name: /Jen pozvaní/ }));
    await user.click(await day('pátek'));
    expect(await day('pátek')).not.toBeChecked();
    const days = screen.getByRole('textbox', { name: 'Jak dlouho se uchovávají adresy' });
    await user.clear(days);
    await user.type(days, '30{Enter}');
    await waitFor(() =>
      expect(patches()).toEqual([{ registration: 'invite' }, { workingDays: [1, 2, 3, 4] }, { ipDays: 30 }]),
    );
    await user.click(await screen.findByRole('button', { name: /Zpět/ }));
    await waitFor(() => expect(patches().at(-1)).toEqual({ ipDays: 90 }));
    expect(days).toHaveValue('90');
  });

  it('say who has to have two-step sign-in', async () => {
    const { user, patches } = await open();
    const section = within(await screen.findByRole('region', { name: 'Dvoufázové přihlášení' }));
    expect(section.getByRole('radio', { name: 'Dobrovolné' })).toBeChecked();
    await user.click(section.getByRole('radio', { name: 'Povinné pro správce' }));
    await waitFor(() => expect(patches()).toEqual([{ secondStep: 'admins' }]));
  });

  it('say at their field what is wrong without asking the server; Escape takes it back', async () => {
    const { user, patches } = await open();
    await user.clear(await nameField());
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Povinné');
    await user.keyboard('{Escape}');
    expect(await nameField()).toHaveValue('Gos');
    expect(screen.queryByRole('alert')).toBeNull();
    const days = screen.getByRole('textbox', { name: 'Jak dlouho se uchovávají adresy' });
    for (const wrong of ['0', 'moc', '3651']) {
      await user.clear(days);
      await user.type(days, `${wrong}{Enter}`);
      expect(await screen.findByRole('alert')).toBeVisible();
    }
    expect(patches()).toEqual([]);
  });

  it('keep at least one working day', async () => {
    const { user, patches, set } = await open();
    set({ workingDays: { value: [1], locked: false } });
    await tell({ model: 'installation', id: 1, revision: 3, position: '9' });
    await waitFor(async () => expect(await day('úterý')).not.toBeChecked());
    await user.click(await day('pondělí'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Povinné');
    expect(await day('pondělí')).toBeChecked();
    expect(patches()).toEqual([]);
  });

  it('that are refused are as they were, with the reason at the field', async () => {
    const refused = { errors: [{ path: 'registration', code: 'setting.locked', message: '' }] };
    const { user } = await open({ 'PATCH /settings': () => problem(409, 'setting.locked', refused) });
    await user.click(await screen.findByRole('radio', { name: /Nikdo/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Toto se nastavuje tam, kde se instalace spouští.');
    expect(screen.getByRole('radio', { name: /Kdokoli/ })).toBeChecked();
  });

  it('that the environment decides say so and cannot be changed', async () => {
    const settings = { ...unset, registration: { value: 'off', locked: true } };
    await open({ 'GET /settings': () => settings });
    const section = within(await screen.findByRole('region', { name: 'Kdo se smí zaregistrovat' }));
    expect(section.getByText('Nikdo')).toBeVisible();
    expect(section.getByText(/GOS_REGISTRATION/)).toBeVisible();
    expect(section.queryByRole('radio')).toBeNull();
  });

  it('connect an area with an address, and hide another one', async () => {
    const { user, patches } = await open();
    const section = within(await screen.findByRole('region', { name: 'Další firemní systémy' }));
    await user.click(section.getByText('Faktury'));
    const address = section.getByRole('textbox', { name: 'Peněžní tok' });
    expect(section.getByRole('switch', { name: 'Peněžní tok: otevřít uvnitř této aplikace' })).toBeDisabled();
    await user.type(address, 'firma.example{Enter}');
    expect(await section.findByRole('alert')).toBeVisible();
    expect(patches()).toEqual([]);
    await user.clear(address);
    await user.type(address, 'https://firma.example/tok{Enter}');
    const cashflow = { area: 'invoices.cashflow', url: 'https://firma.example/tok', frame: false, hidden: false };
    await waitFor(() => expect(patches()).toEqual([{ areas: [cashflow] }]));
    await user.click(section.getByRole('switch', { name: 'Peněžní tok: otevřít uvnitř této aplikace' }));
    await user.click(section.getByRole('switch', { name: 'Telefon: skrýt' }));
    const telephone = { area: 'telephone', url: null, frame: false, hidden: true };
    await waitFor(() => expect(patches().at(-1)).toEqual({ areas: [{ ...cashflow, frame: true }, telephone] }));
    expect(section.getByText('1 připojená', { exact: false })).toBeVisible();
  });

  it('show an area that the environment decides, without a field', async () => {
    const settings: SettingsAnswer = { ...unset, areas: { value: [], locked: false, decided: ['charts'] } };
    const charts = { url: 'https://bi.example/', frame: false };
    await open({ 'GET /settings': () => settings }, { areas: { charts } }, '/admin/settings#area-charts');
    const section = within(await screen.findByRole('region', { name: 'Další firemní systémy' }));
    expect(section.getByText('https://bi.example/')).toBeVisible();
    expect(section.getByText(/GOS_AREAS/)).toBeVisible();
    expect(section.queryByRole('textbox', { name: 'Grafy' })).toBeNull();
  });

  it('of others are followed: the name of the product on every screen', async () => {
    const { set } = await open({}, {}, '/profile');
    await waitFor(() => expect(document.title).toMatch(/· Gos$/));
    set({ brandName: { value: 'Firma a syn', locked: false } });
    await tell({ model: 'installation', id: 1, revision: 3, position: '9' });
    await waitFor(() => expect(document.title).toMatch(/· Firma a syn$/));
    expect(screen.getByRole('link', { name: 'Firma a syn' })).toBeVisible();
  });

  it('are for admins, who find them in their menu', async () => {
    const { user, path } = await open({}, {}, '/profile');
    await user.click(await screen.findByRole('button', { name: /Jan Novák/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Nastavení' }));
    await waitFor(() => expect(path()).toBe('/admin/settings'));
  });

  it('are not shown to a member', async () => {
    await open({}, { role: 'member' });
    expect(await screen.findByText('Tato stránka je pro správce')).toBeVisible();
  });
});

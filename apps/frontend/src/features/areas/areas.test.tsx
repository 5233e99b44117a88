import type { MeAnswer } from '@gos/contract';
import { areaGroups, areas } from '@gos/domain';
import { screen, waitFor, within } from '@testing-library/react';
import { haveSession, renderApp } from '../../testing/render-app';
import { jan, pageOf, serve, signedIn } from '../../testing/server';
import { areaGroupNames, isSingle } from './area-address';

async function open(path: string, connected: MeAnswer['areas'] = {}, me: Partial<MeAnswer> = {}) {
  haveSession();
  const calls = serve({
    ...signedIn,
    'GET /me': () => ({ ...jan, areas: connected, ...me }),
    'GET /search': () => pageOf([]),
  });
  return { ...(await renderApp(path)), calls };
}

const navigation = () => screen.findByRole('navigation', { name: 'Hlavní navigace' });
const group = async (name: string) => within(await navigation()).findByRole('button', { name: `Skupina ${name}` });

it('names the groups as they are, in their order', () => {
  expect(areaGroupNames).toEqual(Object.keys(areaGroups));
  for (const [name, parts] of Object.entries(areaGroups)) {
    expect([name, isSingle(name as keyof typeof areaGroups)]).toEqual([name, parts.length === 0]);
  }
});

describe('the groups of the sidebar', () => {
  it('are all there, those of other areas closed; opened ones are remembered', async () => {
    const { user, calls } = await open('/');
    expect(await group('Úkoly')).toHaveAttribute('aria-expanded', 'true');
    for (const name of ['Smlouvy', 'Faktury', 'Adresář firem', 'Nabídky', 'Uživatelé', 'Dokumenty']) {
      expect(await group(name)).toHaveAttribute('aria-expanded', 'false');
    }
    for (const name of ['Personalistika', 'Práce', 'Mzdy', 'E-maily', 'Grafy', 'Telefon']) {
      expect(within(await navigation()).getByRole('link', { name: new RegExp(name) })).toBeVisible();
    }
    await user.click(await group('Smlouvy'));
    expect(await within(await navigation()).findByRole('link', { name: /Pravidelná fakturace/ })).toBeVisible();
    await user.click(await group('Úkoly'));
    expect(within(await navigation()).queryByRole('link', { name: /K dokončení/ })).toBeNull();
    const puts = () => calls.filter(({ method, path }) => method === 'PUT' && path === '/me/preferences/sidebar');
    await waitFor(() => expect(puts().at(-1)?.body).toEqual({ value: { contracts: true, tasks: false } }));
  });

  it('are as the person left them', async () => {
    haveSession();
    serve({ ...signedIn, 'GET /me/preferences/sidebar': () => ({ value: { tasks: false, offers: true } }) });
    await renderApp('/');
    expect(await within(await navigation()).findByRole('link', { name: /Zamítnuté/ })).toBeVisible();
    expect(await group('Úkoly')).toHaveAttribute('aria-expanded', 'false');
  });

  it('stay as they were set while the server was still asked how they were', async () => {
    haveSession();
    let answer = (_: unknown) => {};
    const asked = new Promise((resolve) => {
      answer = resolve;
    });
    serve({ ...signedIn, 'GET /me/preferences/sidebar': () => asked });
    const { user } = await renderApp('/');
    await user.click(await group('Úkoly'));
    answer({ value: { tasks: true, offers: true } });
    await user.click(await group('Faktury'));
    await waitFor(async () => expect(await group('Faktury')).toHaveAttribute('aria-expanded', 'true'));
    expect(await group('Úkoly')).toHaveAttribute('aria-expanded', 'false');
  });

  it('lead from Users to the people, and open around what is shown', async () => {
    await open('/areas/invoices.cashflow');
    expect(within(await navigation()).getByRole('link', { name: 'Uživatelé' })).toHaveAttribute('href', '/people');
    expect(await group('Faktury')).toHaveAttribute('aria-expanded', 'true');
    expect(await within(await navigation()).findByRole('link', { name: /Peněžní tok/ })).toHaveAttribute(
      'aria-current',
      'page',
    );
  });
});

describe('an entry of ours', () => {
  const users = async (me: Partial<MeAnswer> = {}) => {
    const { user } = await open('/', { users: { url: 'https://hr.example', frame: false } }, me);
    await user.click(await group('Uživatelé'));
    return within(await navigation());
  };

  it('leads to its screen, whatever address its group has', async () => {
    const links = await users();
    const href = async (name: string) => (await links.findByRole('link', { name })).getAttribute('href');
    expect(await href('Role')).toBe('/people/positions');
    expect(await href('Nová role')).toBe('/people/positions?new=true');
    expect(await href('Spolupracovníci')).toBe('/people');
    expect(await href('Nový spolupracovník')).toBe('/people/invitations');
    expect(links.getByRole('link', { name: /^Uchazeči/ })).toHaveAttribute('href', 'https://hr.example');
  });

  it('is offered only to who may', async () => {
    const links = await users({ role: 'member' });
    expect(await links.findByRole('link', { name: 'Role' })).toBeVisible();
    expect(links.queryByRole('link', { name: 'Nová role' })).toBeNull();
    expect(links.queryByRole('link', { name: 'Nový spolupracovník' })).toBeNull();
  });
});

describe('an entry of another area', () => {
  it('without an address says so, and leads an admin to its setting', async () => {
    await open('/areas/contracts.orders');
    expect(await screen.findByRole('heading', { name: 'Objednávky: zatím nepřipojeno' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Připojit v nastavení' })).toHaveAttribute(
      'href',
      '/admin/settings#area-contracts.orders',
    );
    expect(await within(await navigation()).findByRole('link', { name: 'Objednávky nepřipojeno' })).toBeVisible();
  });

  it('without an address tells a member whom to ask, and no settings', async () => {
    await open('/areas/charts', {}, { role: 'member' });
    expect(await screen.findByText(/Připojit ji může správce/)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Připojit v nastavení' })).toBeNull();
  });

  it('opens its address, or that of its group, in a new tab', async () => {
    const { user } = await open('/', {
      contracts: { url: 'https://erp.firma.example/c', frame: false },
      'contracts.orders': { url: 'https://erp.firma.example/orders', frame: false },
    });
    await user.click(await group('Smlouvy'));
    const orders = await within(await navigation()).findByRole('link', { name: /^Objednávky/ });
    expect(orders).toHaveAttribute('href', 'https://erp.firma.example/orders');
    expect(orders).toHaveAttribute('target', '_blank');
    expect(orders).toHaveAttribute('rel', 'noreferrer');
    expect(within(await navigation()).getByRole('link', { name: /^Dodavatelé/ })).toHaveAttribute(
      'href',
      'https://erp.firma.example/c',
    );
  });

  it('is framed where the installation says so', async () => {
    await open('/areas/charts', { charts: { url: 'https://bi.firma.example/', frame: true } });
    expect(await screen.findByTitle('Grafy')).toHaveAttribute('src', '/api/areas/charts/frame');
    expect(screen.getByRole('link', { name: 'Otevřít v nové kartě' })).toHaveAttribute(
      'href',
      'https://bi.firma.example/',
    );
  });

  it('that is hidden, or whose group is, is offered nowhere; screens of Gos stay', async () => {
    const hiddenAreas: MeAnswer['hiddenAreas'] = ['charts', 'users', 'invoices.cashflow', 'my-firms'];
    const { user } = await open('/', { charts: { url: 'https://bi.firma.example/', frame: true } }, { hiddenAreas });
    await user.click(await group('Uživatelé'));
    await user.click(await group('Faktury'));
    const links = within(await navigation());
    expect(await links.findByRole('link', { name: 'Role' })).toBeVisible();
    expect(await links.findByRole('link', { name: /^Výdajové doklady/ })).toBeVisible();
    for (const name of [/^Grafy/, /^Uchazeči/, /^Peněžní tok/]) expect(links.queryByRole('link', { name })).toBeNull();
    await user.click(await screen.findByRole('button', { name: /Jan Novák/ }));
    expect(await screen.findByRole('menuitem', { name: /^Můj mobil/ })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: /^Moje firmy/ })).toBeNull();
    await user.keyboard('{Escape}{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox', { name: /Hledat nebo přejít/ }), 'graf');
    expect(screen.queryByRole('option', { name: 'Grafy' })).toBeNull();
  });

  it('never opens what is no web address', async () => {
    await open('/areas/charts', { charts: { url: 'javascript:alert(1)', frame: true } });
    expect(await screen.findByRole('heading', { name: 'Grafy: zatím nepřipojeno' })).toBeVisible();
  });

  it('that there is not is nothing', async () => {
    await open('/areas/contracts.nothing');
    expect(await screen.findByText('Na této adrese nic není')).toBeVisible();
  });

  it('of the person stands in their menu', async () => {
    const { user, path } = await open('/', { 'my-mobile': { url: 'https://mobil.example', frame: false } });
    await user.click(await screen.findByRole('button', { name: /Jan Novák/ }));
    expect(await screen.findByRole('menuitem', { name: 'Můj mobil' })).toHaveAttribute('href', 'https://mobil.example');
    await user.click(screen.getByRole('menuitem', { name: /^Moje firmy/ }));
    await waitFor(() => expect(path()).toBe('/areas/my-firms'));
  });

  it('is found in the palette once it has an address', async () => {
    const { user, path } = await open('/profile', {
      'invoices.cashflow': { url: 'https://erp.example/', frame: true },
    });
    await navigation();
    await user.keyboard('{Control>}k{/Control}');
    const box = await screen.findByRole('combobox', { name: /Hledat nebo přejít/ });
    await user.type(box, 'penezni');
    await user.click(await screen.findByRole('option', { name: 'Faktury: Peněžní tok' }));
    await waitFor(() => expect(path()).toBe('/areas/invoices.cashflow'));
  });

  it('has a name in the title of the window', async () => {
    await open('/areas/documents.imported');
    await waitFor(() => expect(document.title).toBe('Importované · Gos'));
    expect(areas).toContain('documents.imported');
  });
});

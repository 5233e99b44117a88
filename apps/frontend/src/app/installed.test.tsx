import { act, screen, waitFor } from '@testing-library/react';
import { makeInstallable } from '../lib/installed';
import { runSignOutHandlers } from '../lib/sign-out';
import { haveSession, renderApp } from '../testing/render-app';
import { serve, signedIn } from '../testing/server';

const counts = { 'to-complete': 1, given: 0, 'to-accept': 3, notified: 0, planned: 0 };

async function open(handlers = {}) {
  haveSession();
  serve({ ...signedIn, ...handlers });
  return renderApp('/tasks');
}

afterEach(() => {
  vi.restoreAllMocks();
  for (const name of ['setAppBadge', 'clearAppBadge']) Reflect.deleteProperty(navigator, name);
});

it('is installed from the menu, where the browser offers that, and asks once', async () => {
  makeInstallable();
  const { user } = await open();
  const openMenu = async () => user.click(await screen.findByRole('button', { name: /Jan Novák/ }));
  await openMenu();
  await screen.findByRole('menuitem', { name: 'Profil' });
  expect(screen.queryByRole('menuitem', { name: 'Nainstalovat do zařízení' })).not.toBeInTheDocument();
  const prompt = vi.fn(async () => undefined);
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  act(() => void window.dispatchEvent(offer));
  expect(offer.defaultPrevented).toBe(true);
  await user.click(await screen.findByRole('menuitem', { name: 'Nainstalovat do zařízení' }));
  expect(prompt).toHaveBeenCalledTimes(1);
  await openMenu();
  await screen.findByRole('menuitem', { name: 'Profil' });
  expect(screen.queryByRole('menuitem', { name: 'Nainstalovat do zařízení' })).not.toBeInTheDocument();
});

it('shows at its icon how many results there are to accept, until the sign-out', async () => {
  const badges: number[] = [];
  const matchMedia = window.matchMedia.bind(window);
  const standalone = (query: string) => ({
    ...matchMedia(query),
    matches: query === '(display-mode: standalone)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  vi.spyOn(window, 'matchMedia').mockImplementation(standalone as never);
  Object.assign(navigator, {
    setAppBadge: async (count: number) => void badges.push(count),
    clearAppBadge: async () => void badges.push(0),
  });
  await open({ 'GET /tasks/counts': () => counts });
  await waitFor(() => expect(badges).toEqual([3]));
  runSignOutHandlers();
  expect(badges).toEqual([3, 0]);
});

import { screen, waitFor, within } from '@testing-library/react';
import { haveSession, renderApp } from '../testing/render-app';
import { jan, problem, serve, signedIn } from '../testing/server';

it('says that the server is away, and goes on when it is back', async () => {
  haveSession();
  let away = true;
  serve({ ...signedIn, 'GET /me': () => (away ? problem(502, 'request.failed') : jan) });
  const { user } = await renderApp('/profile');
  expect(await screen.findByRole('heading', { name: 'Server teď neodpovídá' }, { timeout: 10_000 })).toBeVisible();
  away = false;
  await user.click(screen.getByRole('button', { name: 'Zkusit znovu' }));
  expect(await screen.findByRole('heading', { name: 'Profil' }, { timeout: 10_000 })).toBeVisible();
});

it('names what went wrong by its code, and leads home', async () => {
  haveSession();
  serve({ ...signedIn, 'GET /me': () => problem(500, 'server.error') });
  await renderApp('/profile');
  expect(await screen.findByText(/Kód chyby: server\.error/, {}, { timeout: 10_000 })).toBeVisible();
  await waitFor(() => expect(screen.getByRole('link', { name: 'Na úvodní stránku' })).toHaveAttribute('href', '/'));
});

it('says that there is nothing at an address', async () => {
  haveSession();
  serve(signedIn);
  await renderApp('/nothing/here');
  const main = await screen.findByRole('main');
  expect(within(main).getByRole('heading', { name: 'Na této adrese nic není' })).toBeVisible();
  expect(document.title).toBe('Na této adrese nic není · Gos');
});

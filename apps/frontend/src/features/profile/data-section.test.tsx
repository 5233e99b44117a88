import { screen, within } from '@testing-library/react';
import { haveSession, renderApp } from '../../testing/render-app';
import { savedFiles } from '../../testing/saved-files';
import { jan, problem, serve, signedIn } from '../../testing/server';

async function open(answer: () => unknown) {
  haveSession();
  serve({ ...signedIn, 'GET /me': () => jan, [`GET /users/${jan.id}/export`]: answer });
  const app = await renderApp('/profile');
  const section = within(await screen.findByRole('region', { name: 'Vaše údaje' }));
  await app.user.click(section.getByRole('button', { name: 'Stáhnout mé údaje' }));
}

it('saves all that is known of oneself as a file', async () => {
  const files = savedFiles();
  await open(() => ({ person: { name: 'Jan' } }));
  expect(await screen.findByText('Vaše údaje jsou staženy')).toBeVisible();
  expect(JSON.parse(await files.text())).toEqual({ person: { name: 'Jan' } });
  expect(files.names()).toEqual([`gos-${jan.id}.json`]);
});

it('says when that failed', async () => {
  await open(() => problem(429, 'request.rate-limited'));
  expect(await screen.findByText('Údaje se nepodařilo stáhnout.')).toBeVisible();
});

import { screen, within } from '@testing-library/react';
import { haveSession, renderApp } from '../../testing/render-app';
import { jan, problem, serve, signedIn } from '../../testing/server';

async function open(answer: () => unknown) {
  haveSession();
  serve({ ...signedIn, 'GET /me': () => jan, [`GET /users/${jan.id}/export`]: answer });
  const app = await renderApp('/profile');
  const section = within(await screen.findByRole('region', { name: 'Vaše údaje' }));
  await app.user.click(section.getByRole('button', { name: 'Stáhnout mé údaje' }));
}

it('saves all that is known of oneself as a file', async () => {
  const blobs: Blob[] = [];
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}`,
    revokeObjectURL: () => undefined,
  });
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await open(() => ({ person: { name: 'Jan' } }));
  expect(await screen.findByText('Vaše údaje jsou staženy')).toBeVisible();
  expect(JSON.parse(await blobs[0]!.text())).toEqual({ person: { name: 'Jan' } });
  expect((clicked.mock.contexts[0] as HTMLAnchorElement).download).toBe(`gos-${jan.id}.json`);
});

it('says when that failed', async () => {
  await open(() => problem(429, 'request.rate-limited'));
  expect(await screen.findByText('Údaje se nepodařilo stáhnout.')).toBeVisible();
});

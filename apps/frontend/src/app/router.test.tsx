import { act, screen, waitFor } from '@testing-library/react';
import { haveSession, renderApp } from '../testing/render-app';
import { pageOf, serve, signedIn } from '../testing/server';

const robots = () => screen.queryByRole('status', { name: 'Načítání' });
const afterPatience = () => act(() => new Promise((resolve) => setTimeout(resolve, 400)));

/** The week of a day, and a screen whose loader takes as long as the test wants. */
async function openWeek(slow: '/_app/people/positions' | '/_app/attendance/availability') {
  haveSession();
  serve({
    ...signedIn,
    'GET /attendance/availability': ({ query }) => ({ from: query.get('from'), days: [], holidays: [], people: [] }),
    'GET /positions': () => pageOf([]),
  });
  const app = await renderApp('/attendance/availability?from=2030-03-28');
  const heading = await screen.findByRole('heading', { level: 1, name: /25/ });
  let loaded = () => {};
  const held = new Promise<void>((resolve) => {
    loaded = resolve;
  });
  const { options } = app.router.routesById[slow];
  const before = options.loader;
  Object.assign(options, { loader: () => held });
  onTestFinished(() => void Object.assign(options, { loader: before }));
  return { ...app, heading, loaded };
}

it('shows that another screen takes a while to load', async () => {
  const { router, loaded } = await openWeek('/_app/people/positions');
  void router.navigate({ to: '/people/positions' });
  await afterPatience();
  expect(robots()).toBeInTheDocument();
  loaded();
  await waitFor(() => expect(robots()).not.toBeInTheDocument());
});

it('keeps the screen, and what is touched or focused in it, while another view of it takes a while to load', async () => {
  const { router, heading, loaded } = await openWeek('/_app/attendance/availability');
  void router.navigate({ to: '/attendance/availability', search: { from: '2030-04-04' } });
  await afterPatience();
  expect(robots()).not.toBeInTheDocument();
  expect(heading).toBeVisible();
  loaded();
  await waitFor(() => expect(heading).toHaveTextContent('7. 4.'));
  expect(heading).toBeVisible();
});

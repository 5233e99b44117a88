import { screen, waitFor, within } from '@testing-library/react';
import { serveBoards } from '../../testing/board-fixtures';
import { haveSession, renderApp } from '../../testing/render-app';
import { json, problem } from '../../testing/server';

async function open(answers: (name: string) => unknown) {
  haveSession();
  const server = serveBoards({
    handlers: { 'POST /tasks': ({ body }) => answers((body as { readonly name: string }).name) },
  });
  const app = await renderApp('/tasks/project/5');
  const evidence = await screen.findByRole('article', { name: 'Evidence' });
  await app.user.click(await within(evidence).findByRole('button', { name: /Přidat úkol/ }));
  const keys = () => server.sent('POST', '/tasks').map(({ headers }) => headers.get('Idempotency-Key'));
  return { ...app, ...server, evidence, keys };
}

const created = () => json(201, { id: 40, revision: 1, position: '300' });

it('sends a name that no answer came to as the same task once more', async () => {
  let broken = true;
  const { user, evidence, keys } = await open(() => (broken ? problem(500, 'request.failed') : created()));
  await user.keyboard('Nový úkol{Enter}');
  await waitFor(() => expect(within(evidence).getByRole('textbox')).toHaveValue('Nový úkol'));
  broken = false;
  await user.keyboard('{Enter}');
  expect(await within(evidence).findByRole('link', { name: 'Nový úkol' })).toBeVisible();
  expect(keys()).toHaveLength(2);
  expect(new Set(keys()).size).toBe(1);
});

it('keeps a name that was not taken while the next one is typed, to be sent again or dropped', async () => {
  let fail: () => void = () => undefined;
  let broken = true;
  const late = new Promise<void>((resolve) => {
    fail = resolve;
  });
  const { user, evidence, sent, keys } = await open(() =>
    broken ? late.then(() => problem(500, 'request.failed')) : created(),
  );
  await user.keyboard('První úkol{Enter}');
  await user.keyboard('Druhý');
  fail();
  await user.click(await within(evidence).findByRole('button', { name: /Zkusit znovu.*První úkol/ }));
  await within(evidence).findByRole('button', { name: 'Zahodit První úkol' });
  expect(within(evidence).getByRole('textbox')).toHaveValue('Druhý');
  broken = false;
  await user.click(within(evidence).getByRole('button', { name: /Zkusit znovu.*První úkol/ }));
  expect(await within(evidence).findByRole('link', { name: 'První úkol' })).toBeVisible();
  expect(sent('POST', '/tasks').map(({ body }) => (body as { readonly name: string }).name)).toEqual(
    Array(3).fill('První úkol'),
  );
  expect(new Set(keys()).size).toBe(1);
  expect(within(evidence).queryByRole('button', { name: /Zkusit znovu/ })).toBeNull();
});

import type { LogVerification, MeAnswer } from '@gos/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { haveSession, renderApp } from '../../testing/render-app';
import { savedFiles } from '../../testing/saved-files';
import { type Handlers, jan, json, pageOf, problem, serve, signedIn } from '../../testing/server';

const root = 'm2Yd4vMlb3fd0sQ0ynYs3nmuC6bYcQyBhd8bF5qg3oo=';
const checkpoint = (size: number) => ({
  size,
  at: '2026-11-21T08:00:00Z',
  note: `gos/log/1\n${size}\n${root}\n\n— gos/log/1 AbC\n`,
});
const key = 'gos/log/1+1a2b3c4d+AQ0123';

const verification: LogVerification = {
  id: 'v',
  state: 'done',
  startedAt: '2026-11-21T08:00:00Z',
  endedAt: '2026-11-21T08:01:00Z',
  checked: 1_204,
  all: 1_204,
  checkpoints: 2,
  ok: true,
  findings: [],
  found: 0,
};

async function open(handlers: Handlers = {}, me: Partial<MeAnswer> = { role: 'auditor' }) {
  haveSession();
  const calls = serve({
    ...signedIn,
    'GET /me': () => ({ ...jan, mayCreateProjects: false, ...me }),
    'GET /log/checkpoints': () => pageOf([checkpoint(1_200), checkpoint(900)]),
    'GET /log/keys': () => ({ items: [{ key, from: '2026-11-20T08:00:00Z', until: null }] }),
    'GET /log/verification': () => ({ last: null }),
    ...handlers,
  });
  return { ...(await renderApp('/audit/log')), calls };
}

const section = async (name: string) => within(await screen.findByRole('region', { name }));

it('shows the last checkpoint with its size and root, and saves checkpoints and public keys', async () => {
  const saved = savedFiles();
  const { user } = await open();
  const card = await section('Poslední kontrolní bod');
  expect(await card.findByText(root)).toBeVisible();
  expect(card.getByText('1 200')).toBeVisible();
  await user.click(card.getByRole('button', { name: 'Stáhnout kontrolní bod' }));
  await user.click(card.getByRole('button', { name: 'Stáhnout kontrolní bod: 900 událostí' }));
  await user.click(card.getByRole('button', { name: 'Stáhnout veřejné klíče' }));
  expect(saved.names()).toEqual(['checkpoint-1200.txt', 'checkpoint-900.txt', 'log-keys.txt']);
  expect(await saved.text(0)).toBe(checkpoint(1_200).note);
  expect(await saved.text(2)).toBe(`${key}\n`);
  expect(document.title).toBe('Důkaz záznamu · Gos');
});

it('verifies with progress, and names the first event that does not fit', async () => {
  const found = { part: 'log', event: { stream: 'task-3', revision: 2 }, text: 'task-3 revision 2: altered' } as const;
  const states: (LogVerification | null)[] = [
    null,
    { ...verification, state: 'events', checked: 500, endedAt: null },
    { ...verification, ok: false, found: 3, findings: [found] },
  ];
  let at = 0;
  const { user, calls } = await open({
    'GET /log/verification': () => ({ last: states[at]! }),
    'POST /log/verification': () => {
      at = 1;
      return { ...verification, state: 'waiting', checked: 0, endedAt: null };
    },
  });
  const card = await section('Ověření záznamu');
  expect(await card.findByText('Zatím nikdo neověřoval.')).toBeVisible();
  await user.click(card.getByRole('button', { name: 'Ověřit' }));
  expect(await card.findByText('Ověřeno 500 z 1 204 událostí', {}, { timeout: 3_000 })).toBeVisible();
  expect(card.getByRole('button', { name: 'Ověřit' })).toBeDisabled();
  expect(card.getByRole('progressbar', { name: 'Průběh ověření' })).toHaveAttribute('aria-valuenow', '41');
  at = 2;
  await waitFor(() => expect(card.getByRole('status')).toHaveTextContent('Něco nesedí'), { timeout: 3_000 });
  expect(card.getByText('První událost, která nesedí: task-3, revize 2')).toBeVisible();
  expect(card.getByText('task-3 revision 2: altered')).toBeVisible();
  expect(card.getByText('A ještě 2 nálezy')).toBeVisible();
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

it.each([
  [verification, 'Vše sedí'],
  [{ ...verification, state: 'failed', ok: false }, 'Ověření se nepodařilo dokončit. Proč, je v logu procesu.'],
] as const)('shows the result of the last verification after a reload: %#', async (last, text) => {
  await open({ 'GET /log/verification': () => ({ last }) });
  expect(await (await section('Ověření záznamu')).findByText(text)).toBeVisible();
});

it('without a checkpoint says when one comes, and loads again what failed', async () => {
  let fails = true;
  const { user } = await open({
    'GET /log/checkpoints': () => pageOf([]),
    'GET /log/verification': () => (fails ? problem(503, 'store.unavailable') : { last: verification }),
  });
  expect(await screen.findByText(/Podepisuje se každou hodinu/)).toBeVisible();
  const card = await section('Ověření záznamu');
  const retry = await card.findByRole('button', { name: 'Zkusit znovu' }, { timeout: 15_000 });
  fails = false;
  await user.click(retry);
  expect(await card.findByText('Vše sedí')).toBeVisible();
});

it('is for auditors and admins only', async () => {
  await open({}, { role: 'member' });
  expect(await screen.findByText('Události všech lidí vidí jen auditoři a správci.')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Důkaz záznamu' })).toBeNull();
});

it('lets an admin name the addresses of copies, and says what is wrong with them and how the last one went', async () => {
  const copy = { kind: 'email', address: 'a@firma.example', state: 'failing', at: null, reason: '451 later' } as const;
  const url = { ...copy, kind: 'webhook', address: 'https://kopie.example', state: 'none', reason: null } as const;
  let refuses = true;
  const { user, calls } = await open(
    {
      'GET /log/copies': () => ({ items: [copy], secret: null }),
      'PUT /log/copies': () =>
        refuses
          ? json(422, { code: 'validation.failed', errors: [{ path: 'emails.1', code: 'auth.email' }] })
          : { items: [copy, url], secret: 'whsec_tajemstvi' },
    },
    { role: 'admin' },
  );
  const card = await section('Kopie jinde');
  expect(await card.findByText('Selhalo, zkusí se znovu')).toBeVisible();
  expect(card.getByText('451 later')).toBeVisible();
  const emails = card.getByRole('textbox', { name: 'E-maily' });
  await user.type(emails, '{Enter}b');
  await user.type(card.getByRole('textbox', { name: 'Adresa webhooku' }), 'https://kopie.example');
  await user.click(card.getByRole('button', { name: 'Uložit' }));
  expect(await card.findByText('Zadejte e-mailovou adresu.')).toBeVisible();
  refuses = false;
  await user.type(emails, '@firma.example');
  await user.click(card.getByRole('button', { name: 'Uložit' }));
  expect(await card.findByDisplayValue('whsec_tajemstvi')).toBeVisible();
  expect(calls.findLast(({ method }) => method === 'PUT')?.body).toEqual({
    emails: ['a@firma.example', 'b@firma.example'],
    webhookUrl: 'https://kopie.example',
  });
});

import type { Comparison } from '@gos/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { haveSession, renderApp } from '../../testing/render-app';
import { savedFiles } from '../../testing/saved-files';
import { type Call, pageOf, problem, serve, signedIn } from '../../testing/server';

const from = '2026-11-20T08:00:00.000Z';
const to = '2026-11-27T08:00:00.000Z';

const item = (kind: Comparison['added'][number]['kind'], id: string, name: string | null, changes: object[] = []) => ({
  kind,
  id,
  name,
  changes: changes as Comparison['changes'],
});
const change = (field: string, before: unknown, after: unknown) => ({ field, from: before, to: after });

const comparison = (more: Partial<Comparison> = {}): Comparison => ({
  from,
  to,
  thing: { kind: 'project', id: '3', name: 'Sklad' },
  changes: [change('name', 'Skladiště', 'Sklad'), change('finishDate', null, '2026-12-31')],
  counts: [
    { kind: 'board', added: 0, removed: 1, changed: 0 },
    { kind: 'task', added: 1, removed: 1, changed: 1 },
  ],
  sums: null,
  added: [item('task', '5', 'Zábradlí')],
  removed: [item('board', '7', 'Zrušená'), item('task', '6', 'Lešení', [change('deleted', false, true)])],
  changed: [item('task', '8', 'Pilíř', [change('state', 'created', 'assigned'), change('estimateMinutes', 60, 90)])],
  total: 4,
  page: 1,
  pageSize: 500,
  ...more,
});

const open = (handlers: Parameters<typeof serve>[0], path = `/compare/project/3?from=${from}&to=${to}`) => {
  haveSession();
  const calls = serve({ ...signedIn, ...handlers });
  return renderApp(path).then((app) => ({ ...app, calls }));
};
const compares = (calls: readonly Call[]) => calls.filter(({ path }) => path.endsWith('/compare'));

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('tells what was added, removed and changed, in the words of the history', async () => {
  const { calls } = await open({ 'GET /projects/:id/compare': () => comparison() });
  expect(await screen.findByRole('heading', { level: 1, name: 'Projekt · Sklad' })).toBeVisible();
  expect(Object.fromEntries(compares(calls)[0]!.query)).toEqual({ from, to, page: '1', pageSize: '500' });
  const counts = screen.getByRole('table', { name: /Kolik toho přibylo/ });
  expect(within(counts).getByRole('row', { name: 'Úkoly 1 1 1' })).toBeVisible();
  expect(screen.getByRole('region', { name: 'Změněná pole 2' })).toHaveTextContent('Název: z Skladiště → na Sklad');
  const removed = screen.getByRole('region', { name: 'Ubylo' });
  expect(within(removed).getByRole('region', { name: 'Ubylo: Úkoly' })).toHaveTextContent(
    '#6 LešeníSmazáno: z ne → na ano',
  );
  const changed = screen.getByRole('region', { name: 'Změnilo se' });
  expect(changed).toHaveTextContent('Odhad: z 1 h → na 1 h 30 min');
});

it('leads to each part as it was at the moment that names it', async () => {
  await open({ 'GET /projects/:id/compare': () => comparison() });
  const link = async (name: RegExp) => new URL((await screen.findByRole<HTMLAnchorElement>('link', { name })).href);
  const added = await link(/#5 Zábradlí, jak to bylo/);
  expect([added.searchParams.get('taskId'), added.searchParams.get('at')]).toEqual(['5', to]);
  expect((await link(/#6 Lešení/)).searchParams.get('at')).toBe(from);
  const board = await link(/Zrušená/);
  expect([board.pathname, board.searchParams.get('asOf')]).toEqual(['/tasks/project/3/board/7', from]);
});

it('says that nothing differs', async () => {
  const nothing = { changes: [], counts: [], added: [], removed: [], changed: [], total: 0 };
  await open({ 'GET /projects/:id/compare': () => comparison(nothing) });
  expect(await screen.findByText('Mezi těmito okamžiky se nic neliší.')).toBeVisible();
});

it.each([
  [problem(404, 'project.not-found'), /Ve druhém okamžiku to neexistovalo/],
  [
    problem(422, 'validation.failed', { errors: [{ path: 'to', code: 'compare.order' }] }),
    /Druhý okamžik musí být po prvním/,
  ],
  [problem(500, 'request.failed'), /Porovnání se nepodařilo načíst/],
])('says why it cannot compare (%#)', async (answer, said) => {
  await open({ 'GET /projects/:id/compare': () => answer.clone() });
  await waitFor(async () => expect(await screen.findByRole('alert')).toHaveTextContent(said), { timeout: 5_000 });
});

it('puts both moments into the address, and the earlier one first', async () => {
  const { user, router, calls } = await open({ 'GET /projects/:id/compare': () => comparison() }, '/compare/project/3');
  await screen.findByRole('heading', { level: 1, name: 'Projekt · Sklad' });
  const given = router.state.location.search as { from: string; to: string };
  expect(Date.parse(given.to) - Date.parse(given.from)).toBe(7 * 24 * 3_600_000);
  await user.click(screen.getByRole('button', { name: /^Druhý okamžik/ }));
  const dialog = screen.getByRole('dialog', { name: 'Druhý okamžik' });
  await user.click(within(dialog).getByRole('button', { name: 'Před 30 dny' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ to: given.from }));
  const later = router.state.location.search as { from: string };
  expect(Date.parse(later.from)).toBeLessThan(Date.parse(given.from));
  await waitFor(() => expect(compares(calls).at(-1)!.query.get('to')).toBe(given.from));
});

it('shows further differences page after page, and saves all of them as JSON', async () => {
  const tasks = Array.from({ length: 503 }, (_, index) => item('task', String(index + 1), `Úkol ${index + 1}`));
  const { user } = await open({
    'GET /projects/:id/compare': ({ query }) => {
      const page = Number(query.get('page'));
      const added = tasks.slice((page - 1) * 500, page * 500);
      return comparison({ added, removed: [], changed: [], total: tasks.length, page });
    },
  });
  expect(await screen.findByText('Ukázáno 500 z 503 rozdílů.')).toBeVisible();
  const files = savedFiles();
  await user.click(screen.getByRole('button', { name: 'Stáhnout JSON' }));
  await waitFor(() => expect(files.names()).toHaveLength(1));
  const file = JSON.parse(await files.text()) as Comparison;
  expect(file.added.map(({ id }) => id)).toEqual(tasks.map(({ id }) => id));
  await user.click(screen.getByRole('button', { name: 'Ukázat další' }));
  expect(await screen.findByRole('link', { name: /#503 Úkol 503/ })).toBeInTheDocument();
  expect(screen.queryByText(/^Ukázáno/)).toBeNull();
}, 20_000);

it('compares a month of a person', async () => {
  const times = [change('from', null, '2026-11-20T08:00:00.000Z'), change('minutes', null, 90)];
  const { calls } = await open(
    {
      'GET /attendance/month/compare': () =>
        comparison({
          thing: { kind: 'month', id: '2026-11', name: 'Petr Člen' },
          changes: [change('workedMinutes', 60, 150)],
          sums: {
            days: [{ date: '2026-11-20', plannedMinutes: { from: 480, to: 480 }, workedMinutes: { from: 0, to: 90 } }],
            totals: { plannedMinutes: { from: 480, to: 480 }, workedMinutes: { from: 60, to: 150 } },
          },
          counts: [{ kind: 'entry', added: 1, removed: 0, changed: 0 }],
          added: [item('entry', '4', 'Zedničina', times)],
          removed: [],
          changed: [],
          total: 1,
        }),
    },
    `/compare/month/2026-11?userId=2&from=${from}&to=${to}`,
  );
  expect(await screen.findByRole('heading', { level: 1, name: /Docházka · Listopad 2026 · Petr Člen/ })).toBeVisible();
  expect(compares(calls)[0]!.query.toString()).toContain('year=2026&month=11&userId=2');
  expect(screen.getByRole('region', { name: 'Změněná pole 1' })).toHaveTextContent(
    'Odpracováno: z 1 h → na 2 h 30 min',
  );
  expect(screen.getByRole('region', { name: 'Přibylo: Pracovní časy' })).toHaveTextContent('Zedničina');
  const rows = within(screen.getByRole('table', { name: 'Dny, které se liší 1' })).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' '))).toEqual([
    'DenNaplánovánoOdpracováno',
    '20. 11.8 hz 0 min → na 1 h 30 min',
    'Celý měsíc8 hz 1 h → na 2 h 30 min',
  ]);
});

it('tells the place of a card that was moved', async () => {
  await open(
    {
      'GET /boards/:id/compare': () =>
        comparison({
          thing: { kind: 'board', id: '3', name: 'Stavba' },
          changed: [item('task', '8', 'Pilíř', [change('order', 3, 1)])],
        }),
    },
    `/compare/board/3?from=${from}&to=${to}`,
  );
  expect(await screen.findByRole('region', { name: 'Změnilo se: Úkoly' })).toHaveTextContent(
    '#8 PilířPořadí: z 3 → na 1',
  );
});

it('is nothing at an address that names no thing', async () => {
  await open({ 'GET /projects': () => pageOf([]) }, '/compare/people/3');
  expect(await screen.findByRole('heading', { name: /nic není|nenalezen/i })).toBeVisible();
});

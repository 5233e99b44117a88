import type { TaskRowAnswer } from '@gos/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { inBoard, serveBoards } from '../../testing/board-fixtures';
import { useLiveChanges } from '../../testing/live-changes';
import { haveSession, renderApp } from '../../testing/render-app';
import { problem } from '../../testing/server';

const tell = useLiveChanges();

async function open(scene: Parameters<typeof serveBoards>[0] = {}) {
  haveSession();
  const server = serveBoards(scene);
  const app = await renderApp('/tasks/project/5');
  return { ...app, ...server };
}

const board = (name: string) => screen.findByRole('article', { name });
const link = (name: string) => screen.findByRole('link', { name });
const carried = () => screen.queryByRole('application');
const tasksOf = (article: HTMLElement) =>
  within(article)
    .queryAllByRole('listitem')
    .map((item) => item.textContent?.trim());
const done = (text: string) => screen.findByText(text);

it('keeps in the hand what another person takes out of sight meanwhile', async () => {
  const { user, sent } = await open({ handlers: { 'POST /tasks/:id/move': () => problem(404, 'task.not-found') } });
  (await link('Migrace karet')).focus();
  await user.keyboard(' {ArrowDown}{ArrowDown}');
  await tell({ model: 'task', id: 12, gone: true, position: '500' });
  await waitFor(async () => expect(tasksOf(await board('Evidence'))).toEqual(['Tiskové sestavy']));
  expect(carried()).toHaveFocus();
  await user.keyboard(' ');
  expect(carried()).toBeNull();
  expect(document.querySelector('[data-place]')).toBeNull();
  await waitFor(() => expect(sent('POST', '/tasks/12/move')).toHaveLength(1));
  expect(await screen.findByRole('alert')).toHaveTextContent(/Úkol se nepodařilo přesunout/);
});

it('leaves a card where it was put within its board, also while changes do not arrive', async () => {
  const { user } = await open({
    handlers: { 'POST /tasks/:id/move': () => ({ id: 12, revision: 1, position: '200' }) },
  });
  (await link('Migrace karet')).focus();
  await user.keyboard(' {ArrowDown} ');
  await done('Úkol přesunut');
  expect(tasksOf(await board('Evidence'))).toEqual(['Tiskové sestavy', 'Migrace karet']);
});

it('does not put it back where another person has placed it in its board meanwhile', async () => {
  let answer: () => void = () => undefined;
  const held = new Promise((resolve) => {
    answer = () => resolve({ id: 12, revision: 1, position: '200' });
  });
  const { user } = await open({
    tasks: [...'abcd'].map(
      (order, index): TaskRowAnswer => inBoard(8, { id: 12 + index, name: `Úkol ${order}`, order }),
    ),
    handlers: { 'POST /tasks/:id/move': () => held },
  });
  (await link('Úkol a')).focus();
  await user.keyboard(' {ArrowDown} ');
  const doc = inBoard(8, { id: 12, name: 'Úkol a', order: 'z' });
  await tell({ model: 'task', id: 12, revision: 1, position: '500', doc });
  answer();
  await done('Úkol přesunut');
  expect(tasksOf(await board('Evidence'))).toEqual(['Úkol b', 'Úkol c', 'Úkol d', 'Úkol a']);
});

it('says which later change prevents taking a move back', async () => {
  const { user, sent } = await open({ handlers: { 'POST /undo': () => problem(409, 'undo.too-late') } });
  (await link('Migrace karet')).focus();
  await user.keyboard(' {ArrowDown}{ArrowDown} ');
  await user.click(await screen.findByRole('button', { name: /^Zpět/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Vzít to zpět brání pozdější změna.');
  expect(sent('POST', '/undo')).toHaveLength(1);
});

it('says to whoever drags a solved task why it stays', async () => {
  const { user, path, calls } = await open();
  const target = await link('Obnova hesla');
  await user.pointer([
    { keys: '[MouseLeft>]', target, coords: { clientX: 10, clientY: 10 } },
    { target, coords: { clientX: 40, clientY: 40 } },
    { keys: '[/MouseLeft]', target, coords: { clientX: 40, clientY: 40 } },
  ]);
  expect(await screen.findByRole('alert')).toHaveTextContent('Úkol je již vyřešen.');
  expect(document.querySelector('[data-place]')).toBeNull();
  expect(path()).toBe('/tasks/project/5');
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
});

it('lifts by mouse at once what is taken while the keys hold another card', async () => {
  const { user } = await open();
  (await link('Migrace karet')).focus();
  await user.keyboard(' {ArrowDown}');
  expect(carried()).toHaveFocus();
  const target = await link('Firemní účet');
  await user.pointer([
    { keys: '[MouseLeft>]', target, coords: { clientX: 10, clientY: 10 } },
    { target, coords: { clientX: 40, clientY: 40 } },
  ]);
  expect(carried()).toBeNull();
  await waitFor(() => expect(document.querySelector('[data-by="pointer"]')).toHaveTextContent('Firemní účet'));
  await user.pointer([{ keys: '[/MouseLeft]', target, coords: { clientX: 40, clientY: 40 } }]);
});

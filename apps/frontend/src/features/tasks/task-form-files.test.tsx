import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { haveSession, renderApp } from '../../testing/render-app';
import { jan, pageOf, problem, serve, signedIn } from '../../testing/server';
import { karla, petr } from '../../testing/task-fixtures';
import { serveUploads } from '../../testing/uploads';

async function open() {
  haveSession();
  const uploads = serveUploads();
  const calls = serve({
    ...signedIn,
    'GET /users': () => pageOf([jan, { ...jan, ...karla }, { ...jan, ...petr }]),
    'POST /tasks': () => problem(500, 'request.failed'),
    'PUT /me/preferences/:key': () => ({ value: null }),
  });
  const app = await renderApp('/tasks/new');
  const form = await screen.findByRole('form', { name: 'Nový úkol' });
  const sent = () => calls.find(({ method, path }) => method === 'POST' && path === '/tasks')?.body;
  return { ...app, form, uploads, sent, name: within(form).getByRole('textbox', { name: /^Název/ }) };
}

const dragged = (...files: File[]) => ({ dataTransfer: { files, types: ['Files'] } });
const textFile = (name: string, text = 'x') => new File([text], name, { type: 'text/plain' });

it('takes files dropped anywhere, each with its progress, until it is cancelled', async () => {
  const { user, form, uploads } = await open();
  fireEvent.dragOver(document.body, dragged(textFile('a.txt')));
  expect(screen.getByText('Pusťte soubory, přiloží se k úkolu')).toBeVisible();
  fireEvent.drop(document.body, dragged(textFile('a.txt'), textFile('b.txt'), textFile('prázdný.txt', '')));
  expect(screen.queryByText('Pusťte soubory, přiloží se k úkolu')).toBeNull();
  expect(await within(form).findByText('Soubor je prázdný.')).toBeVisible();
  await waitFor(() => expect(uploads).toHaveLength(1));
  uploads[0]?.progress(0.5);
  const bar = within(form).getByRole('progressbar', { name: 'Nahrává se a.txt' });
  await waitFor(() => expect(bar).toHaveAttribute('aria-valuenow', '50'));
  expect(within(form).getByRole('button', { name: /^Vytvořit úkol/ })).toBeDisabled();
  await user.click(within(form).getByRole('button', { name: 'Zrušit nahrávání a.txt' }));
  expect(uploads[0]?.aborted).toBe(true);
  await waitFor(() => expect(uploads).toHaveLength(2));
});

it('tries a file again that could not be sent, and creates the task with it', async () => {
  const { user, form, name, uploads, sent } = await open();
  fireEvent.drop(document.body, dragged(textFile('b.txt')));
  await waitFor(() => expect(uploads).toHaveLength(1));
  uploads[0]?.answer({ status: 500, body: { type: '', title: '', detail: '', status: 500, code: 'request.failed' } });
  await user.click(await within(form).findByRole('button', { name: 'Zkusit znovu nahrát b.txt' }));
  await waitFor(() => expect(uploads).toHaveLength(2));
  uploads[1]?.answer({ body: { fileId: 9 } });
  await within(form).findByRole('button', { name: 'Odebrat soubor b.txt' });
  fireEvent.change(name, { target: { value: 'S přílohou' } });
  fireEvent.submit(form);
  await waitFor(() => expect(sent()).toMatchObject({ files: [9] }));
});

it('offers whom and what one used last first, whatever the diacritics', async () => {
  localStorage.setItem('gos-recent-people-1', JSON.stringify([petr, { id: 99, name: 'Kdo Odešel' }]));
  localStorage.setItem('gos-recent-tags-1', JSON.stringify(['účetní závěrka', 'sklad']));
  const { user, form } = await open();
  await user.click(within(form).getByRole('button', { name: /^Řešitel/ }));
  const last = await screen.findByRole('group', { name: 'Naposledy vybraní' });
  expect(within(last).getAllByRole('option')).toHaveLength(1);
  expect(within(last).getByRole('option', { name: /Petr Dvořák/ })).toBeVisible();
  await user.click(await screen.findByRole('option', { name: /Karla Svobodová/ }));
  expect(JSON.parse(localStorage.getItem('gos-recent-people-1') ?? '[]')[0]).toEqual(karla);

  await user.click(within(form).getByRole('button', { name: 'Další údaje' }));
  const tags = await within(form).findByRole('combobox', { name: 'Štítky' });
  await user.click(tags);
  await user.keyboard('ucet');
  await user.click(await screen.findByRole('option', { name: 'účetní závěrka' }));
  expect(within(form).getByText('účetní závěrka')).toBeVisible();
});

it('says what is required, and counts what comes near its limit', async () => {
  const { user, form, name } = await open();
  await user.click(within(form).getByRole('button', { name: /^Vytvořit úkol/ }));
  expect(await within(form).findByText('Povinné pole')).toBeVisible();
  await user.click(name);
  await user.paste('x'.repeat(79));
  expect(within(form).queryByText(/z 100 znaků/)).toBeNull();
  await user.paste('xx');
  expect(within(form).getByText('81 z 100 znaků')).toBeInTheDocument();
});

it('leads through the quick deadlines by arrows, each with the moment that it means', async () => {
  const { user, form } = await open();
  const field = within(form).getByRole('button', { name: /^Termín/ });
  await user.click(field);
  const presets = await screen.findByRole('list', { name: 'Rychlé termíny' });
  const [first, second, ...others] = within(presets).getAllByRole('button');
  expect([first, second, ...others]).toHaveLength(12);
  expect(within(presets).getByRole('button', { name: /^Konec roku/ })).toHaveTextContent(/31\. 12\./);
  first?.focus();
  await user.keyboard('{ArrowDown}');
  expect(second).toHaveFocus();
  await user.keyboard('{Home}{ArrowUp}');
  expect(others.at(-1)).toHaveFocus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(field).toHaveTextContent(/31\. 12\./));
});

it('takes a deadline in words, from the first letter on, and says what it means', async () => {
  const { user, form } = await open();
  const field = within(form).getByRole('button', { name: /^Termín/ });
  await user.click(field);
  const presets = await screen.findByRole('list', { name: 'Rychlé termíny' });
  within(presets).getAllByRole('button')[0]!.focus();
  await user.keyboard('x');
  const words = screen.getByRole('textbox', { name: 'Termín slovy' });
  expect(words).toHaveFocus();
  expect(words).toBeInvalid();
  expect(screen.getByText(/^Tomu nerozumíme/)).toBeVisible();
  await user.keyboard('{Enter}');
  expect(words).toBeVisible();
  await user.clear(words);
  await user.keyboard('31.12.2099 8:30');
  expect(screen.getByRole('textbox', { name: 'Čas' })).toHaveValue('08:30');
  expect(screen.getByText(/31\. prosince 2099.*8:30/)).toBeVisible();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(field).toHaveTextContent(/31\. 12\. 2099/));
});

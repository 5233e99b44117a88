import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { haveSession, renderApp } from '../../testing/render-app';
import { type Handlers, jan, pageOf, serve, signedIn } from '../../testing/server';
import { aTask, karla } from '../../testing/task-fixtures';
import { serveUploads } from '../../testing/uploads';

// The chunks are read before the clock of the first test runs.
beforeAll(() => Promise.all([import('./task-form'), import('../../ui/rich-text/rich-text-editor')]), 60_000);

async function open(handlers: Handlers = {}, address = '/tasks/new') {
  haveSession();
  const uploads = serveUploads();
  const calls = serve({
    ...signedIn,
    'GET /users': () => pageOf([jan, { ...jan, ...karla }]),
    'POST /tasks': () => ({ id: 77, revision: 1, position: '5' }),
    'GET /tasks/77': () => aTask({ id: 77, name: 'S obrázkem' }),
    'GET /tasks/77/activity': () => ({ items: [], total: 0 }),
    'GET /tasks/77/comments': () => pageOf([]),
    'PUT /me/preferences/:key': () => ({ value: null }),
    ...handlers,
  });
  const app = await renderApp(address);
  const form = await screen.findByRole('form', { name: 'Nový úkol' });
  const text = await within(form).findByRole('textbox', { name: 'Popis' });
  return {
    ...app,
    form,
    uploads,
    text,
    name: within(form).getByRole('textbox', { name: /^Název/ }),
    create: within(form).getByRole('button', { name: /^Vytvořit úkol/ }),
    created: () => calls.find(({ method, path }) => method === 'POST' && path === '/tasks')?.body,
  };
}

const png = (name = 'snímek.png', type = 'image/png') => new File(['obrázek'], name, { type });

function paste(text: HTMLElement, files: readonly File[], html = '') {
  fireEvent.paste(text, {
    clipboardData: { files, types: ['Files'], getData: (kind: string) => (kind === 'text/html' ? html : '') },
  });
}

const stored = (fileId: number) => ({ body: { fileId } });

it('uploads a pasted image with its progress and keeps its address only', async () => {
  const { user, uploads, text, name, create, created } = await open();
  fireEvent.change(name, { target: { value: 'S obrázkem' } });
  paste(text, [png()]);
  const bar = await within(text).findByRole('progressbar', { name: 'Nahrává se obrázek snímek.png' });
  expect(create).toBeDisabled();
  expect(screen.getByText('Počkejte, až se obrázky nahrají.')).toBeVisible();
  await waitFor(() => expect(uploads).toHaveLength(1));
  expect(uploads[0]?.address).toBe('/api/files');
  uploads[0]?.progress(0.4);
  expect(bar).toHaveProperty('value', 0.4);
  uploads[0]?.answer(stored(31));
  expect(await within(text).findByRole('img', { name: 'snímek' })).toHaveAttribute('src', '/api/files/31');
  expect(within(text).queryByRole('progressbar')).toBeNull();
  await waitFor(() => expect(create).toBeEnabled());
  await user.click(create);
  await waitFor(() => expect(created()).toMatchObject({ name: 'S obrázkem' }));
  const { description } = created() as { description: string };
  expect(description).toContain('<img src="/api/files/31" alt="snímek">');
  expect(description).not.toContain('data:');
});

it('says that an image failed, keeps the text, and tries again', async () => {
  const { user, uploads, text } = await open();
  paste(text, [], '<p>Pod textem je obrázek.</p>');
  paste(text, [png()]);
  await waitFor(() => expect(uploads).toHaveLength(1));
  uploads[0]?.answer({ status: 415, body: { code: 'file.type-lies', status: 415, title: '', type: '', detail: '' } });
  expect(await within(text).findByRole('alert')).toHaveTextContent('Obsah souboru neodpovídá jeho typu.');
  expect((await screen.findAllByText(/Obrázek se nepodařilo vložit/))[0]).toBeVisible();
  expect(text).toHaveTextContent('Pod textem je obrázek.');
  expect(within(text).queryByRole('button', { name: /Zkusit znovu/ })).toBeNull();
  await user.click(within(text).getByRole('button', { name: 'Odebrat soubor snímek.png' }));
  expect(within(text).queryByText('snímek.png')).toBeNull();

  paste(text, [png('druhý.png')]);
  await waitFor(() => expect(uploads).toHaveLength(2));
  uploads[1]?.answer({ status: 500, body: { code: 'request.failed', status: 500, title: '', type: '', detail: '' } });
  await user.click(await within(text).findByRole('button', { name: 'Zkusit znovu nahrát druhý.png' }));
  await waitFor(() => expect(uploads).toHaveLength(3));
  uploads[2]?.answer(stored(8));
  expect(await within(text).findByRole('img', { name: 'druhý' })).toBeInTheDocument();
});

it('gives a pasted image up when asked', async () => {
  const { user, uploads, text, create } = await open();
  paste(text, [png()]);
  await waitFor(() => expect(uploads).toHaveLength(1));
  await user.click(within(text).getByRole('button', { name: 'Zrušit nahrávání snímek.png' }));
  expect(uploads[0]?.aborted).toBe(true);
  expect(within(text).queryByRole('progressbar')).toBeNull();
  await waitFor(() => expect(create).toBeEnabled());
});

it('says before sending what can be no image', async () => {
  const { uploads, text } = await open();
  paste(text, [png('kresba.svg', 'image/svg+xml')]);
  expect((await screen.findAllByText(/Vložit lze obrázky PNG, JPEG, GIF, WebP a AVIF do 100 MiB/))[0]).toBeVisible();
  paste(text, [new File([], 'nic.png', { type: 'image/png' })]);
  expect((await screen.findAllByText(/Soubor je prázdný/))[0]).toBeVisible();
  expect(uploads).toHaveLength(0);
});

it('makes files of the images in pasted text, never data, and leaves out those of other pages', async () => {
  const fetched = vi.fn();
  const { uploads, text, user, name, create, created } = await open({
    'GET /files/12': () => {
      fetched();
      return new Response('x', { headers: { 'content-type': 'image/png' } });
    },
  });
  fireEvent.change(name, { target: { value: 'S obrázkem' } });
  paste(
    text,
    [png('celý-text.png')],
    '<p class="MsoNormal">Text z dokumentu<o:p></o:p></p><img src="https://evil.example/x.png"><img src="/api/files/12" alt="cizí">',
  );
  await waitFor(() => expect(uploads).toHaveLength(1));
  expect(fetched).toHaveBeenCalledOnce();
  uploads[0]?.answer(stored(40));
  expect(await within(text).findByRole('img', { name: 'cizí' })).toHaveAttribute('src', '/api/files/40');
  expect(text).toHaveTextContent('Text z dokumentu');
  expect(within(text).getAllByRole('img')).toHaveLength(1);
  await user.click(create);
  await waitFor(() => expect(created()).toBeDefined());
  expect((created() as { description: string }).description).not.toMatch(/evil|data:|MsoNormal/);
});

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { haveSession, renderApp } from '../../testing/render-app';
import { type Handlers, jan, serve, signedIn } from '../../testing/server';
import { serveUploads } from '../../testing/uploads';

const url = '/api/users/1/avatar?v=abc';
const withPicture: Handlers = {
  'GET /me': () => ({ ...jan, avatarUrl: url }),
  'GET /users/avatars': () => ({ items: [{ id: jan.id, url }] }),
};
const choose = (file: File) =>
  fireEvent.change(document.querySelector('input[type="file"]')!, { target: { files: [file] } });
const photo = new File(['photo'], 'IMG_0001.jpg', { type: 'image/jpeg' });
const pictures = () =>
  [...document.querySelectorAll('[data-initials="JN"] img')].map((image) => image.getAttribute('src'));

/** jsdom draws nothing: what is drawn from where is noted. */
function drawing(width: number, height: number) {
  const drawn: unknown[][] = [];
  const close = vi.fn();
  const read = vi.fn(async (_: Blob, __?: ImageBitmapOptions) => ({ width, height, close }));
  vi.stubGlobal('createImageBitmap', read);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    fillRect: () => undefined,
    drawImage: (_: unknown, ...places: unknown[]) => drawn.push(places),
  } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type) =>
    done(new Blob(['square'], { type })),
  );
  return { drawn, read, close };
}

describe('my picture', () => {
  it('is cut to a square, sent once, and shown when it is stored', async () => {
    haveSession();
    const { drawn, read, close } = drawing(4000, 3000);
    const uploads = serveUploads();
    let stored = false;
    serve({
      ...signedIn,
      'GET /me': (call) => (stored ? withPicture['GET /me']!(call) : jan),
      'GET /users/avatars': (call) => (stored ? withPicture['GET /users/avatars']!(call) : { items: [] }),
    });
    await renderApp('/profile');
    const button = await screen.findByRole('button', { name: 'Vybrat obrázek' });
    expect(screen.queryByRole('button', { name: 'Odebrat obrázek' })).toBeNull();
    expect(pictures()).toEqual([]);
    choose(photo);
    choose(photo);
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(button).toBeDisabled();
    expect(read).toHaveBeenCalledExactlyOnceWith(photo, { imageOrientation: 'from-image' });
    expect(drawn).toEqual([[500, 0, 3000, 3000, 0, 0, 512, 512]]);
    expect(close).toHaveBeenCalledOnce();
    const { method, address, file } = uploads[0]!;
    expect([method, address, file.type]).toEqual(['PUT', '/api/me/avatar', 'image/jpeg']);
    stored = true;
    uploads[0]!.answer({ body: { avatarUrl: url } });
    expect(await screen.findByText('Obrázek uložen')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Změnit obrázek' })).toBeEnabled();
    // In the profile and at the menu.
    expect(pictures()).toEqual([url, url]);
  });

  it('is not made larger than it is', async () => {
    haveSession();
    const { drawn } = drawing(60, 100);
    const uploads = serveUploads();
    serve(signedIn);
    await renderApp('/profile');
    await screen.findByRole('button', { name: 'Vybrat obrázek' });
    choose(photo);
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(drawn).toEqual([[0, 20, 60, 60, 0, 0, 60, 60]]);
  });

  it('has to be one, and says why it was not stored', async () => {
    haveSession();
    const { read } = drawing(100, 100);
    read.mockRejectedValueOnce(new DOMException('no image', 'InvalidStateError'));
    const uploads = serveUploads();
    serve(signedIn);
    await renderApp('/profile');
    await screen.findByRole('button', { name: 'Vybrat obrázek' });
    choose(new File(['%PDF'], 'smlouva.pdf', { type: 'application/pdf' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/^Je potřeba obrázek PNG, JPEG/);
    expect(uploads).toEqual([]);
    choose(photo);
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
    const body = {
      type: 'about:blank',
      title: '',
      detail: '',
      status: 413,
      code: 'file.too-large',
      params: { max: 2 },
    };
    uploads[0]!.answer({ status: 413, body });
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Obrázek se nepodařilo uložit\. \S/);
    expect(screen.getByRole('button', { name: 'Vybrat obrázek' })).toBeEnabled();
  });

  it('is removed, and there are initials again', async () => {
    haveSession();
    let removed = false;
    const calls = serve({
      ...signedIn,
      'GET /me': (call) => (removed ? jan : withPicture['GET /me']!(call)),
      'GET /users/avatars': (call) => (removed ? { items: [] } : withPicture['GET /users/avatars']!(call)),
      'DELETE /me/avatar': () => {
        removed = true;
        return new Response(null, { status: 204 });
      },
    });
    const { user } = await renderApp('/profile');
    await user.click(await screen.findByRole('button', { name: 'Odebrat obrázek' }));
    expect(await screen.findByText('Obrázek odebrán')).toBeVisible();
    expect(pictures()).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Odebrat obrázek' })).toBeNull();
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Vybrat obrázek' })).toHaveFocus());
  });
});

import type { Person } from './support/person';
import { useStage } from './support/stage';

const stage = useStage();
const phone = { viewport: { width: 360, height: 740 }, serviceWorkers: 'allow' } as const;
let irena: Person;

/** Shares as a phone does: it sends a form to the address that the manifest names. */
const share = (texts: Readonly<Record<string, string>>) =>
  irena.page.evaluate(async (fields) => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action: '/share', enctype: 'multipart/form-data' });
    for (const [name, value] of Object.entries(fields)) {
      form.append(Object.assign(document.createElement('input'), { name, value }));
    }
    const image = await (await fetch('/icons/192.png')).blob();
    const picture = new File([image], 'nápis.png', { type: 'image/png' });
    const chosen = new DataTransfer();
    chosen.items.add(picture);
    const files = Object.assign(document.createElement('input'), { type: 'file', name: 'files' });
    files.files = chosen.files;
    form.append(files);
    document.body.append(form);
    form.submit();
  }, texts);

const form = () => irena.page.getByRole('form', { name: 'Nový úkol' });
const name = () => form().getByRole('textbox', { name: /^Název/ });
const kept = () => irena.page.evaluate(async () => (await caches.keys()).sort());

beforeAll(async () => {
  irena = await stage.person('Irena Telefonní', phone);
  await irena.page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
});

it('offers itself to a phone under its name, with pictures of the right size', async () => {
  const { manifest, sizes } = await irena.page.evaluate(async () => {
    const answer = await fetch(document.querySelector<HTMLLinkElement>('link[rel="manifest"]')!.href);
    const manifest: { icons: { src: string; sizes: string }[]; name: string } = await answer.json();
    const sizes = await Promise.all(
      manifest.icons.map(async ({ src }) => {
        const { width, height } = await createImageBitmap(await (await fetch(src)).blob());
        return `${width}x${height}`;
      }),
    );
    return { manifest, sizes };
  });
  expect(manifest).toMatchObject({ name: 'Gos', lang: 'cs', display: 'standalone' });
  expect(sizes).toEqual(manifest.icons.map((icon) => icon.sizes));
});

it('makes a task of a shared page and picture', async () => {
  await share({ title: 'Rozbitý nápis', text: '', url: 'https://firma.example/napis' });
  await name().waitFor();
  expect(await name().inputValue()).toBe('Rozbitý nápis');
  // A reload loses nothing.
  await irena.page.reload();
  await name().waitFor();
  await form().getByText('nápis.png').waitFor();
  await form().getByRole('button', { name: 'Vytvořit úkol' }).click();
  await irena.title('Rozbitý nápis').waitFor();
  expect(await irena.panel.getByRole('link', { name: 'https://firma.example/napis' }).getAttribute('href')).toBe(
    'https://firma.example/napis',
  );
  await irena.panel.getByText('nápis.png').first().waitFor();
  await expect.poll(kept).toEqual(['gos-offline-1']);
});

it('says where a shared content is gone', async () => {
  await irena.open('/tasks/new?shared=1');
  await irena.page.getByText('Sdílený obsah tu už není.').waitFor();
});

it('opens without a connection, in the language of the person, and goes on by itself', async () => {
  irena.complaints.foresee(/ERR_INTERNET_DISCONNECTED/);
  for (const [language, title] of [
    ['cs', 'Gos je nedostupný'],
    ['en', 'Gos cannot be reached'],
  ]) {
    await irena.context.addCookies([{ name: 'lng', value: language!, url: irena.page.url() }]);
    await irena.context.setOffline(true);
    await irena.open('/tasks');
    await irena.page.getByRole('heading', { name: title! }).waitFor();
    expect(await irena.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await irena.context.setOffline(false);
    await irena.menuButton.waitFor();
  }
  await irena.context.addCookies([{ name: 'lng', value: 'cs', url: irena.page.url() }]);
});

it('keeps nothing of what was shared after the sign-out', async () => {
  await share({ title: 'Tajné', text: '', url: '' });
  await name().waitFor();
  expect(await kept()).toEqual(['gos-offline-1', 'gos-shared']);
  await irena.open('/tasks');
  await irena.choose('Odhlásit se');
  await irena.page.getByRole('textbox', { name: 'E-mail' }).waitFor();
  await expect.poll(kept).toEqual(['gos-offline-1']);
});

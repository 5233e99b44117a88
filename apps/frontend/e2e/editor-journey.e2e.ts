import type { Locator } from 'playwright-core';
import { drop, paste } from './support/clipboard';
import { refusal } from './support/complaints';
import type { Person } from './support/person';
import { useStage } from './support/stage';

const stage = useStage();
let contractor: Person;
let solver: Person;
let solverId: number;

beforeAll(async () => {
  contractor = await stage.person('Karla Svobodová');
  solver = await stage.person('Jan Novák');
  solverId = await solver.id();
});

const name = ({ page }: Person) => page.getByLabel('Název');
const text = ({ page }: Person) => page.getByRole('textbox', { name: 'Popis', exact: true });
const create = ({ page }: Person) => page.getByRole('button', { name: 'Vytvořit úkol' });

async function begin(person: Person): Promise<void> {
  await person.page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('gos-task-draft')) localStorage.removeItem(key);
  });
  await person.open('/tasks/new');
  await text(person).waitFor();
}

async function give(person: Person, to: string): Promise<void> {
  await person.page.getByRole('button', { name: 'Řešitel' }).click();
  await person.page.getByRole('option', { name: to }).click();
}

/** It is not only in the text: the browser has drawn it. */
const isDrawn = (image: Locator) =>
  image.evaluate((element) => {
    const { complete, naturalWidth } = element as HTMLImageElement;
    return complete && naturalWidth > 0;
  });

const idOf = (person: Person) => Number(new URL(person.page.url()).searchParams.get('taskId'));

it('shows an image that was pasted into a new task to the other person', async () => {
  await begin(contractor);
  await name(contractor).fill('Rozdíly na pobočce Brno');
  await text(contractor).click();
  await contractor.page.keyboard.type('Sestava vypadá takto:');
  await paste(text(contractor), [{ name: 'sestava.png' }]);
  const pasted = text(contractor).getByRole('img', { name: 'sestava' });
  await pasted.waitFor();
  await expect.poll(() => isDrawn(pasted)).toBe(true);
  await pasted.click();
  await contractor.page.getByLabel('Popis obrázku').fill('Sestava rozdílů skladu C');
  await give(contractor, 'Jan Novák');
  await create(contractor).click();
  await contractor.title('Rozdíly na pobočce Brno').waitFor();

  await solver.open(`/tasks?taskId=${idOf(contractor)}`);
  const seen = solver.panel.getByRole('img', { name: 'Sestava rozdílů skladu C' });
  await seen.waitFor();
  await expect.poll(() => isDrawn(seen)).toBe(true);
  const { description } = await solver.read<{ description: string }>(`/tasks/${idOf(contractor)}`);
  expect(description).toContain('src="/api/files/');
  expect(description).not.toContain('data:');
});

it('takes images and other files where they are dropped', async () => {
  await begin(contractor);
  await name(contractor).fill('S obrázkem a přílohou');
  await drop(text(contractor), [{ name: 'plan.png' }]);
  await text(contractor).getByRole('img', { name: 'plan' }).waitFor();
  await drop(contractor.heading, [{ name: 'zadani.txt', type: 'text/plain', text: 'zadání' }]);
  await contractor.page.getByRole('button', { name: 'Odebrat soubor zadani.txt' }).waitFor();
  await drop(contractor.page.locator('body'), [{ name: 'prazdny.txt', type: 'text/plain', text: '' }]);
  await contractor.page.getByText('Soubor je prázdný.').waitFor();
  await contractor.page.getByRole('button', { name: 'Odebrat soubor prazdny.txt' }).click();
  await give(contractor, 'Jan Novák');
  await create(contractor).click();
  await contractor.title('S obrázkem a přílohou').waitFor();
  await solver.open(`/tasks?taskId=${idOf(contractor)}`);
  await solver.panel.getByRole('img', { name: 'plan' }).waitFor();
  await solver.panel.getByText('zadani.txt').first().waitFor();
});

it('says before sending what can be no image, and what the server will not take', async () => {
  contractor.complaints.foresee(refusal(415, '/api/files'));
  await begin(contractor);
  await paste(text(contractor), [{ name: 'kresba.svg', type: 'image/svg+xml', text: '<svg/>' }]);
  await contractor.toast(/Obrázek se nepodařilo vložit.*PNG, JPEG, GIF, WebP a AVIF/).waitFor();
  await contractor.page.keyboard.type('Text zůstává.');
  await paste(text(contractor), [{ name: 'podvrh.png', text: 'nejsem obrázek' }]);
  await text(contractor).getByText('Obsah souboru neodpovídá jeho typu.').waitFor();
  await text(contractor).getByRole('button', { name: 'Odebrat soubor podvrh.png' }).click();
  await expect.poll(() => text(contractor).getByText('podvrh.png').count()).toBe(0);
});

it('keeps what an office document says, without its decorations and the images of others', async () => {
  await begin(contractor);
  const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body>
    <!--[if gte mso 9]><xml><w:WordDocument/></xml><![endif]-->
    <p class="MsoNormal" style="mso-margin-top-alt:auto"><b>Postup</b> převodu<o:p></o:p></p>
    <img src="file:///C:/Temp/image001.png"><img src="https://jinde.example/sledovac.png">
    <img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==" alt="razítko"></body></html>`;
  await paste(text(contractor), [{ name: 'cely-text.png' }], html);
  await text(contractor).getByText('Postup').waitFor();
  await text(contractor).getByRole('img', { name: 'razítko' }).waitFor();
  const written = await text(contractor).innerHTML();
  expect(written).toContain('<strong>Postup</strong>');
  expect(written).not.toMatch(/Mso|data:|jinde|file:|o:p/);
  expect(await text(contractor).locator('img[src]').count()).toBe(1);
});

it('begins a new task from an existing one, images and files included, for somebody who never sees the first', async () => {
  const { page } = contractor;
  await begin(contractor);
  await name(contractor).fill('Měsíční kontrola skladu');
  await paste(text(contractor), [{ name: 'mapa.png' }]);
  await text(contractor).getByRole('img', { name: 'mapa' }).waitFor();
  await drop(contractor.heading, [{ name: 'postup.txt', type: 'text/plain', text: 'postup' }]);
  await page.getByRole('button', { name: 'Odebrat soubor postup.txt' }).waitFor();
  await page.getByRole('button', { name: 'Další údaje' }).click();
  await page.getByRole('combobox', { name: 'Štítky' }).fill('sklad');
  await page.getByRole('combobox', { name: 'Štítky' }).press('Enter');
  await page.getByLabel('Odhad').fill('1h 30m');
  await create(contractor).click();
  await contractor.title('Měsíční kontrola skladu').waitFor();
  const first = idOf(contractor);

  await contractor.panel.getByRole('button', { name: 'Další akce' }).click();
  await page.getByRole('menuitem', { name: 'Nový úkol podle tohoto' }).click();
  await page.getByText('Podle úkolu Měsíční kontrola skladu.').waitFor();
  const image = text(contractor).getByRole('img', { name: 'mapa' });
  await image.waitFor();
  await page.getByRole('button', { name: /Přiložit i jeho 1 soubor/ }).click();
  await page.getByRole('button', { name: 'Odebrat soubor postup.txt' }).waitFor();
  await name(contractor).fill('Měsíční kontrola skladu podruhé');
  await give(contractor, 'Jan Novák');
  await create(contractor).click();
  await contractor.title('Měsíční kontrola skladu podruhé').waitFor();
  const second = idOf(contractor);

  const copy = await solver.read<{ description: string; tags: string[]; estimateMinutes: number }>(`/tasks/${second}`);
  expect(copy).toMatchObject({ tags: ['sklad'], estimateMinutes: 90 });
  await solver.open(`/tasks?taskId=${second}`);
  const seen = solver.panel.getByRole('img', { name: 'mapa' });
  await seen.waitFor();
  await expect.poll(() => isDrawn(seen)).toBe(true);
  await solver.panel.getByText('postup.txt').first().waitFor();
  const original = await contractor.read<{ description: string }>(`/tasks/${first}`);
  expect(original.description).not.toBe(copy.description);
  await expect(solver.read(`/tasks/${first}`)).rejects.toThrow('404');
});

it('adds an image to a description that is there already', async () => {
  const task = await contractor.send('POST', '/tasks', {
    name: 'Beze slov',
    description: '<p>Zatím slovy.</p>',
    solverId,
  });
  await contractor.open(`/tasks?taskId=${task.id}`);
  await solver.open(`/tasks?taskId=${task.id}`);
  // The history also shows the values of a creation.
  await solver.panel.getByRole('region', { name: 'Popis' }).getByText('Zatím slovy.').waitFor();
  await contractor.panel.getByRole('button', { name: 'Upravit: Popis' }).click();
  await text(contractor).click();
  await paste(text(contractor), [{ name: 'navrh.png' }]);
  await text(contractor).getByRole('img', { name: 'navrh' }).waitFor();
  await contractor.panel.getByRole('button', { name: 'Uložit' }).click();
  const seen = solver.panel.getByRole('region', { name: 'Popis' }).getByRole('img', { name: 'navrh' });
  await seen.waitFor();
  await expect.poll(() => isDrawn(seen)).toBe(true);
  const address = await seen.getAttribute('src');

  await contractor.panel.getByRole('button', { name: 'Upravit: Popis' }).click();
  await text(contractor).getByRole('img', { name: 'navrh' }).waitFor();
  await text(contractor).getByText('Zatím slovy.').click();
  await contractor.page.keyboard.type('Už ne. ');
  await contractor.panel.getByRole('button', { name: 'Uložit' }).click();
  await solver.panel.getByText('Už ne.').first().waitFor();
  expect(await seen.getAttribute('src')).toBe(address);
});

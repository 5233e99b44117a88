import type { Locator } from 'playwright-core';
import { paste } from './support/clipboard';
import type { Line } from './support/line';
import type { Person } from './support/person';
import { useStage } from './support/stage';
import { tooWide } from './support/too-wide';

const stage = useStage();
let person: Person;
let line: Line;

const edit = (field: string): Locator => person.panel.getByRole('button', { name: `Upravit: ${field}` });
const box = (field: string): Locator => person.panel.getByRole('textbox', { name: field, exact: true });
const description = (): Locator => person.page.getByRole('textbox', { name: 'Popis', exact: true });
const create = () => person.page.getByRole('button', { name: 'Vytvořit úkol' }).click();
const idOf = () => Number(new URL(person.page.url()).searchParams.get('taskId'));

interface Stored {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
}
const stored = (id = idOf()) => person.read<Stored>(`/tasks/${id}`);

beforeAll(async () => {
  ({ person, line } = await stage.remote('Karla Svobodová'));
});

afterEach(() => line.mend());

async function begin(name: string): Promise<void> {
  await person.page.evaluate(() => localStorage.clear());
  await person.open('/tasks/new');
  await description().waitFor();
  await person.page.getByLabel('Název').fill(name);
}

async function given(name: string, more: Record<string, unknown> = {}): Promise<number> {
  const { id } = await person.send('POST', '/tasks', { name, solverId: await person.id(), ...more });
  await person.open(`/tasks?taskId=${id}`);
  await person.title(name).waitFor();
  return id;
}

/** Clipboard contents of office programs, shortened but otherwise unchanged. */
const documents = [
  [
    'Word',
    `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"
xmlns="http://www.w3.org/TR/REC-html40"><head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=ProgId content=Word.Document>
<link rel=File-List href="file:///C:/Users/karla/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->
<style><!-- @font-face {font-family:Calibri; panose-1:2 15 5 2 2 2 4 3 2 4;} p.MsoNormal {mso-style-unhide:no; margin:0cm; font-size:11.0pt;} --></style></head>
<body lang=CS style='tab-interval:35.4pt;word-wrap:break-word'><!--StartFragment-->
<h1 style='margin-top:12.0pt'><span style='font-size:16.0pt;font-family:"Calibri Light",sans-serif;color:#2F5496'>Postup inventury<o:p></o:p></span></h1>
<p class=MsoNormal><b style='mso-bidi-font-weight:normal'>Pozor:</b><span style='mso-spacerun:yes'>&nbsp; </span>sklad <i>C</i> je zavřený.<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>sečíst regály<o:p></o:p></p>
<table class=MsoTableGrid border=1 cellspacing=0 style='border-collapse:collapse'><tr style='mso-yfti-irow:0'><td width=302 valign=top style='width:226.55pt'><p class=MsoNormal>Regál A<o:p></o:p></p></td><td width=302><p class=MsoNormal>14 palet<o:p></o:p></p></td></tr></table>
<p class=MsoNormal><a href="https://sklad.example/postup">celý postup</a> <a href="javascript:alert(1)">ne tohle</a><o:p></o:p></p>
<!--EndFragment--></body></html>`,
  ],
  [
    'LibreOffice',
    `<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><title></title><meta name="generator" content="LibreOffice 24.2.5.2 (Linux)"/>
<style type="text/css">@page { size: 21cm 29.7cm; margin: 2cm } p { line-height: 115%; background: transparent } h1.western { font-family: "Liberation Sans", sans-serif }</style></head>
<body lang="cs-CZ" link="#000080" vlink="#800000" dir="ltr"><h1 class="western">Postup inventury</h1>
<p style="line-height: 100%; margin-bottom: 0cm"><font face="Liberation Serif, serif"><font size="3" style="font-size: 12pt"><b>Pozor:</b> sklad <i>C</i> je zavřený.</font></font></p>
<ul><li><p style="margin-bottom: 0cm"><font color="#c9211e">sečíst regály</font></p></li></ul>
<table width="643" cellpadding="4" cellspacing="0"><col width="313"/><col width="313"/><tr valign="top"><td width="313" style="border: 1px solid #000000"><p>Regál A</p></td><td><p>14 palet</p></td></tr></table>
<p><a href="https://sklad.example/postup">celý postup</a> <a href="javascript:alert(1)">ne tohle</a></p></body></html>`,
  ],
] as const;

it.each(documents)('takes what %s put on the clipboard as plain structure, with its table', async (_, html) => {
  await begin('Z dokumentu');
  await paste(description(), [], html);
  await description().getByText('14 palet').waitFor();
  await create();
  await person.title('Z dokumentu').waitFor();
  const text = (await stored()).description;
  for (const part of ['Postup inventury', 'sečíst regály', 'celý postup', 'ne tohle']) expect(text).toContain(part);
  expect(text).toMatch(/<h[1-6]>Postup inventury<\/h[1-6]>/);
  expect(text).toMatch(/<strong>Pozor:<\/strong>.*<em>C<\/em>/);
  expect(text).toContain('href="https://sklad.example/postup"');
  expect(text).not.toMatch(/mso|class=|style=|font|javascript:|file:|o:p|endif/i);
  expect(text).toMatch(/<t[dh][^>]*>(<p>)?Regál A(<\/p>)?<\/t[dh]>\s*<t[dh][^>]*>(<p>)?14 palet/);
  const shown = person.panel.getByRole('region', { name: 'Popis' });
  await shown.getByRole('row', { name: 'Regál A 14 palet' }).waitFor();
});

it('takes a description of 4,000 words, written and shown', async () => {
  await begin('Dlouhý popis');
  const words = Array.from({ length: 4_000 }, (_, index) => `slovo${index + 1}`);
  const paragraphs = Array.from({ length: 40 }, (_, index) => words.slice(index * 100, index * 100 + 100).join(' '));
  await paste(description(), [], paragraphs.map((text) => `<p>${text}</p>`).join(''));
  await description().getByText('slovo4000').waitFor();
  await description().press('Control+End');
  await person.page.keyboard.type(' a konec.');
  await create();
  await person.title('Dlouhý popis').waitFor();
  expect((await stored()).description).toContain('slovo4000 a konec.</p>');
  await person.panel.getByText(/slovo4000 a konec\./).waitFor();
  expect(await tooWide(person.page)).toEqual([]);
  await edit('Popis').click();
  /** The paragraph that the cursor stays in: while the editor is being drawn it puts the cursor back to where it knows it. */
  const cursorIn = () =>
    person.page.evaluate(async () => {
      for (let picture = 0; picture < 3; picture++) await new Promise((resolve) => requestAnimationFrame(resolve));
      const node = getSelection()?.focusNode;
      const isThere = document.activeElement?.matches('[contenteditable="true"]') && node?.nodeType === Node.TEXT_NODE;
      return isThere ? node.textContent : '';
    });
  await expect.poll(cursorIn).toContain('slovo4000 a konec.');
  await expect
    .poll(async () => {
      await description().press('Control+Home');
      return cursorIn();
    })
    .toContain('slovo1 ');
  await person.page.keyboard.type('Začátek. ');
  await person.page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await stored()).description.slice(0, 22)).toBe('<p>Začátek. slovo1 slo');
  expect((await stored()).description).toContain('slovo4000 a konec.</p>');
});

it('takes a name of emoji wherever it is shown', async () => {
  const name = '🎉👩‍👩‍👧‍👦🇨🇿';
  await begin('🎉🎉');
  await create();
  await person.page.getByText('Název musí mít alespoň 3 znaky.').waitFor();
  await person.page.getByLabel('Název').fill(name);
  await create();
  await person.title(name).waitFor();
  expect((await stored()).name).toBe(name);
  await person.row(name).waitFor();
  await person.open('/tasks/given');
  const row = person.row(name);
  await row.waitFor();
  await person.page.getByRole('searchbox').or(person.page.getByPlaceholder('Filtrovat…')).first().fill('🎉');
  await row.waitFor();
});

it('refuses 300 tags before sending them, and keeps them to be thinned out', async () => {
  const id = await given('Samé štítky', { tags: ['sklad'] });
  const tags = Array.from({ length: 300 }, (_, index) => `t${index}`);
  await person.panel.getByRole('button', { name: /^Upravit: Štítky/ }).click();
  const field = person.panel.getByRole('combobox', { name: 'Štítky' });
  await paste(field, [], '', tags.join(','));
  await person.panel.getByText('Nejvýše 50 štítků.').waitFor();
  // Leaving the field throws nothing of it away, and sends nothing either.
  await person.title('Samé štítky').click({ position: { x: 2, y: 2 } });
  await person.panel.getByText('Nejvýše 50 štítků.').waitFor();
  expect((await stored(id)).tags).toEqual(['sklad']);
  await expect(person.send('PATCH', `/tasks/${id}`, { tags })).rejects.toThrow('422');
});

it.each([
  '/tasks?page=-5&pageSize=7&sort=%3Cscript%3E&state=hotovo&priority=99&project=x&q=%00',
  '/tasks?page=1e9&state=%5B%5D&columns=%7B%7D&tab=monitoring&taskId=%27',
  '/tasks/search?q=%F0%9F%98%80&kind=nic&user=-1&page=0',
  '/tasks/calendar?view=rok&date=2026-99-99',
  '/tasks/new?projectId=x&boardId=-3&from=abc&deadline=zítra',
  '/tasks/projects?page=x&sort=nonsense&active=maybe',
])('shows the screen at %s as if the nonsense were not there', async (path) => {
  await person.open(path);
  await person.heading.waitFor();
  expect(await person.page.getByText('Něco se pokazilo').count()).toBe(0);
  expect(await person.page.getByRole('alert').count()).toBe(0);
});

describe('while the connection is lost', () => {
  beforeEach(() => person.complaints.foresee(/net::ERR_/, /WebSocket connection/));

  it('gives a description back that could not be saved, and saves it when asked again', async () => {
    const id = await given('Přerušený popis', { description: '<p>Původní.</p>' });
    await edit('Popis').click();
    await description().fill('Napsáno v tunelu.');
    line.cut();
    await person.panel.getByRole('button', { name: 'Uložit' }).click();
    await person.page.getByText('Spojení je přerušeno.').waitFor();
    await person.toast('Úkol se nepodařilo upravit').waitFor();
    await expect.poll(() => description().innerText()).toContain('Napsáno v tunelu.');
    line.mend();
    await person.page.getByText('Spojení je přerušeno.').waitFor({ state: 'hidden' });
    await person.panel.getByRole('button', { name: 'Uložit' }).click();
    await expect.poll(async () => (await stored(id)).description).toBe('<p>Napsáno v tunelu.</p>');
    await description().waitFor({ state: 'detached' });
  });

  it('gives a short field back that could not be saved, and takes the cursor from nobody', async () => {
    const id = await given('Přerušený název');
    await edit('Název').click();
    await box('Název').fill('Název z tunelu');
    line.cut();
    await box('Název').press('Enter');
    const comment = box('Nový komentář');
    await comment.fill('Mezitím píšu jinde');
    await person.toast('Úkol se nepodařilo upravit').waitFor();
    await expect.poll(() => box('Název').inputValue()).toBe('Název z tunelu');
    expect(await comment.evaluate((field) => field === document.activeElement)).toBe(true);
    line.mend();
    await box('Název').press('Enter');
    await person.title('Název z tunelu').waitFor();
    await expect.poll(async () => (await stored(id)).name).toBe('Název z tunelu');
  });
});

it('keeps an unfinished description when its task is closed or the page is left', async () => {
  const id = await given('Nedopsaný popis', { description: '<p>Původní.</p>' });
  await edit('Popis').click();
  // The cursor is put to the end a moment after the field appears, which would undo the selection of what is to be replaced.
  await expect.poll(() => description().evaluate((field) => field.contains(document.activeElement))).toBe(true);
  await description().fill('Rozepsáno, ale');
  await person.panel.getByRole('button', { name: 'Zavřít úkol' }).click();
  await person.panel.waitFor({ state: 'detached' });
  await person.openTask('Nedopsaný popis');
  await person.panel.getByText('Popis jste minule nedopsali.').waitFor();
  await person.page.reload();
  await person.panel.getByRole('button', { name: 'Pokračovat v něm' }).click();
  await expect.poll(() => description().innerText()).toContain('Rozepsáno, ale');
  await description().press('Control+Enter');
  await expect.poll(async () => (await stored(id)).description).toBe('<p>Rozepsáno, ale</p>');
  await person.page.reload();
  await person.title('Nedopsaný popis').waitFor();
  expect(await person.panel.getByText('Popis jste minule nedopsali.').count()).toBe(0);
});

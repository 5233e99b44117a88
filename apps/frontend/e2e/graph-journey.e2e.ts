import { barriers, barriersInBothThemes } from './support/barriers';
import { refusal } from './support/complaints';
import type { Person } from './support/person';
import { useStage } from './support/stage';

const stage = useStage();
let karla: Person;
let jan: Person;
let graphId: number;

const names = ['Zaměřit halu', 'Objednat regály', 'Montáž a revize'] as const;

const graphOf = ({ page }: Person) => page.getByRole('dialog', { name: 'Graf úkolu Výměna regálů' });
const node = (person: Person, name: string) => graphOf(person).locator('a[data-graph-node]').filter({ hasText: name });
const spoken = (person: Person) => graphOf(person).getByRole('list', { name: 'Osnova podúkolů' }).getByRole('listitem');
const place = async (person: Person, name: string) => (await node(person, name).boundingBox())!;
const focused = ({ page }: Person) => page.evaluate(() => document.activeElement?.textContent ?? '');

/** Pulls a line from one task to another. */
async function pull(person: Person, from: string, to: string): Promise<void> {
  await node(person, from).hover();
  const [start, end] = [await place(person, from), await place(person, to)];
  await person.page.mouse.move(start.x + start.width, start.y + start.height / 2);
  await person.page.mouse.down();
  await person.page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 8 });
  await person.page.mouse.up();
}

beforeAll(async () => {
  await stage.person('Správce Gosu');
  jan = await stage.person('Jan Novák');
  karla = await stage.person('Karla Svobodová');
  const solverId = await jan.id();
  graphId = (await karla.send('POST', '/tasks', { name: 'Výměna regálů', type: 'graph', solverId })).id;
});

it('opens from the task, takes three subtasks by name and Enter, and Escape leads back to the task', async () => {
  const { page, panel } = karla;
  await karla.open(`/tasks/given?taskId=${graphId}`);
  await panel.getByRole('link', { name: 'Zobrazit graf podúkolů' }).click();
  await graphOf(karla).getByText('Zatím tu nejsou žádné podúkoly').waitFor();
  expect(karla.path).toBe(`/tasks/given?graph=${graphId}`);
  const field = graphOf(karla).getByRole('textbox', { name: 'Název podúkolu' });
  for (const name of names) {
    await field.fill(name);
    await field.press('Enter');
    await node(karla, name).waitFor();
  }
  await graphOf(karla).getByText('0 z 3').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await karla.title('Výměna regálů').waitFor();
  expect(karla.path).toBe(`/tasks/given?taskId=${graphId}`);
  await panel.getByRole('link', { name: 'Zobrazit graf podúkolů' }).click();
  await node(karla, names[0]).waitFor();
});

it('a line pulled between two tasks makes one wait for the other, seen at once by everybody', async () => {
  await jan.open(`/tasks?graph=${graphId}`);
  for (const task of await karla
    .read<{ subtasks: { id: number }[] }>(`/tasks/${graphId}`)
    .then((one) => one.subtasks)) {
    await karla.send('POST', `/tasks/${task.id}/assign`, { solverId: await jan.id() });
  }
  await node(jan, names[1]).waitFor();
  await pull(karla, names[0], names[1]);
  await graphOf(karla).getByRole('list').getByText(`Čeká na: ${names[0]}`).waitFor({ state: 'attached' });
  await expect.poll(async () => (await place(karla, names[1])).x > (await place(karla, names[0])).x).toBe(true);
  await expect.poll(() => spoken(jan).filter({ hasText: names[1] }).innerText()).toContain(`Čeká na: ${names[0]}`);
  await expect.poll(async () => (await place(jan, names[1])).x > (await place(jan, names[0])).x).toBe(true);
});

it('by keyboard: a predecessor chosen from the list, arrows along the edges, and the menu', async () => {
  const { page } = karla;
  await node(karla, names[2]).focus();
  await page.keyboard.press('p');
  const dialog = page.getByRole('dialog', { name: `Na co má čekat ${names[2]}` });
  await dialog.getByRole('combobox', { name: 'Najít úkol…' }).fill('regaly');
  await dialog.getByRole('option', { name: names[1] }).waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect
    .poll(() =>
      spoken(karla)
        .filter({ hasText: `. Čeká na: ${names[1]}` })
        .count(),
    )
    .toBe(1);
  await expect.poll(() => focused(karla)).toContain(names[2]);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => focused(karla)).toContain(names[1]);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => focused(karla)).toContain(names[0]);
  await page.keyboard.press('End');
  await expect.poll(() => focused(karla)).toContain(names[2]);
  await page.keyboard.press('m');
  await page.getByRole('menuitem', { name: `Odebrat předchůdce ${names[1]}` }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(karla)).toContain(names[2]);
});

it('a circle is refused in words, and nothing of it stays', async () => {
  karla.complaints.foresee(refusal(409, '/api/tasks/'));
  await pull(karla, names[2], names[0]);
  await karla.toast('Předchůdci nesmí tvořit kruh.').first().waitFor();
  await expect.poll(() => graphOf(karla).locator('.react-flow__edge').count()).toBe(2);
  await node(karla, names[0]).focus();
  await karla.page.keyboard.press('p');
  const last = karla.page.getByRole('option', { name: names[2] });
  await last.getByText('Předchůdci nesmí tvořit kruh.').waitFor();
  expect(await last.getAttribute('data-combobox-disabled')).toBe('true');
  await karla.page.keyboard.press('Escape');
});

it('an edge that is selected is removed by Delete, and comes back by undo', async () => {
  const { page } = karla;
  const [from, to] = [await place(karla, names[1]), await place(karla, names[2])];
  await page.mouse.click((from.x + from.width + to.x) / 2, (from.y + to.y + to.height) / 2);
  await graphOf(karla)
    .getByRole('button', { name: `Odebrat předchůdce ${names[1]}` })
    .waitFor();
  await page.keyboard.press('Delete');
  await karla.toast('Předchůdce odebrán').first().waitFor();
  await expect.poll(() => graphOf(karla).locator('.react-flow__edge').count()).toBe(1);
  await page.getByRole('button', { name: /^Zpět/ }).click();
  await expect.poll(() => graphOf(karla).locator('.react-flow__edge').count()).toBe(2);
  await expect
    .poll(() =>
      spoken(jan)
        .filter({ hasText: `. Čeká na: ${names[1]}` })
        .count(),
    )
    .toBe(1);
});

it('is completed in order beside the open task, which the other sees where they look', async () => {
  const { page, panel } = jan;
  await graphOf(karla).getByRole('button', { name: 'Přiblížit' }).click();
  const sight = () => graphOf(karla).locator('.react-flow__viewport').getAttribute('style');
  await node(karla, names[1]).focus();
  await expect.poll(() => focused(karla)).toContain(names[1]);
  const before = await sight();

  for (const [index, name] of names.entries()) {
    await node(jan, name).click();
    await jan.title(name).waitFor();
    expect(jan.path).toContain(`graph=${graphId}&taskId=`);
    await panel.getByRole('button', { name: /^Předat výsledek/ }).click();
    await panel.getByRole('textbox', { name: 'Výsledek' }).fill('Hotovo.');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(() =>
        spoken(karla)
          .filter({ hasText: `${name}. Splněn` })
          .count(),
      )
      .toBe(1);
    if (index < 2)
      expect(
        await spoken(karla)
          .filter({ hasText: `Čeká na: ${name}` })
          .count(),
      ).toBe(1);
    const id = Number(new URL(page.url()).searchParams.get('taskId'));
    await karla.send('POST', `/tasks/${id}/accept`, {});
    await graphOf(jan)
      .getByText(`${index + 1} z 3`)
      .waitFor();
    expect(
      await spoken(jan)
        .filter({ hasText: `Čeká na: ${name}` })
        .count(),
    ).toBe(0);
  }
  await graphOf(karla).getByText('3 z 3').waitFor();
  expect(await sight()).toBe(before);
  expect(await focused(karla)).toContain(names[1]);

  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await expect.poll(() => focused(jan)).toContain(names[2]);
});

it('has no serious barrier in both themes, drawn or as an outline', async () => {
  const { page } = karla;
  await karla.open(`/tasks/given?graph=${graphId}`);
  await node(karla, names[0]).focus();
  expect(await barriersInBothThemes(page)).toEqual([]);
  await graphOf(karla).getByRole('button', { name: 'Osnova' }).click();
  await spoken(karla).filter({ hasText: names[2] }).getByText(`Navazuje na: ${names[1]}`).waitFor();
  expect(await barriersInBothThemes(page)).toEqual([]);
});

it('stands from top to bottom on a phone and fills it', async () => {
  const phone = await stage.again(karla, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
  await phone.open(`/tasks/given?graph=${graphId}`);
  await phone.signIn();
  await node(phone, names[0]).waitFor();
  await expect.poll(async () => (await place(phone, names[1])).y > (await place(phone, names[0])).y + 40).toBe(true);
  expect(await graphOf(phone).boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 });
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await node(phone, names[0]).tap();
  await phone.title(names[0]).waitFor();
  await phone.page.goBack();
  await node(phone, names[0]).waitFor();
});
